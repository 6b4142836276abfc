//! Oddities of compressed pictures, one generated file each.

use crate::support;

use echometry_engine::codecs::{Colour, FrameInput, codec_for};
use echometry_engine::dicom::parse::Parser;
use echometry_engine::dicom::pixel_format::{ColourChoice, PixelFormat};
use support::command_line::frame;
use support::{Builder, EXPLICIT, JPEG};

const JPEG_LOSSLESS: &str = "1.2.840.10008.1.2.4.70";
const DEFLATED_FRAMES: &str = "1.2.840.10008.1.2.8.1";
const ENCAPSULATED_PLAIN: &str = "1.2.840.10008.1.2.1.98";

/// A lossless stream of 8 x 1 pixels and three components, whose differences are all 0: middle grey.
fn lossless_stream() -> Vec<u8> {
    let mut stream = vec![0xff, 0xd8];
    // One code of one bit, for category 0.
    stream.extend([
        0xff, 0xc4, 0, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
    stream.extend([
        0xff, 0xc3, 0, 17, 8, 0, 1, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0,
    ]);
    stream.extend([0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 1, 0, 0]);
    stream.extend([0, 0, 0, 0xff, 0xd9]);
    stream
}

#[test]
fn lossless_colour_is_rgb_also_under_a_subsampled_name() {
    let mut file = Builder::with_meta(JPEG_LOSSLESS);
    file.image("1", 1, 8, 3, 8, "YBR_FULL_422");
    file.fragments(&[], &[&lossless_stream()]);
    let line = frame("--frame 1 --as rgb", &file.bytes);
    assert_eq!(line["photometric_after"], "RGB", "{line}");
    // As YCbCr middle grey would be grey too, so the stored samples distinguish them.
    let line = frame("--frame 1", &file.bytes);
    assert_eq!(line["photometric_after"], "RGB");
    assert_eq!(line["mean"], serde_json::json!([128.0, 128.0, 128.0]));
}

#[test]
fn a_person_overrides_stream_and_header() {
    let mut file = Builder::with_meta(JPEG_LOSSLESS);
    file.image("1", 1, 8, 3, 8, "RGB");
    file.fragments(&[], &[&lossless_stream()]);
    let parser = Parser::parse(&file.bytes).unwrap();
    let mut format = parser.format().unwrap().clone();
    format.colour_override = Some(ColourChoice::YbrFull);
    let stream = lossless_stream();
    let input = FrameInput {
        bytes: &stream,
        skip_bits: 0,
    };
    let mut codec = codec_for(JPEG_LOSSLESS).unwrap();
    let decoded = codec.decode(&format, input, &mut Vec::new()).unwrap();
    assert_eq!(decoded.colour, Colour::YbrFull);
}

#[test]
fn what_cannot_be_decoded_is_refused_by_its_name() {
    // Video: video.rs.
    let refused = [
        ("1.2.840.10008.1.2.4.94", "JPIP Referenced"),
        ("1.2.840.10008.1.2.4.95", "JPIP Referenced Deflate"),
    ];
    for (uid, name) in refused {
        let mut file = Builder::with_meta(uid);
        file.image("1", 8, 8, 3, 8, "YBR_PARTIAL_420");
        file.fragments(&[], &[&[0; 16]]);
        let error = &frame("--frame 1", &file.bytes)["error"];
        assert_eq!(error["code"], "unsupported-transfer-syntax", "{error}");
        assert_eq!(error["name"], name);
    }
}

#[test]
fn the_limited_range_is_widened_for_colours_and_kept_as_stored() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 1, 2, 3, 8, "YBR_PARTIAL_422");
    file.element(0x7fe0_0010, "OB", &[235, 16, 128, 128]);
    let stored = frame("--frame 1", &file.bytes);
    assert_eq!(
        (&stored["bytes"], &stored["mean"][0]),
        (&4.into(), &125.5.into())
    );
    // White next to black.
    let rgb = frame("--frame 1 --as rgb", &file.bytes);
    assert_eq!(rgb["mean"], serde_json::json!([127.5, 127.5, 127.5]));
}

