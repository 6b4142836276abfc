//! Small pictures for lists: area average, aspect of the pixels honoured, JPEG.

use serde::Deserialize;

use crate::codecs::Decoded;
use crate::codecs::jpeg::baseline_writer::{Pixels, write};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_ICON_SIDE_PX;
use crate::pixels::{rgb, shrink};

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
    let size = (decoded.width as usize, decoded.height as usize);
    let fitted: Vec<(usize, usize)> = boxes
        .iter()
        .map(|one| {
            let bounds = (one.max_width, one.max_height);
            let shown = (decoded.width, decoded.height);
            fitted_size(shown, format.pixel_aspect_ratio, bounds)
        })
        .collect();
    let grey = rgb::grey_shades(format, decoded, samples);
    let small = match &grey {
        Some(shades) => shrink::grey(shades, size, &fitted),
        None => {
            let picture = rgb::to_8_bits(format, rgb::to_rgb(format, decoded, samples)?);
            shrink::colour(&picture, size, &fitted)
        }
    };
    let pixels = |bytes| match grey {
        Some(_) => Pixels::Grey(bytes),
        None => Pixels::Rgb(bytes),
    };
    let pictures = small.iter().zip(fitted);
    Ok(pictures
        .map(|(bytes, (width, height))| write(pixels(bytes), width as u16, height as u16))
        .collect())
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
    Ok(write(Pixels::Rgb(&pixels), width as u16, height as u16))
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
}
