//! Small pictures for lists: area average, aspect of the pixels honoured, JPEG.

use jpeg_encoder::{ColorType, Encoder};
use serde::Deserialize;

use crate::codecs::Decoded;
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_ICON_SIDE_PX;
use crate::pixels::rgb;

/// JPEG quality of icons: speckle shows no blocks, a 320-pixel icon takes about 15 kB.
const QUALITY: u8 = 82;

/// Room for an icon, in pixels.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IconBox {
    /// Widest.
    pub max_width: u32,
    /// Highest.
    pub max_height: u32,
}

/// Makes an icon that fits in a box of `max_width` by `max_height` pixels; never enlarged.
///
/// # Errors
/// `invalid-argument` for an empty or too large box, and as [`rgb::to_rgb`].
pub fn icon(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
    max_width: u32,
    max_height: u32,
) -> Result<Vec<u8>, EngineError> {
    let one = IconBox {
        max_width,
        max_height,
    };
    Ok(icons(format, decoded, samples, &[one])?.concat())
}

/// Makes an icon for each box.
///
/// # Errors
/// As [`icon`].
pub fn icons(
    format: &PixelFormat,
    decoded: &Decoded,
    samples: &[u8],
    boxes: &[IconBox],
) -> Result<Vec<Vec<u8>>, EngineError> {
    for one in boxes {
        check_size(one.max_width, one.max_height)?;
    }
    let picture = rgb::to_8_bits(format, rgb::to_rgb(format, decoded, samples)?);
    let size = (decoded.width, decoded.height);
    boxes
        .iter()
        .map(|one| {
            let bounds = (one.max_width, one.max_height);
            let (width, height) = fitted_size(size, format.pixel_aspect_ratio, bounds);
            let small = shrink(&picture, size.0 as usize, size.1 as usize, width, height);
            encode(&small, width, height)
        })
        .collect()
}

/// Shades of [`video_icon`]: ground and sign.
const GROUND: u8 = 40;
const SIGN: u8 = 170;

/// Stands for a video, whose frames only a browser decodes: the sign of playing on a dark ground,
/// in the shape of its picture.
///
/// # Errors
/// `invalid-argument` for an empty or too large box.
pub fn video_icon(
    format: &PixelFormat,
    max_width: u32,
    max_height: u32,
) -> Result<Vec<u8>, EngineError> {
    check_size(max_width, max_height)?;
    let picture = (format.width, format.height);
    let (width, height) = fitted_size(picture, format.pixel_aspect_ratio, (max_width, max_height));
    let mut pixels = vec![GROUND; width * height * 3];
    // A triangle that points to the right, as high as a third of the picture.
    let half = (height.min(width) / 6).max(1) as i64;
    for (index, pixel) in pixels.chunks_exact_mut(3).enumerate() {
        let right = (index % width) as i64 - (width / 2) as i64 + half;
        let below = (index / width) as i64 - (height / 2) as i64;
        if (0..=2 * half).contains(&right) && 2 * below.abs() <= 2 * half - right {
            pixel.fill(SIGN);
        }
    }
    encode(&pixels, width, height)
}

fn check_size(max_width: u32, max_height: u32) -> Result<(), EngineError> {
    let side = 1..=MAX_ICON_SIDE_PX;
    if !side.contains(&max_width) || !side.contains(&max_height) {
        return Err(EngineError::InvalidArgument {
            argument: "max_width, max_height".to_owned(),
            detail: format!("1 to {MAX_ICON_SIDE_PX} pixels"),
        });
    }
    Ok(())
}

fn encode(pixels: &[u8], width: usize, height: usize) -> Result<Vec<u8>, EngineError> {
    let mut jpeg = Vec::new();
    Encoder::new(&mut jpeg, QUALITY)
        .encode(pixels, width as u16, height as u16, ColorType::Rgb)
        .map_err(|error| EngineError::MalformedFrame {
            detail: error.to_string(),
        })?;
    Ok(jpeg)
}

