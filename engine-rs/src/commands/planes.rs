//! `planes`: the component planes of a JPEG stream with their hashes.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::frame::hex;
use super::to_line;
use crate::codecs::jpeg;
use crate::error::EngineError;

#[derive(Serialize)]
struct PlanesLine<'a> {
    file: &'a str,
    planes: Vec<PlaneEntry>,
}

#[derive(Serialize)]
struct PlaneEntry {
    component: usize,
    width: usize,
    height: usize,
    sha256: String,
}

/// The line of one stream: samples row by row, one byte each, or two with the low one first.
///
/// # Errors
/// As [`jpeg::Jpeg::decode_stream`], and `unsupported-pixel-format` for lossless streams.
pub fn planes_line(file: &str, bytes: &[u8]) -> Result<String, EngineError> {
    let mut memory = Vec::new();
    let picture = jpeg::Jpeg::default().decode_stream(bytes, &mut memory)?;
    let planes = picture
        .planes
        .ok_or_else(|| EngineError::UnsupportedPixelFormat {
            detail: "planes of lossless JPEG".to_owned(),
        })?;
    let sample_bytes = if picture.precision > 8 { 2 } else { 1 };
    let entry = |(component, plane): (usize, &jpeg::Plane)| {
        let mut hash = Sha256::new();
        for row in 0..plane.height {
            let start = plane.offset + row * plane.stride;
            hash.update(&memory[start * sample_bytes..(start + plane.width) * sample_bytes]);
        }
        let (width, height) = (plane.width, plane.height);
        PlaneEntry {
            component,
            width,
            height,
            sha256: hex(&hash.finalize()),
        }
    };
    to_line(&PlanesLine {
        file,
        planes: planes.list.iter().enumerate().map(entry).collect(),
    })
}
