//! `frame`: decoded bytes of frames with their hash and mean.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::arguments::{FrameChoice, FrameOptions};
use super::{Output, error_output, to_line};
use crate::codecs::{Colour, Layout};
use crate::dicom::parse::Parser;
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::pixels::{frame, rgb, stored};

#[derive(Serialize)]
struct FrameLine<'a> {
    file: &'a str,
    frame_number: u32,
    rows: u32,
    columns: u32,
    samples_per_pixel: u16,
    bits_allocated: usize,
    photometric_after: String,
    bytes: usize,
    sha256: String,
    mean: Vec<Option<f64>>,
    partial: bool,
}

/// Emits a line for each frame asked for; a frame that fails has its own error line.
pub fn run_frame(options: &FrameOptions, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
    let parser = match Parser::parse(bytes) {
        Ok(parser) => parser,
        Err(error) => return emit(error_output(file, &error)),
    };
    let announced = parser
        .metadata()
        .map_or(0, |metadata| metadata.number_of_frames);
    let numbers = match options.frames {
        FrameChoice::Number(number) => number..=number,
        FrameChoice::First => 1..=1,
        FrameChoice::Last => announced..=announced,
        FrameChoice::All => 1..=announced,
    };
    let mut samples = Vec::new();
    for number in numbers {
        let result = one_frame(options, file, bytes, &parser, number, &mut samples);
        emit(result.unwrap_or_else(|error| error_output(file, &error)));
    }
}

fn one_frame(
    options: &FrameOptions,
    file: &str,
    bytes: &[u8],
    parser: &Parser,
    frame_number: u32,
    samples: &mut Vec<u8>,
) -> Result<Output, EngineError> {
    let mut decoded = frame::decode_frame(parser, bytes, frame_number, samples)?;
    let format = parser
        .format()
        .ok_or(EngineError::FrameNotAvailable { frame_number })?;
    let as_rgb = options.as_rgb && !matches!(decoded.colour, Colour::Grey);
    let (content, sample_bytes, samples_per_pixel) = if as_rgb {
        let frame = rgb::to_rgb(format, &decoded, samples)?;
        (frame.bytes, frame.sample_bytes, 3)
    } else {
        stored::interleave(&mut decoded, samples);
        let samples = std::mem::take(samples);
        (samples, decoded.sample_bytes, decoded.samples_per_pixel)
    };
    let line = to_line(&FrameLine {
        file,
        frame_number,
        rows: decoded.height,
        columns: decoded.width,
        samples_per_pixel,
        bits_allocated: sample_bytes * 8,
        photometric_after: if as_rgb {
            "RGB".to_owned()
        } else {
            stored::photometric(format, &decoded).to_owned()
        },
        bytes: content.len(),
        sha256: hex(&Sha256::digest(&content)),
        mean: if decoded.layout == Layout::Packed422 && !as_rgb {
            means_422(&content, decoded.width as usize)
        } else {
            means(
                format,
                &content,
                sample_bytes,
                usize::from(samples_per_pixel),
            )
        },
        partial: decoded.partial,
    })?;
    let file = options.write.then(|| {
        let kind = if options.as_rgb { "rgb" } else { "stored" };
        (
            format!("{}.{frame_number}.{kind}", base_name(file)),
            content,
        )
    });
    Ok(Output {
        line,
        failed: false,
        file,
    })
}

/// The part of a path after its last folder.
pub(super) fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// Bytes as two digits each.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Mean of each channel; null where it is not finite.
fn means(
    format: &PixelFormat,
    content: &[u8],
    sample_bytes: usize,
    channels: usize,
) -> Vec<Option<f64>> {
    let number: fn(&[u8]) -> f64 = match (sample_bytes, format.signed, format.float) {
        (1, false, _) => |raw| f64::from(raw[0]),
        (1, true, _) => |raw| f64::from(raw[0] as i8),
        (2, false, _) => |raw| f64::from(u16::from_le_bytes([raw[0], raw[1]])),
        (2, true, _) => |raw| f64::from(i16::from_le_bytes([raw[0], raw[1]])),
        (4, _, true) => |raw| f64::from(f32::from_le_bytes(fixed(raw))),
        (4, false, _) => |raw| f64::from(u32::from_le_bytes(fixed(raw))),
        (4, true, _) => |raw| f64::from(i32::from_le_bytes(fixed(raw))),
        (_, _, true) => |raw| f64::from_le_bytes(fixed(raw)),
        (_, false, _) => |raw| u64::from_le_bytes(fixed(raw)) as f64,
        (_, true, _) => |raw| i64::from_le_bytes(fixed(raw)) as f64,
    };
    let mut sums = vec![0.0; channels];
    let pixels = content.chunks_exact(sample_bytes * channels);
    let count = pixels.len() as f64;
    for pixel in pixels {
        for (sum, raw) in sums.iter_mut().zip(pixel.chunks_exact(sample_bytes)) {
            *sum += number(raw);
        }
    }
    let mean = |sum: f64| Some(sum / count).filter(|mean| mean.is_finite());
    sums.into_iter().map(mean).collect()
}

fn fixed<const N: usize>(raw: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&raw[..N]);
    bytes
}

/// Y over all pixels, Cb and Cr over their own samples; the filler of an odd row does not count.
fn means_422(content: &[u8], width: usize) -> Vec<Option<f64>> {
    let mut sums = [0.0; 3];
    let mut counts = [0.0; 3];
    for row in content.chunks_exact(width.div_ceil(2) * 4) {
        for (index, quad) in row.chunks_exact(4).enumerate() {
            let both = index * 2 + 1 < width;
            let luma = f64::from(quad[0]) + if both { f64::from(quad[1]) } else { 0.0 };
            let added = [luma, f64::from(quad[2]), f64::from(quad[3])];
            let pixels = [if both { 2.0 } else { 1.0 }, 1.0, 1.0];
            for channel in 0..3 {
                sums[channel] += added[channel];
                counts[channel] += pixels[channel];
            }
        }
    }
    let mean = |(sum, count): (f64, f64)| Some(sum / count).filter(|mean| mean.is_finite());
    sums.into_iter().zip(counts).map(mean).collect()
}
