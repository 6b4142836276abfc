//! Meaning of a frame's bytes: size, samples, photometric interpretation, palette.

use serde::{Deserialize, Serialize};

use super::element::{DataSet, Tag, Vr};
use super::transfer_syntax;
use super::warnings::Warnings;
use crate::error::EngineError;
use crate::limits;
use crate::records::metadata::{Palette, Window};

/// The user's interpretation of the three samples of a pixel, against stream and header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourChoice {
    /// Red, green, blue.
    Rgb,
    /// Luma and chroma of full range, BT.601.
    YbrFull,
}

/// Everything a codec needs to know besides the bytes; also the descriptor handed to decoders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PixelFormat {
    /// Transfer syntax the pixels are read with.
    pub transfer_syntax_uid: String,
    /// Rows.
    pub height: u32,
    /// Columns.
    pub width: u32,
    /// Samples per pixel, 1 to 4.
    pub samples_per_pixel: u16,
    /// Bits allocated: 1, 8, 16, 32 or 64.
    pub bits_allocated: u16,
    /// Bits stored.
    pub bits_stored: u16,
    /// Samples are signed.
    pub signed: bool,
    /// Samples are floating point (Float or Double Float Pixel Data).
    pub float: bool,
    /// Samples lie plane by plane (plain samples only).
    pub planar: bool,
    /// Photometric Interpretation.
    pub photometric_interpretation: String,
    /// The person's word on colour; none as a rule.
    #[serde(default)]
    pub colour_override: Option<ColourChoice>,
    /// Plain samples of YBR_FULL_422 with one pair of chroma samples for two pixels.
    pub packed_422: bool,
    /// Bytes of a 16-bit word are turned around, also for 8-bit samples.
    pub swapped_words: bool,
    /// Colours of PALETTE COLOR.
    pub palette: Option<Palette>,
    /// First window.
    pub window: Option<Window>,
    /// Rescale slope, 1 when absent.
    pub rescale_slope: f64,
    /// Rescale intercept, 0 when absent.
    pub rescale_intercept: f64,
    /// Height and width of one pixel for display; null when square or unknown.
    pub pixel_aspect_ratio: Option<[f64; 2]>,
}

impl PixelFormat {
    /// Bits of one frame of plain samples.
    pub fn frame_bits(&self) -> u64 {
        let rows = u64::from(self.height);
        let columns = u64::from(self.width);
        let sample_bits = u64::from(self.bits_allocated);
        if self.packed_422 {
            rows * columns.div_ceil(2) * 4 * sample_bits
        } else {
            rows * columns * u64::from(self.samples_per_pixel) * sample_bits
        }
    }

    /// Bytes of one decoded sample; 1-bit samples take a byte each.
    pub fn sample_bytes(&self) -> usize {
        usize::from(self.bits_allocated.div_ceil(8))
    }
}