#[test]
fn a_deflated_frame_may_not_inflate_to_more_than_a_frame() {
    let file = |samples: usize| {
        let mut file = Builder::with_meta(DEFLATED_FRAMES);
        file.image("1", 4, 4, 1, 8, "MONOCHROME2");
        let stream = miniz_oxide::deflate::compress_to_vec(&vec![9; samples], 6);
        file.fragments(&[], &[&stream]);
        frame("--frame 1", &file.bytes)
    };
    assert_eq!(file(16)["mean"], serde_json::json!([9.0]));
    assert_eq!(file(100_000)["error"]["limit"], "inflated_frame_bytes");
    assert_eq!(file(10)["partial"], true);
}

#[test]
fn uncompressed_frames_may_stand_in_fragments() {
    let mut file = Builder::with_meta(ENCAPSULATED_PLAIN);
    file.image("2", 1, 4, 1, 8, "MONOCHROME2");
    file.fragments(&[], &[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
    assert_eq!(
        frame("--frame 2", &file.bytes)["mean"],
        serde_json::json!([6.5])
    );
}

#[test]
fn a_frame_that_cannot_be_read_has_its_own_error_and_the_others_none() {
    let stream = |name: &str| {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden/jpeg-planes");
        std::fs::read(folder.join(name)).unwrap()
    };
    let good = stream("422-97x61-no-EOI.jpg");
    let mut file = Builder::with_meta(JPEG);
    file.image("3", 61, 97, 3, 8, "YBR_FULL_422");
    file.fragments(&[], &[&good, &[0xff, 0xd8, 0xff, 0xd9], &good]);
    assert_eq!(frame("--frame 1", &file.bytes)["partial"], false);
    assert_eq!(
        frame("--frame 2", &file.bytes)["error"]["code"],
        "malformed-frame"
    );
    assert_eq!(frame("--frame 3", &file.bytes)["partial"], false);
}

/// A shader and a thumbnail scale samples by the bits that count: here 16, of which the lowest 4 are 0.
#[test]
fn samples_in_the_high_bits_count_as_larger_samples_under_a_raised_window() {
    let format = |high_bit: u16| {
        let mut file = Builder::with_meta(EXPLICIT);
        file.us(0x0028_0002, 1);
        file.text(0x0028_0004, "CS", "MONOCHROME2");
        file.us(0x0028_0010, 1);
        file.us(0x0028_0011, 2);
        file.us(0x0028_0100, 16);
        file.us(0x0028_0101, 12);
        file.us(0x0028_0102, high_bit);
        file.text(0x0028_1050, "DS", "2048");
        file.text(0x0028_1051, "DS", "4096");
        file.element(0x7fe0_0010, "OW", &[0, 0, 0xf0, 0xff]);
        Parser::parse(&file.bytes)
            .unwrap()
            .format()
            .unwrap()
            .clone()
    };
    let (high, low) = (format(15), format(11));
    assert_eq!((high.bits_stored, low.bits_stored), (16, 12));
    let window = |format: &PixelFormat| format.window.clone().map(|of| (of.center, of.width));
    assert_eq!(window(&high), Some((32_768.0, 65_536.0)));
    assert_eq!(window(&low), Some((2048.0, 4096.0)));
}

#[test]
fn a_jpeg_stream_under_an_uncompressed_syntax_is_refused_by_name() {
    let stream = [
        &[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0][..],
        &[0xff, 0xda, 0, 0],
    ]
    .concat();
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 2, 3, 1, 8, "MONOCHROME2");
    file.fragments(&[], &[&stream]);
    let line = frame("--frame 1", &file.bytes);
    assert_eq!(line["error"]["code"], "malformed-frame");
    let detail = line["error"]["detail"].as_str().unwrap();
    assert!(
        detail.contains("a JPEG stream under an uncompressed"),
        "{detail}"
    );
}
