//! Samples to RGB: palettes, YBR_FULL by BT.601 (PS3.3 C.7.6.3.1.2), windows of grey.

use std::borrow::Cow;

use super::upsample::Rows;
use super::ycc::convert;
use super::{deep_grey, partial_range, stored, ycc};
use crate::codecs::jpeg::Planes;
use crate::codecs::{Colour, Decoded, Layout};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// RGB of a frame, interleaved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RgbFrame {
    /// Samples, least significant byte first.
    pub bytes: Vec<u8>,
    /// Bytes per sample: 1, or 2 for RGB of 16 bits.
    pub sample_bytes: usize,
}

/// Converts a decoded frame. Palettes and grey give 8 bits, RGB keeps its own.
///
/// # Errors
/// `unsupported-pixel-format` for combinations that cannot be shown.
pub fn to_rgb(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
) -> Result<RgbFrame, EngineError> {
    to_rgb_in(format, decoded, samples, Vec::new())
}

/// As [`to_rgb`] in memory of an earlier frame.
///
/// # Errors
/// As [`to_rgb`].
pub fn to_rgb_in(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
    memory: Vec<u8>,
) -> Result<RgbFrame, EngineError> {
    if decoded.colour == Colour::YbrPartial {
        let (mut decoded, mut samples) = (decoded.clone(), samples.to_vec());
        partial_range::widen(&mut decoded, &mut samples);
        if decoded.colour != Colour::YbrPartial {
            return to_rgb(format, &decoded, &samples);
        }
    }
    if let Layout::Planes(planes) = &decoded.layout
        && decoded.colour == Colour::YbrFull
        && decoded.sample_bytes == 1
    {
        return Ok(RgbFrame {
            bytes: planes_to_rgb(decoded, planes, samples, memory),
            sample_bytes: 1,
        });
    }
    let bytes = match (
        decoded.colour,
        decoded.samples_per_pixel,
        decoded.sample_bytes,
    ) {
        (Colour::Rgb, 3, width @ (1 | 2)) => {
            let mut decoded = decoded.clone();
            let mut samples = samples.to_vec();
            stored::interleave(&mut decoded, &mut samples);
            return Ok(RgbFrame {
                bytes: samples,
                sample_bytes: width,
            });
        }
        (Colour::YbrFull, 3, 1) if decoded.layout == Layout::Packed422 => {
            packed_422_to_rgb(decoded, samples)
        }
        (Colour::YbrFull, 3, 1) => samples.chunks_exact(3).flat_map(ycc_pixel).collect(),
        (Colour::YbrFull, 3, 2) => wide_ycc_to_rgb(format, decoded, samples),
        (Colour::Grey, 1, 4 | 8) => deep_grey_to_rgb(format, decoded, samples),
        (Colour::Palette, 1, 1 | 2) => palette_to_rgb(format, decoded, samples)?,
        (Colour::Grey, 1, 1 | 2) => grey_to_rgb(format, decoded, samples),
        _ => {
            return Err(EngineError::UnsupportedPixelFormat {
                detail: format!(
                    "{} of {} x {} bits as RGB",
                    format.photometric_interpretation,
                    decoded.samples_per_pixel,
                    decoded.sample_bytes * 8
                ),
            });
        }
    };
    Ok(RgbFrame {
        bytes,
        sample_bytes: 1,
    })
}

/// The high byte of samples of 16 bits, by the bits that are used.
pub fn to_8_bits(format: &PixelFormat, frame: RgbFrame) -> Vec<u8> {
    if frame.sample_bytes == 1 {
        return frame.bytes;
    }
    let shift = u32::from(format.bits_stored.saturating_sub(8)).min(8);
    frame
        .bytes
        .chunks_exact(2)
        .map(|pair| (u16::from_le_bytes([pair[0], pair[1]]) >> shift).min(255) as u8)
        .collect()
}

fn planes_to_rgb(
    decoded: &Decoded,
    planes: &Planes,
    samples: &[u8],
    mut bytes: Vec<u8>,
) -> Vec<u8> {
    let (width, height) = (decoded.width as usize, decoded.height as usize);
    let mut rows = Rows::new(planes, samples, (width, height));
    let mut lines = [vec![0; width], vec![0; width], vec![0; width]];
    // Every pixel is written below.
    bytes.resize(width * height * 3, 0);
    for (row, target) in bytes.chunks_exact_mut(width * 3).enumerate() {
        for (component, line) in lines.iter_mut().enumerate() {
            rows.write(component, row, line);
        }
        ycc::convert_row(&lines, target);
    }
    bytes
}

fn ycc_pixel(pixel: &[u8]) -> [u8; 3] {
    convert(pixel[0], pixel[1], pixel[2])
}

fn packed_422_to_rgb(decoded: &Decoded, samples: &[u8]) -> Vec<u8> {
    let width = decoded.width as usize;
    let mut bytes = Vec::with_capacity(width * decoded.height as usize * 3);
    for row in samples.chunks_exact(width.div_ceil(2) * 4) {
        let pixels = row.chunks_exact(4).flat_map(|quad| {
            [
                convert(quad[0], quad[2], quad[3]),
                convert(quad[1], quad[2], quad[3]),
            ]
        });
        bytes.extend(pixels.take(width).flatten());
    }
    bytes
}

