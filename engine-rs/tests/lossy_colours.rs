//! Colours of every lossy JPEG of the real collection against libjpeg-turbo's own program, where it
//! is installed, and against the means of the manifest.

use crate::support;

use std::io::Write;
use std::process::{Command, Stdio};

use echometry_engine::codecs::Colour;
use echometry_engine::dicom::parse::Parser;
use echometry_engine::pixels::frame::{decode_frame, gather};
use echometry_engine::pixels::rgb;
use serde_json::Value;
use support::shared_files::{collection, read};

const LOSSY: [&str; 4] = ["50", "51", "53", "55"];
/// Mean of a channel, and one sample, may differ by this from libjpeg-turbo (of 255).
const MEAN_LEVELS: f64 = 0.5;
const PEAK_LEVELS: u8 = 2;

/// One frame as 8-bit samples, and the bytes it was decoded from.
struct Picture {
    channels: usize,
    samples: Vec<u8>,
    colour: Colour,
    stream: Vec<u8>,
}

/// A frame in 8 bits; none where its samples are deeper.
fn picture(file: &[u8], parser: &Parser, number: u32) -> Option<Picture> {
    let mut samples = Vec::new();
    let decoded = decode_frame(parser, file, number, &mut samples).unwrap();
    let stream = gather(file, &parser.frame_bytes(number).unwrap()).into_owned();
    if decoded.sample_bytes > 1 {
        return None;
    }
    let (channels, samples) = if decoded.colour == Colour::Grey {
        (1, samples)
    } else {
        let frame = rgb::to_rgb(parser.format().unwrap(), &decoded, &samples).unwrap();
        (3, frame.bytes)
    };
    Some(Picture {
        channels,
        samples,
        colour: decoded.colour,
        stream,
    })
}

/// What `djpeg` makes of a stream: its samples, or none where it refuses it. The message reports
/// when the program is absent.
fn djpeg(stream: &[u8]) -> Option<Vec<u8>> {
    let program = Command::new("djpeg")
        .args(["-dct", "int", "-pnm"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut program = program.expect("looked for before");
    let mut input = program.stdin.take().unwrap();
    let stream = stream.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&stream));
    let output = program.wait_with_output().unwrap().stdout;
    // A program that stops early closes its input, which is not a fault of the test.
    let _ = writer.join().unwrap();
    // P5 or P6, width, height, 255, each followed by one white space.
    let header = output.split(|byte| byte.is_ascii_whitespace()).take(4);
    let length: usize = header.map(|field| field.len() + 1).sum();
    output
        .get(length..)
        .map(<[u8]>::to_vec)
        .filter(|samples| !samples.is_empty())
}

/// Marks three components as RGB for djpeg, which our decoder took from the data set.
fn marked_as_rgb(stream: &[u8]) -> Vec<u8> {
    let adobe = [
        0xff, 0xee, 0, 14, b'A', b'd', b'o', b'b', b'e', 0, 100, 0, 0, 0, 0, 0,
    ];
    [&stream[..2], &adobe, &stream[2..]].concat()
}

fn compare_pixels(name: &str, picture: &Picture, number: u32) -> bool {
    let expected = if picture.colour == Colour::Rgb {
        djpeg(&marked_as_rgb(&picture.stream))
    } else {
        djpeg(&picture.stream)
    };
    let Some(expected) = expected else {
        return false;
    };
    assert_eq!(
        picture.samples.len(),
        expected.len(),
        "{name} frame {number}"
    );
    for channel in 0..picture.channels {
        let channel_of = |samples: &[u8]| -> Vec<u8> {
            samples
                .iter()
                .skip(channel)
                .step_by(picture.channels)
                .copied()
                .collect()
        };
        let (ours, theirs) = (channel_of(&picture.samples), channel_of(&expected));
        let mean = |samples: &[u8]| {
            samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64
        };
        let difference = (mean(&ours) - mean(&theirs)).abs();
        assert!(
            difference <= MEAN_LEVELS,
            "{name} frame {number}: mean differs by {difference}"
        );
        let peak = ours.iter().zip(&theirs).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(
            peak <= Some(PEAK_LEVELS),
            "{name} frame {number}: peak differs by {peak:?}"
        );
    }
    true
}

fn compare_means(name: &str, entry: &Value, picture: &Picture, side: &str) -> bool {
    let oracle = &entry["oracle"]["rgb"][format!("mean_{side}_frame")];
    let Some(means) = oracle.as_array().filter(|_| picture.channels == 3) else {
        return false;
    };
    for (channel, expected) in means.iter().enumerate() {
        let samples = picture.samples.iter().skip(channel).step_by(3);
        let count = picture.samples.len() as f64 / 3.0;
        let mean = samples.map(|&sample| f64::from(sample)).sum::<f64>() / count;
        let difference = (mean - expected.as_f64().unwrap()).abs();
        assert!(
            difference <= MEAN_LEVELS,
            "{name} {side}: mean differs by {difference}"
        );
    }
    true
}

#[test]
fn every_lossy_file_has_the_colours_of_libjpeg() {
    let Some((folder, entries)) = collection() else {
        return;
    };
    let has_program = Command::new("djpeg")
        .arg("-version")
        .stdin(Stdio::null())
        .output()
        .is_ok();
    if !has_program {
        println!("SKIPPED: pixels of djpeg, which is not installed (libjpeg-turbo-progs)");
    }
    let (mut by_pixels, mut by_means, mut deep) = (0, 0, 0);
    for entry in entries.iter().filter(|entry| entry["set"] != "malformed") {
        let uid = entry["transfer_syntax_uid"].as_str().unwrap_or_default();
        if !LOSSY
            .iter()
            .any(|end| uid == format!("1.2.840.10008.1.2.4.{end}"))
        {
            continue;
        }
        let name = entry["file"].as_str().unwrap();
        let file = read(&folder, entry);
        let parser = Parser::parse(&file).unwrap();
        for (side, number) in [("first", 1), ("last", parser.frames_total())] {
            let Some(picture) = picture(&file, &parser, number) else {
                // Twelve bits, which the program does not read; real_dicom.rs compares its means.
                deep += 1;
                continue;
            };
            by_means += usize::from(compare_means(name, entry, &picture, side));
            by_pixels += usize::from(has_program && compare_pixels(name, &picture, number));
        }
    }
    println!("{by_pixels} frames by pixels, {by_means} by means, {deep} deeper than 8 bits");
    assert!(by_means >= 36, "{by_means} frames by means");
    assert!(
        !has_program || by_pixels + deep >= 50,
        "{by_pixels} frames by pixels"
    );
}
