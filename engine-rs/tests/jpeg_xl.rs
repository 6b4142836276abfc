//! Recompressed JPEG streams (made by libjxl's cjxl of those in fixtures/golden/jpeg-planes) against the
//! planes that libjpeg-turbo decodes from the originals.

use std::path::Path;

use echometry_engine::codecs::jpeg::Plane;
use echometry_engine::codecs::{Colour, Decoded, FrameInput, Layout, codec_for};
use echometry_engine::dicom::pixel_format::PixelFormat;
use serde_json::Value;
use sha2::{Digest, Sha256};

const JPEG_XL: &str = "1.2.840.10008.1.2.4.111";
/// Fewer would mean that the collection lost some.
const LEAST_STREAMS: usize = 30;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn format() -> PixelFormat {
    PixelFormat {
        transfer_syntax_uid: JPEG_XL.to_owned(),
        height: 1,
        width: 1,
        samples_per_pixel: 3,
        bits_allocated: 8,
        bits_stored: 8,
        signed: false,
        float: false,
        planar: false,
        photometric_interpretation: "YBR_FULL_422".to_owned(),
        colour_override: None,
        packed_422: false,
        swapped_words: false,
        palette: None,
        window: None,
        rescale_slope: 1.0,
        rescale_intercept: 0.0,
        pixel_aspect_ratio: None,
    }
}

fn decode(name: &str, bytes: &[u8]) -> (Decoded, Vec<u8>) {
    let input = FrameInput {
        bytes,
        skip_bits: 0,
    };
    let mut memory = Vec::new();
    let decoded = codec_for(JPEG_XL)
        .unwrap()
        .decode(&format(), input, &mut memory)
        .unwrap_or_else(|error| panic!("{name}: {error:?}"));
    (decoded, memory)
}

fn manifest() -> Value {
    let file = root().join("fixtures/golden/jpeg-planes/manifest.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// Result of libjpeg-turbo for the original.
fn expected(entry: &Value) -> Vec<&str> {
    let planes = entry["planes"].as_array().unwrap();
    planes
        .iter()
        .map(|plane| plane["sha256"].as_str().unwrap())
        .collect()
}

fn hash_of(memory: &[u8], plane: &Plane) -> String {
    let mut hash = Sha256::new();
    for row in 0..plane.height {
        let start = plane.offset + row * plane.stride;
        hash.update(&memory[start..start + plane.width]);
    }
    let bytes: &[u8] = &hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hashes(decoded: &Decoded, memory: &[u8]) -> Vec<String> {
    match &decoded.layout {
        Layout::Planes(planes) => planes
            .list
            .iter()
            .map(|plane| hash_of(memory, plane))
            .collect(),
        _ => {
            let (width, height) = (decoded.width as usize, decoded.height as usize);
            let whole = Plane {
                width,
                height,
                stride: width,
                offset: 0,
                divisors: [1, 1],
            };
            vec![hash_of(memory, &whole)]
        }
    }
}

#[test]
fn recompressed_streams_give_the_planes_of_libjpeg() {
    let manifest = manifest();
    let mut compared = 0;
    for entry in manifest["files"].as_array().unwrap() {
        let name = entry["file"].as_str().unwrap().replace(".jpg", ".jxl");
        let Ok(bytes) = std::fs::read(root().join("fuzz/seeds/jpeg_xl").join(&name)) else {
            continue;
        };
        let (decoded, memory) = decode(&name, &bytes);
        let expected = expected(entry);
        assert_eq!(hashes(&decoded, &memory), expected, "{name}");
        let read_as_rgb = entry["colour"]["samples"] == "RGB" && expected.len() == 3;
        let marked = entry["colour"]["marker"].is_string();
        if marked {
            assert_eq!(decoded.colour == Colour::Rgb, read_as_rgb, "{name}");
        }
        compared += 1;
    }
    assert!(compared >= LEAST_STREAMS, "{compared} streams");
}

#[test]
fn an_orientation_inside_of_the_stream_turns_nothing() {
    let original = "422-17x9-edges-no-app";
    let manifest = manifest();
    let entries = manifest["files"].as_array().unwrap();
    let entry = entries
        .iter()
        .find(|entry| entry["file"] == format!("{original}.jpg"));
    let name = format!("turned-{original}.jxl");
    let bytes = std::fs::read(root().join("fuzz/seeds/jpeg_xl").join(&name)).unwrap();
    let (decoded, memory) = decode(&name, &bytes);
    assert_eq!((decoded.width, decoded.height), (17, 9));
    assert_eq!(hashes(&decoded, &memory), expected(entry.unwrap()));
}
