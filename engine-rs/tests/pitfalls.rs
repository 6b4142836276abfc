//! Pitfalls met in the field, a generated file each; pictures come from other encoders (fuzz/seeds,
//! fixtures/golden/jpeg-planes), and what they hold is known beforehand.

use crate::support;

use std::path::Path;

use echometry_engine::dicom::parse::Parser;
use echometry_engine::pixels::frame::decode_frame;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::command_line::frame;
use support::{Builder, EXPLICIT, JPEG};

const JPEG_LOSSLESS: &str = "1.2.840.10008.1.2.4.70";
const JPEG_LOSSLESS_ANY: &str = "1.2.840.10008.1.2.4.57";
const JPEG_LS: &str = "1.2.840.10008.1.2.4.80";
const JPEG_2000: &str = "1.2.840.10008.1.2.4.90";
const HIGH_THROUGHPUT: &str = "1.2.840.10008.1.2.4.201";

const WIDTH: usize = 24;
const HEIGHT: usize = 20;

fn read(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn sha256(bytes: &[u8]) -> String {
    let bytes: &[u8] = &Sha256::digest(bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The picture that fuzz/make-seeds.mjs gave the encoders: a ramp with speckle.
fn picture(samples: usize, bits: u32) -> Vec<u8> {
    let mut state = 1u32;
    let mut bytes = Vec::new();
    for at in 0..WIDTH * HEIGHT * samples {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let ramp = (at / samples % WIDTH) as f64 / WIDTH as f64;
        let level = 0.2 + 0.6 * ramp + 0.2 * (f64::from(state) / 4_294_967_296.0);
        let value = (level * f64::from((1u32 << bits) - 1)).floor() as u16;
        if bits > 8 {
            bytes.extend(value.to_le_bytes());
        } else {
            bytes.push(value as u8);
        }
    }
    bytes
}

/// A file of one frame of the picture.
fn file(syntax: &str, kind: &str, stream: &[u8]) -> Vec<u8> {
    let (samples, photometric) = match kind {
        "rgb-8" => (3, "RGB"),
        _ => (1, "MONOCHROME2"),
    };
    let allocated = if kind.ends_with("-8") { 8 } else { 16 };
    let mut file = Builder::with_meta(syntax);
    file.image(
        "1",
        HEIGHT as u16,
        WIDTH as u16,
        samples,
        allocated,
        photometric,
    );
    file.fragments(&[], &[stream]);
    file.bytes
}

#[test]
fn lossless_streams_of_other_encoders_give_what_went_in() {
    let kinds = [
        ("grey-8", 1, 8),
        ("grey-12", 1, 12),
        ("grey-16", 1, 16),
        ("rgb-8", 3, 8),
    ];
    let codecs = [
        (JPEG_LOSSLESS, "jpeg", "-lossless-sv1.jpg"),
        (JPEG_LOSSLESS_ANY, "jpeg", "-lossless-p6.jpg"),
        (JPEG_LS, "jpeg_ls", "-lossless.jls"),
        (JPEG_2000, "jpeg_2000", "-lossless.j2k"),
        (HIGH_THROUGHPUT, "high_throughput", ".jph"),
    ];
    for (kind, samples, bits) in kinds {
        let expected = sha256(&picture(samples, bits));
        for (syntax, target, end) in codecs {
            let name = format!("fuzz/seeds/{target}/{kind}{end}");
            let line = frame("--frame 1 --as stored", &file(syntax, kind, &read(&name)));
            assert_eq!(line["sha256"], expected, "{name}: {line}");
        }
    }
    let expected = sha256(&picture(3, 8));
    for (syntax, name) in [
        (JPEG_LS, "jpeg_ls/rgb-8-line.jls"),
        (JPEG_LS, "jpeg_ls/rgb-8-plane.jls"),
        (JPEG_2000, "jpeg_2000/rgb-8-tiles.j2k"),
        (JPEG_2000, "jpeg_2000/rgb-8-restarts.j2k"),
    ] {
        let stream = read(&format!("fuzz/seeds/{name}"));
        let line = frame("--frame 1 --as stored", &file(syntax, "rgb-8", &stream));
        assert_eq!(line["sha256"], expected, "{name}: {line}");
    }
}

#[test]
fn near_lossless_streams_stay_within_their_bound() {
    let expected = picture(1, 8);
    let stream = read("fuzz/seeds/jpeg_ls/grey-8-near-3.jls");
    let file = file("1.2.840.10008.1.2.4.81", "grey-8", &stream);
    let parser = Parser::parse(&file).unwrap();
    let mut samples = Vec::new();
    decode_frame(&parser, &file, 1, &mut samples).unwrap();
    assert_eq!(samples.len(), expected.len());
    let furthest = samples.iter().zip(&expected);
    let furthest = furthest.map(|(a, b)| a.abs_diff(*b)).max().unwrap();
    assert!((1..=3).contains(&furthest), "off by {furthest}");
}

#[test]
fn a_zero_before_the_end_of_a_stream_changes_nothing() {
    for (syntax, name) in [
        (JPEG_LS, "jpeg_ls/grey-8-lossless.jls"),
        (JPEG_LOSSLESS, "jpeg/grey-8-lossless-sv1.jpg"),
    ] {
        let mut stream = read(&format!("fuzz/seeds/{name}"));
        let end = stream.windows(2).rposition(|pair| pair == [0xff, 0xd9]);
        stream.insert(end.unwrap(), 0);
        let line = frame("--frame 1 --as stored", &file(syntax, "grey-8", &stream));
        assert_eq!(line["sha256"], sha256(&picture(1, 8)), "{name}: {line}");
    }
}

#[test]
fn components_that_were_not_mixed_mean_what_the_data_set_says() {
    let stream = read("fuzz/seeds/jpeg_2000/rgb-8-unmixed.j2k");
    for (photometric, after) in [("YBR_FULL", "YBR_FULL"), ("RGB", "RGB")] {
        let mut file = Builder::with_meta(JPEG_2000);
        file.image("1", HEIGHT as u16, WIDTH as u16, 3, 8, photometric);
        file.fragments(&[], &[&stream]);
        let line = frame("--frame 1 --as stored", &file.bytes);
        assert_eq!(line["photometric_after"], after, "{line}");
        assert_eq!(line["sha256"], sha256(&picture(3, 8)), "{line}");
    }
    // Mixed ones come out as RGB, whatever the data set says.
    let stream = read("fuzz/seeds/jpeg_2000/rgb-8-lossless.j2k");
    let mut file = Builder::with_meta(JPEG_2000);
    file.image("1", HEIGHT as u16, WIDTH as u16, 3, 8, "YBR_FULL");
    file.fragments(&[], &[&stream]);
    let line = frame("--frame 1 --as stored", &file.bytes);
    assert_eq!(line["photometric_after"], "RGB", "{line}");
}

/// A JPEG of the collection, and the hash of its colours by libjpeg-turbo.
fn golden(name: &str) -> (Vec<u8>, String) {
    let manifest = read("fixtures/golden/jpeg-planes/manifest.json");
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let entry = manifest["files"].as_array().unwrap().iter();
    let entry = entry.clone().find(|entry| entry["file"] == name).unwrap();
    let hash = entry["rgb_fancy"]["sha256"].as_str().unwrap().to_owned();
    (read(&format!("fixtures/golden/jpeg-planes/{name}")), hash)
}

fn colour_file(frames: &str, fragments: &[&[u8]]) -> Vec<u8> {
    let mut file = Builder::with_meta(JPEG);
    file.image(frames, 61, 97, 3, 8, "YBR_FULL_422");
    file.us(0x0028_0006, 1);
    file.fragments(&[], fragments);
    file.bytes
}

#[test]
fn a_thumbnail_inside_of_a_stream_is_not_the_picture() {
    let (stream, expected) = golden("444-97x61-boxes-q50.jpg");
    let thumbnail = read("fixtures/golden/jpeg-planes/420-1x1.jpg");
    let mut with = stream[..2].to_vec();
    with.extend([0xff, 0xe1]);
    with.extend(((thumbnail.len() + 2) as u16).to_be_bytes());
    with.extend(&thumbnail);
    with.extend(&stream[2..]);
    let file = colour_file("2", &[&with, &with]);
    for number in 1..=2 {
        let line = frame(&format!("--frame {number} --as rgb"), &file);
        assert_eq!(line["sha256"], expected, "{line}");
    }
}

#[test]
fn planar_configuration_says_nothing_about_a_stream() {
    // The header of every file here has 1: plane by plane. The stream holds interleaved components.
    let (stream, expected) = golden("444-97x61-boxes-q50.jpg");
    let line = frame("--frame 1 --as rgb", &colour_file("1", &[&stream]));
    assert_eq!(line["sha256"], expected, "{line}");
}

#[test]
fn fragments_may_be_odd_or_padded_twice() {
    let (stream, expected) = golden("444-97x61-boxes-q50.jpg");
    let odd = if stream.len() % 2 == 1 {
        stream.clone()
    } else {
        [&stream[..], &[0]].concat()
    };
    let padded = [&odd[..], &[0, 0, 0]].concat();
    let file = colour_file("3", &[&odd, &padded, &stream]);
    for number in 1..=3 {
        let line = frame(&format!("--frame {number} --as rgb"), &file);
        assert_eq!(line["sha256"], expected, "frame {number}: {line}");
    }
}

#[test]
fn a_frame_of_zeros_inside_a_loop_fails_alone() {
    let (stream, expected) = golden("444-97x61-boxes-q50.jpg");
    let zeros = vec![0; stream.len()];
    let file = colour_file("3", &[&stream, &zeros, &stream]);
    let line = |number: u32| frame(&format!("--frame {number} --as rgb"), &file);
    assert_eq!(line(1)["sha256"], expected);
    assert_eq!(line(2)["error"]["code"], "malformed-frame");
    assert_eq!(line(3)["sha256"], expected);
}

#[test]
fn frames_that_were_announced_but_are_not_there_are_told() {
    let (stream, expected) = golden("444-97x61-boxes-q50.jpg");
    let file = colour_file("3", &[&stream, &stream]);
    assert_eq!(frame("--frame 2 --as rgb", &file)["sha256"], expected);
    assert_eq!(frame("--frame 3", &file)["error"]["code"], "frame-missing");
}

#[test]
fn a_palette_of_no_entries_has_65536() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 2, 1, 16, "PALETTE COLOR");
    for channel in 0..3 {
        let words = [0u16, 0, 16];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.element(0x0028_1101 + channel, "US", &bytes);
    }
    // Each channel's table ends on a different value.
    for channel in 0..3u32 {
        let mut table = vec![0u8; 65_536 * 2];
        table[65_535 * 2 + 1] = 50 * (channel as u8 + 1);
        file.element(0x0028_1201 + channel, "OW", &table);
    }
    file.element(0x7fe0_0010, "OW", &[0, 0, 0xff, 0xff]);
    let line = frame("--frame 1 --as rgb", &file.bytes);
    assert_eq!(line["mean"], json!([25.0, 50.0, 75.0]), "{line}");
}

#[test]
fn entries_of_16_bits_may_use_the_low_byte_only() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 2, 1, 8, "PALETTE COLOR");
    for channel in 0..3 {
        let words = [2u16, 0, 16];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.element(0x0028_1101 + channel, "US", &bytes);
    }
    for channel in 0..3 {
        file.element(0x0028_1201 + channel, "OW", &[0, 0, 200, 0]);
    }
    file.element(0x7fe0_0010, "OW", &[0, 1]);
    let line = frame("--frame 1 --as rgb", &file.bytes);
    assert_eq!(line["mean"], json!([100.0, 100.0, 100.0]), "{line}");
}
