//! Samples laid out as the texture that shows them.

use serde::Serialize;

use super::{deep_grey, partial_range, rgb, stored};
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

/// Lays out samples for display. The result describes `texture`, which is cleared and reused.
/// Colours that a shader cannot look up by a byte (palettes of 16-bit indices, of more than 256
/// entries or with an offset, RGB and YBR of 16 bits) leave as RGB of 8 bits, grey of more than 16
/// bits as 16 bits ([`deep_grey`]).
///
/// # Errors
/// `unsupported-pixel-format` for colours of more than 16 bits and for others that cannot be shown.
pub fn lay_out(
    decoded: &mut Decoded,
    samples: &mut Vec<u8>,
    format: &PixelFormat,
    texture: &mut Vec<u8>,
) -> Result<FrameView, EngineError> {
    if decoded.sample_bytes > 2 && decoded.colour == Colour::Grey && decoded.samples_per_pixel == 1
    {
        return Ok(deep_grey_view(decoded, samples, format, texture));
    }
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
    if let Layout::Planes(planes) = &decoded.layout
        && decoded.sample_bytes == 1
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
    let wide_colour =
        matches!(decoded.colour, Colour::Rgb | Colour::YbrFull) && decoded.sample_bytes > 1;
    if wide_palette || wide_colour {
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
            split_planes(samples, texture);
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

/// Y0 Y1 Cb Cr to a plane of luma over a row of Cb next to Cr for each row.
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

fn split_planes(samples: &[u8], texture: &mut Vec<u8>) {
    texture.clear();
    texture.resize(samples.len(), 0);
    let plane_bytes = samples.len() / 3;
    for (index, plane) in texture.chunks_exact_mut(plane_bytes.max(1)).enumerate() {
        for (target, pixel) in plane.iter_mut().zip(samples.chunks_exact(3)) {
            *target = pixel[index];
        }
    }
}

/// Grey that is deeper than a texture; what is shown black and white is settled here.
fn deep_grey_view(
    decoded: &mut Decoded,
    samples: &mut Vec<u8>,
    format: &PixelFormat,
    texture: &mut Vec<u8>,
) -> FrameView {
    stored::interleave(decoded, samples);
    deep_grey::to_16_bits(format, decoded, samples, texture);
    FrameView {
        width: decoded.width,
        height: decoded.height,
        layout: FrameLayout::Grey,
        bits: 16,
        signed: false,
        sampling: [1, 1],
        stride: decoded.width,
        rows: decoded.height,
        partial: decoded.partial,
    }
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