/// Size in square pixels that fits the box.
fn fitted_size(
    (width, height): (u32, u32),
    aspect: Option<[f64; 2]>,
    (max_width, max_height): (u32, u32),
) -> (usize, usize) {
    let [vertical, horizontal] = aspect.unwrap_or([1.0, 1.0]);
    // The coarser direction is stretched, so that no detail of the finer one is lost.
    let finer = vertical.min(horizontal);
    let shown_width = f64::from(width) * horizontal / finer;
    let shown_height = f64::from(height) * vertical / finer;
    let scale = (f64::from(max_width) / shown_width)
        .min(f64::from(max_height) / shown_height)
        .min(1.0);
    let side = |shown: f64, limit: u32| ((shown * scale).round() as usize).clamp(1, limit as usize);
    (side(shown_width, max_width), side(shown_height, max_height))
}

/// Source pixels that one target pixel covers, with the share of each.
struct Cover {
    first: usize,
    shares: Vec<f32>,
}

fn covers(source: usize, target: usize) -> Vec<Cover> {
    let scale = source as f64 / target as f64;
    (0..target)
        .map(|index| {
            let start = index as f64 * scale;
            let end = start + scale;
            let first = start as usize;
            let last = (end.ceil() as usize).clamp(first + 1, source);
            let shares = (first..last)
                .map(|pixel| {
                    let pixel = pixel as f64;
                    ((end.min(pixel + 1.0) - start.max(pixel)).max(0.0) / scale) as f32
                })
                .collect();
            Cover { first, shares }
        })
        .collect()
}

/// Red, green, blue and nothing: as many as one instruction takes.
type Wide = [f32; 4];

fn add(sum: &mut Wide, share: f32, samples: Wide) {
    for channel in 0..4 {
        sum[channel] += share * samples[channel];
    }
}

/// Averages the area under each target pixel, columns first, then rows. Every sum adds its samples in the order
/// in which they lie, so that icons stay the same to the byte.
fn shrink(rgb: &[u8], width: usize, height: usize, to_width: usize, to_height: usize) -> Vec<u8> {
    let columns = covers(width, to_width);
    let mut narrow: Vec<Wide> = Vec::with_capacity(to_width * height);
    let mut line: Vec<Wide> = Vec::with_capacity(width);
    for source in rgb.chunks_exact(width * 3) {
        line.clear();
        let (pixels, _) = source.as_chunks::<3>();
        line.extend(
            pixels
                .iter()
                .map(|&[r, g, b]| [f32::from(r), f32::from(g), f32::from(b), 0.0]),
        );
        narrow.extend(columns.iter().map(|cover| {
            let mut sum = [0.0; 4];
            for (&share, &pixel) in cover.shares.iter().zip(&line[cover.first..]) {
                add(&mut sum, share, pixel);
            }
            sum
        }));
    }
    let mut small = Vec::with_capacity(to_width * to_height * 3);
    let mut sums: Vec<Wide> = vec![[0.0; 4]; to_width];
    for cover in &covers(height, to_height) {
        sums.fill([0.0; 4]);
        let sources = narrow[cover.first * to_width..].chunks_exact(to_width);
        for (&share, source) in cover.shares.iter().zip(sources) {
            for (sum, &pixel) in sums.iter_mut().zip(source) {
                add(sum, share, pixel);
            }
        }
        small.extend(
            sums.iter()
                .flat_map(|&[r, g, b, _]| [r, g, b].map(|sum| sum.round() as u8)),
        );
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_fits_the_box_and_keeps_the_shape() {
        assert_eq!(fitted_size((800, 600), None, (320, 320)), (320, 240));
        assert_eq!(fitted_size((100, 50), None, (320, 320)), (100, 50));
        // Pixels 1.25 times as wide as high: 480 x 430 shows as 600 x 430.
        assert_eq!(
            fitted_size((480, 430), Some([4.0, 5.0]), (300, 300)),
            (300, 215)
        );
    }

    #[test]
    fn means_are_kept_where_the_scale_is_no_whole_number() {
        let picture: Vec<u8> = (0..5u8 * 3).map(|value| value * 10).collect();
        let small = shrink(&picture, 5, 1, 2, 1);
        // Columns 0, 1 and half of 2 make the first pixel: (0 + 30 + 60 / 2) / 2.5 = 24.
        assert_eq!(small[0], 24);
        // Half of 2, then 3 and 4: (60 / 2 + 90 + 120) / 2.5 = 96.
        assert_eq!(small[3], 96);
    }
}