/// Reads the format from the elements before Pixel Data.
///
/// # Errors
/// `missing-attribute` for Rows, Columns or bits; `unsupported-pixel-format`;
/// `limit-exceeded` for `decoded_frame_bytes`.
pub fn read_format(
    data: &DataSet,
    transfer_syntax_uid: &str,
    pixel_tag: Tag,
    pixel_vr: Vr,
    warnings: &mut Warnings,
) -> Result<PixelFormat, EngineError> {
    let required = |tag: u32, attribute: &str| {
        data.u16(Tag(tag))
            .filter(|&value| value > 0)
            .ok_or_else(|| EngineError::MissingAttribute {
                attribute: attribute.to_owned(),
            })
    };
    let height = u32::from(required(0x0028_0010, "Rows")?);
    let width = u32::from(required(0x0028_0011, "Columns")?);
    let float_bits = match pixel_tag.0 {
        0x7fe0_0008 => Some(32),
        0x7fe0_0009 => Some(64),
        _ => None,
    };
    let bits_allocated = match float_bits {
        Some(bits) => bits,
        None => required(0x0028_0100, "BitsAllocated")?,
    };
    let photometric_interpretation = data
        .text(Tag(0x0028_0004))
        .map(|text| text.to_ascii_uppercase());
    let samples_per_pixel = data
        .u16(Tag(0x0028_0002))
        .filter(|&value| value > 0)
        .unwrap_or_else(|| default_samples(photometric_interpretation.as_deref()));
    let photometric_interpretation = photometric_interpretation.unwrap_or_else(|| {
        let guess = if samples_per_pixel == 3 {
            "RGB"
        } else {
            "MONOCHROME2"
        };
        guess.to_owned()
    });
    if !matches!(bits_allocated, 1 | 8 | 16 | 32 | 64) {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: format!("{bits_allocated} bits allocated"),
        });
    }
    if samples_per_pixel > 4 {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: format!("{samples_per_pixel} samples per pixel"),
        });
    }
    let native = transfer_syntax::is_native(transfer_syntax_uid);
    let palette = (photometric_interpretation == "PALETTE COLOR")
        .then(|| super::palette::read_palette(data, warnings))
        .flatten();
    let bits_stored = data
        .u16(Tag(0x0028_0101))
        .filter(|&bits| bits > 0 && bits <= bits_allocated)
        .unwrap_or(bits_allocated);
    let raised = raised_bits(data, transfer_syntax_uid, bits_allocated, bits_stored);
    let raise = libm::exp2(f64::from(raised));
    let format = PixelFormat {
        height,
        width,
        samples_per_pixel,
        bits_allocated,
        bits_stored: bits_stored + raised,
        signed: data.u16(Tag(0x0028_0103)) == Some(1),
        float: float_bits.is_some(),
        planar: samples_per_pixel > 1 && data.u16(Tag(0x0028_0006)) == Some(1),
        packed_422: native
            && samples_per_pixel == 3
            && matches!(
                photometric_interpretation.as_str(),
                "YBR_FULL_422" | "YBR_PARTIAL_422"
            ),
        swapped_words: transfer_syntax::encoding(transfer_syntax_uid).big_endian
            && bits_allocated <= 8
            && pixel_vr == Vr::OW,
        photometric_interpretation,
        colour_override: None,
        palette,
        window: read_window(data).map(|window| Window {
            center: window.center * raise,
            width: window.width * raise,
        }),
        rescale_slope: data
            .f64(Tag(0x0028_1053))
            .filter(|&slope| slope != 0.0)
            .unwrap_or(1.0),
        rescale_intercept: data.f64(Tag(0x0028_1052)).unwrap_or(0.0) * raise,
        pixel_aspect_ratio: None,
        transfer_syntax_uid: transfer_syntax_uid.to_owned(),
    };
    let decoded_bytes = u64::from(height)
        * u64::from(width)
        * u64::from(samples_per_pixel)
        * format.sample_bytes() as u64;
    if decoded_bytes > limits::MAX_DECODED_FRAME_BYTES {
        return Err(EngineError::limit(
            "decoded_frame_bytes",
            limits::MAX_DECODED_FRAME_BYTES,
            decoded_bytes,
        ));
    }
    Ok(format)
}

/// Bits below the stored ones: samples may be in the high bits of the allocated ones (High Bit, PS3.5 8.1.1). They
/// count as low bits of larger samples, so that pixels stay as they are; a window is raised with them. Codecs of
/// compressed frames place their samples themselves.
fn raised_bits(data: &DataSet, uid: &str, bits_allocated: u16, bits_stored: u16) -> u16 {
    if !transfer_syntax::is_native(uid) && uid != transfer_syntax::RLE {
        return 0;
    }
    let high = data
        .u16(Tag(0x0028_0102))
        .filter(|&bit| bit < bits_allocated);
    high.map_or(0, |bit| (bit + 1).saturating_sub(bits_stored))
}

fn default_samples(photometric: Option<&str>) -> u16 {
    match photometric {
        Some(name) if name.starts_with("RGB") || name.starts_with("YBR") => 3,
        _ => 1,
    }
}

fn read_window(data: &DataSet) -> Option<Window> {
    let center = *data.decimals(Tag(0x0028_1050)).first()?;
    let width = *data.decimals(Tag(0x0028_1051)).first()?;
    (width > 0.0).then_some(Window { center, width })
}
