//! Icons, read back by a decoder that shares no code with their encoder.

use crate::support;

use echometry_engine::dicom::parse::Parser;
use echometry_engine::pixels::frame::decode_frame;
use echometry_engine::pixels::icon::icon;
use support::{Builder, EXPLICIT};
use zune_core::bytestream::ZCursor;
use zune_jpeg::JpegDecoder;

/// Loss of the encoder on flat areas, in levels.
const TOLERANCE: i16 = 4;

fn read_back(file: &[u8], max_width: u32, max_height: u32) -> (usize, usize, Vec<u8>) {
    let parser = Parser::parse(file).unwrap();
    let mut samples = Vec::new();
    let decoded = decode_frame(&parser, file, 1, &mut samples).unwrap();
    let format = parser.format().unwrap();
    let jpeg = icon(format, &decoded, &samples, max_width, max_height).unwrap();
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let pixels = decoder.decode().unwrap();
    let (width, height) = decoder.dimensions().unwrap();
    (width, height, pixels)
}

fn close(pixel: &[u8], expected: [u8; 3]) -> bool {
    let near =
        |(&found, expected): (&u8, u8)| (i16::from(found) - i16::from(expected)).abs() <= TOLERANCE;
    pixel.iter().zip(expected).all(near)
}

/// Left half of one colour, right half of the other; 128 x 64 pixels.
fn halves(left: [u8; 3], right: [u8; 3]) -> Vec<u8> {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 64, 128, 3, 8, "RGB");
    let row = [left.repeat(64), right.repeat(64)].concat();
    file.element(0x7fe0_0010, "OB", &row.repeat(64));
    file.bytes
}

#[test]
fn colours_and_places_are_kept() {
    let (left, right) = ([200, 40, 30], [20, 60, 180]);
    let (width, height, pixels) = read_back(&halves(left, right), 64, 64);
    assert_eq!((width, height), (64, 32));
    let at = |x: usize, y: usize| &pixels[(y * width + x) * 3..][..3];
    assert!(close(at(8, 16), left), "{:?}", at(8, 16));
    assert!(close(at(56, 16), right), "{:?}", at(56, 16));
}

#[test]
fn pixels_that_are_not_square_are_stretched() {
    let mut file = Builder::with_meta(EXPLICIT);
    file.image("1", 100, 100, 1, 8, "MONOCHROME2");
    // Twice as high as wide.
    file.text(0x0028_0034, "IS", "2\\1");
    file.element(0x7fe0_0010, "OB", &[77; 10_000]);
    let (width, height, _) = read_back(&file.bytes, 80, 80);
    assert_eq!((width, height), (40, 80));
}

#[test]
fn a_window_and_monochrome1_are_applied() {
    for (photometric, expected) in [("MONOCHROME2", 64), ("MONOCHROME1", 191)] {
        let mut file = Builder::with_meta(EXPLICIT);
        file.image("1", 32, 32, 1, 16, photometric);
        // 1000 to 2000 from black to white: 1250 is at a quarter.
        file.text(0x0028_1050, "DS", "1500");
        file.text(0x0028_1051, "DS", "1000");
        file.element(0x7fe0_0010, "OW", &1250u16.to_le_bytes().repeat(1024));
        let (_, _, pixels) = read_back(&file.bytes, 32, 32);
        assert!(
            close(&pixels[..3], [expected; 3]),
            "{photometric}: {:?}",
            &pixels[..3]
        );
    }
}

#[test]
fn a_senseless_size_is_refused() {
    let file = halves([0; 3], [0; 3]);
    let parser = Parser::parse(&file).unwrap();
    let mut samples = Vec::new();
    let decoded = decode_frame(&parser, &file, 1, &mut samples).unwrap();
    let format = parser.format().unwrap();
    for (width, height) in [(0, 10), (10, 0), (5_000, 10)] {
        let error = icon(format, &decoded, &samples, width, height).unwrap_err();
        assert_eq!(error.code(), "invalid-argument");
    }
}
