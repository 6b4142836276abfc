//! Samples laid out as the texture that shows them.

use serde::Serialize;

use super::{partial_range, rgb, stored};
use crate::codecs::{Colour, Decoded, Layout};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// How a texture is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameLayout {
    /// Y on top, Cb and Cr below.
    Planes,
    /// Red, green, blue, interleaved.
    Rgb,
    /// Indices into the palette.
    Palette,
    /// Brightness.
    Grey,
}

/// Layout of one frame in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FrameView {
    /// Columns of the picture.
    pub width: u32,
    /// Rows of the picture.
    pub height: u32,
    /// How the texture is read.
    pub layout: FrameLayout,
    /// Bits of a sample: 8 or 16.
    pub bits: u8,
    /// Samples are signed.
    pub signed: bool,
    /// Horizontal and vertical divisor of the chroma planes.
    pub sampling: [u8; 2],
    /// Samples from one row to the next.
    pub stride: u32,
    /// Rows of the texture, chroma included.
    pub rows: u32,
    /// The frame was cut short.
    pub partial: bool,
}

/// Most entries of a palette that a texture row and an index of 8 bits can hold.
const MAX_SHADER_ENTRIES: usize = 256;

/// Lays out samples for display. The answer describes `texture`, which is cleared and reused.
/// Colours that a shader cannot look up by a byte (palettes of 16-bit indices, of more than 256
/// entries or with an offset, RGB of 16 bits) leave as RGB of 8 bits.
///
/// # Errors
/// `unsupported-pixel-format` for more than 16 bits and for colours that cannot be shown.
pub fn lay_out(
    decoded: &mut Decoded,
    samples: &mut Vec<u8>,
    format: &PixelFormat,
    texture: &mut Vec<u8>,
) -> Result<FrameView, EngineError> {
    if decoded.sample_bytes > 2 {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: format!("{} bits allocated", decoded.sample_bytes * 8),
        });
    }
    partial_range::widen(decoded, samples);
    let mut view = FrameView {
        width: decoded.width,
        height: decoded.height,
        layout: FrameLayout::Grey,
        bits: (decoded.sample_bytes * 8) as u8,
        signed: format.signed,
        sampling: [1, 1],
        stride: decoded.width,
        rows: decoded.height,
        partial: decoded.partial,
    };
    let expected = match decoded.colour {
        Colour::Grey | Colour::Palette => 1,
        Colour::Rgb | Colour::YbrFull => 3,
        Colour::YbrPartial | Colour::Other => 0,
    };
    if decoded.samples_per_pixel != expected {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: format!("{} samples per pixel", decoded.samples_per_pixel),
        });
    }
    if decoded.sample_bytes > 1 && expected == 3 && decoded.colour == Colour::YbrFull {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: "YBR_FULL of 16 bits".to_owned(),
        });
    }
    if let Layout::Planes(planes) = &decoded.layout
        && decoded.colour == Colour::YbrFull
        && let Some(sampling) = planes.sampling
    {
        view.layout = FrameLayout::Planes;
        view.sampling = sampling;
        view.stride = planes.stride as u32;
        view.rows = (planes.samples / planes.stride) as u32;
        std::mem::swap(samples, texture);
        return Ok(view);
    }
    stored::interleave(decoded, samples);
    let wide_palette = decoded.colour == Colour::Palette
        && (decoded.sample_bytes > 1
            || format.palette.as_ref().is_some_and(|palette| {
                palette.first_mapped != 0 || palette.rgb.len() > MAX_SHADER_ENTRIES * 3
            }));
    if wide_palette || (decoded.colour == Colour::Rgb && decoded.sample_bytes > 1) {
        *texture = rgb::to_8_bits(format, rgb::to_rgb(format, decoded, samples)?);
        view.layout = FrameLayout::Rgb;
        view.bits = 8;
        view.signed = false;
        view.stride = decoded.width * 3;
        return Ok(view);
    }
    match decoded.colour {
        Colour::YbrFull if decoded.layout == Layout::Packed422 => {
            view.layout = FrameLayout::Planes;
            view.sampling = [2, 1];
            view.stride = decoded.width.max(2 * decoded.width.div_ceil(2));
            view.rows = decoded.height * 2;
            split_422(decoded, samples, view.stride as usize, texture);
        }
        Colour::YbrFull => {
            view.layout = FrameLayout::Planes;
            view.rows = decoded.height * 3;
            split_planes(samples, decoded.sample_bytes, texture);
        }
        Colour::Rgb => {
            view.layout = FrameLayout::Rgb;
            view.stride = decoded.width * 3;
            std::mem::swap(samples, texture);
        }
        Colour::Palette => {
            view.layout = FrameLayout::Palette;
            std::mem::swap(samples, texture);
        }
        Colour::Grey | Colour::YbrPartial | Colour::Other => std::mem::swap(samples, texture),
    }
    Ok(view)
}