/// The high bits of samples of 16 bits by those that are used, then as 8 bits.
fn wide_ycc_to_rgb(format: &PixelFormat, decoded: &Decoded, samples: &[u8]) -> Vec<u8> {
    let mut decoded = decoded.clone();
    let mut bytes = samples.to_vec();
    stored::interleave(&mut decoded, &mut bytes);
    let frame = RgbFrame {
        bytes,
        sample_bytes: 2,
    };
    let narrow = to_8_bits(format, frame);
    narrow.chunks_exact(3).flat_map(ycc_pixel).collect()
}

/// The high byte of what a texture of 16 bits holds. MONOCHROME1 is turned around.
fn deep_grey_to_rgb(format: &PixelFormat, decoded: &Decoded, samples: &[u8]) -> Vec<u8> {
    let inverted = format.photometric_interpretation == "MONOCHROME1";
    let mut texture = Vec::new();
    deep_grey::to_16_bits(format, decoded, samples, &mut texture);
    let (words, _) = texture.as_chunks::<2>();
    let shade = |&[_, high]: &[u8; 2]| [if inverted { 255 - high } else { high }; 3];
    words.iter().flat_map(shade).collect()
}

/// Samples of one component as signed numbers.
fn numbers<'a>(
    format: &'a PixelFormat,
    decoded: &Decoded,
    samples: &'a [u8],
) -> impl Iterator<Item = i32> + 'a {
    let signed = format.signed;
    samples
        .chunks_exact(decoded.sample_bytes)
        .map(move |sample| match (sample, signed) {
            ([low], false) => i32::from(*low),
            ([low], true) => i32::from(*low as i8),
            ([low, high], false) => i32::from(u16::from_le_bytes([*low, *high])),
            ([low, high, ..], _) => i32::from(i16::from_le_bytes([*low, *high])),
            ([], _) => 0,
        })
}

fn palette_to_rgb(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
) -> Result<Vec<u8>, EngineError> {
    let palette = format
        .palette
        .as_ref()
        .filter(|palette| palette.rgb.len() >= 3)
        .ok_or_else(|| EngineError::MissingAttribute {
            attribute: "RedPaletteColorLookupTableData".to_owned(),
        })?;
    let last = palette.rgb.len() as i32 / 3 - 1;
    let entry = |index: i32| {
        let at = (index - palette.first_mapped).clamp(0, last) as usize * 3;
        [palette.rgb[at], palette.rgb[at + 1], palette.rgb[at + 2]]
    };
    Ok(numbers(format, decoded, samples).flat_map(entry).collect())
}

/// Linear window (PS3.3 C.11.2.1.2.1) after rescale. Without a window 8 bits pass as they are and
/// 16 bits are stretched over what the frame holds. MONOCHROME1 is turned around.
///
/// The shades of a frame that is grey of 8 or 16 bits, which red, green and blue of [`to_rgb`] are; none of others.
pub fn grey_shades<'a>(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &'a [u8],
) -> Option<Cow<'a, [u8]>> {
    let is_grey = decoded.colour == Colour::Grey
        && decoded.samples_per_pixel == 1
        && decoded.sample_bytes <= 2;
    is_grey.then(|| shades_of(format, decoded, samples))
}

fn shades_of<'a>(format: &PixelFormat, decoded: &Decoded, samples: &'a [u8]) -> Cow<'a, [u8]> {
    let inverted = format.photometric_interpretation == "MONOCHROME1";
    let (center, width) = match &format.window {
        Some(window) => (window.center, window.width),
        None if decoded.sample_bytes == 1 && !format.signed => (128.0, 256.0),
        None => {
            let low = numbers(format, decoded, samples).min().unwrap_or(0);
            let high = numbers(format, decoded, samples).max().unwrap_or(0);
            let width = f64::from(high - low) + 1.0;
            (f64::from(low) + width / 2.0, width)
        }
    };
    let plain = format.window.is_none();
    let (slope, intercept) = if plain {
        (1.0, 0.0)
    } else {
        (format.rescale_slope, format.rescale_intercept)
    };
    let shade = |sample: i32| {
        let value = f64::from(sample) * slope + intercept;
        let position = if width > 1.0 {
            (value - (center - 0.5)) / (width - 1.0) + 0.5
        } else if value > center - 0.5 {
            1.0
        } else {
            0.0
        };
        let grey = (position.clamp(0.0, 1.0) * 255.0).round() as u8;
        if inverted { 255 - grey } else { grey }
    };
    if decoded.sample_bytes > 1 {
        return numbers(format, decoded, samples).map(shade).collect();
    }
    // A byte has few values: each is computed once.
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    let shades: Vec<u8> = numbers(format, decoded, &bytes).map(shade).collect();
    if shades == bytes {
        return Cow::Borrowed(samples);
    }
    let shaded = samples.iter().map(|&sample| shades[usize::from(sample)]);
    shaded.collect()
}

fn grey_to_rgb(format: &PixelFormat, decoded: &Decoded, samples: &[u8]) -> Vec<u8> {
    let shades = shades_of(format, decoded, samples);
    let mut rgb = vec![0; shades.len() * 3];
    let (pixels, _) = rgb.as_chunks_mut::<3>();
    for (pixel, &shade) in pixels.iter_mut().zip(shades.iter()) {
        *pixel = [shade; 3];
    }
    rgb
}