/// Y0 Y1 Cb Cr to a plane of luma over a row of Cb beside Cr for each row.
fn split_422(decoded: &Decoded, samples: &[u8], stride: usize, texture: &mut Vec<u8>) {
    let (width, height) = (decoded.width as usize, decoded.height as usize);
    let half = width.div_ceil(2);
    texture.clear();
    texture.resize(stride * height * 2, 0);
    let (luma, chroma) = texture.split_at_mut(stride * height);
    for (row, quads) in samples.chunks_exact(half * 4).take(height).enumerate() {
        let luma = &mut luma[row * stride..][..stride];
        let (blue, red) = chroma[row * stride..][..half * 2].split_at_mut(half);
        for (index, quad) in quads.chunks_exact(4).enumerate() {
            luma[index * 2] = quad[0];
            // The stride is even, so an odd width leaves room for the second sample.
            luma[index * 2 + 1] = quad[1];
            blue[index] = quad[2];
            red[index] = quad[3];
        }
    }
}

fn split_planes(samples: &[u8], sample_bytes: usize, texture: &mut Vec<u8>) {
    texture.clear();
    texture.resize(samples.len(), 0);
    let plane_bytes = samples.len() / 3;
    for (index, plane) in texture.chunks_exact_mut(plane_bytes.max(1)).enumerate() {
        let pixels = samples.chunks_exact(3 * sample_bytes);
        for (target, pixel) in plane.chunks_exact_mut(sample_bytes).zip(pixels) {
            target.copy_from_slice(&pixel[index * sample_bytes..][..sample_bytes]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::metadata::Palette;

    fn format() -> PixelFormat {
        serde_json::from_value(serde_json::json!({
            "transfer_syntax_uid": "1.2.840.10008.1.2.1", "height": 1, "width": 1,
            "samples_per_pixel": 3, "bits_allocated": 8, "bits_stored": 8, "signed": false,
            "float": false, "planar": false, "photometric_interpretation": "YBR_FULL",
            "packed_422": false, "swapped_words": false, "palette": null, "window": null,
            "rescale_slope": 1.0, "rescale_intercept": 0.0, "pixel_aspect_ratio": null
        }))
        .unwrap()
    }

    fn decoded(width: u32, colour: Colour, packed: bool) -> Decoded {
        Decoded {
            width,
            height: 1,
            samples_per_pixel: 3,
            sample_bytes: 1,
            layout: if packed {
                Layout::Packed422
            } else {
                Layout::Interleaved
            },
            colour,
            partial: false,
        }
    }

    #[test]
    fn packed_chroma_lies_below_the_luma_it_belongs_to() {
        let mut texture = Vec::new();
        let mut samples = vec![10, 11, 20, 30, 12, 13, 21, 31];
        let mut frame = decoded(4, Colour::YbrFull, true);
        let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
        assert_eq!(texture, [10, 11, 12, 13, 20, 21, 30, 31]);
        assert_eq!((view.stride, view.rows, view.sampling), (4, 2, [2, 1]));
    }

    #[test]
    fn an_odd_width_leaves_room_for_chroma() {
        let mut texture = Vec::new();
        let mut samples = vec![10, 11, 20, 30, 12, 99, 21, 31];
        let mut frame = decoded(3, Colour::YbrFull, true);
        let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
        assert_eq!(view.stride, 4);
        assert_eq!(texture[..3], [10, 11, 12]);
        assert_eq!(texture[4..], [20, 21, 30, 31]);
    }

    #[test]
    fn full_chroma_makes_three_planes() {
        let mut texture = Vec::new();
        let mut samples = vec![1, 2, 3, 4, 5, 6];
        let mut frame = decoded(2, Colour::YbrFull, false);
        let view = lay_out(&mut frame, &mut samples, &format(), &mut texture).unwrap();
        assert_eq!(texture, [1, 4, 2, 5, 3, 6]);
        assert_eq!((view.stride, view.rows), (2, 3));
    }

    #[test]
    fn indices_of_16_bits_leave_as_colours() {
        let mut format = format();
        format.palette = Some(Palette {
            first_mapped: 5,
            rgb: vec![1, 2, 3, 4, 5, 6],
        });
        let mut frame = decoded(2, Colour::Palette, false);
        frame.samples_per_pixel = 1;
        frame.sample_bytes = 2;
        let mut texture = Vec::new();
        let view = lay_out(&mut frame, &mut vec![6, 0, 0, 0], &format, &mut texture).unwrap();
        assert_eq!(texture, [4, 5, 6, 1, 2, 3]);
        assert_eq!(
            (view.layout, view.bits, view.stride),
            (FrameLayout::Rgb, 8, 6)
        );
    }
}
