//! Frame codecs: the bytes of one frame to samples. One codec per file behind [`Codec`].

mod jpeg_baseline;
mod plain;
mod rle;

use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;

/// What samples mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// One sample of brightness.
    Grey,
    /// One index into the palette.
    Palette,
    /// Red, green, blue.
    Rgb,
    /// Luma and two chroma samples, full range, BT.601.
    YbrFull,
    /// A photometric interpretation whose samples can be read but not shown.
    Other,
}

/// Bytes of one frame as they stand in the file.
#[derive(Debug, Clone, Copy)]
pub struct FrameInput<'a> {
    /// All pieces of the frame, joined.
    pub bytes: &'a [u8],
    /// Bits to pass over at the start (frames within a byte or word).
    pub skip_bits: u32,
}

/// What a codec wrote: samples interleaved, least significant byte first, no padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Samples per pixel.
    pub samples_per_pixel: u16,
    /// Bytes per sample: 1, 2, 4 or 8.
    pub sample_bytes: usize,
    /// Two luma samples share a pair of chroma samples, as in the file: Y0 Y1 Cb Cr.
    pub packed_422: bool,
    /// What the samples mean.
    pub colour: Colour,
    /// Bytes were missing; what could not be read is 0 or grey.
    pub partial: bool,
}

/// One way of storing frames.
pub trait Codec {
    /// Decodes one frame into `output`, which is cleared first and reused between frames.
    ///
    /// # Errors
    /// `malformed-frame` when nothing of the picture can be read, `unsupported-pixel-format`,
    /// `limit-exceeded` for `decoded_frame_bytes`.
    fn decode(
        &self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError>;
}

/// The codec of a transfer syntax.
///
/// # Errors
/// `unsupported-transfer-syntax`, with the UID and its name.
pub fn codec_for(transfer_syntax_uid: &str) -> Result<&'static dyn Codec, EngineError> {
    match transfer_syntax_uid {
        transfer_syntax::IMPLICIT_LITTLE
        | transfer_syntax::EXPLICIT_LITTLE
        | transfer_syntax::EXPLICIT_BIG => Ok(&plain::Plain),
        transfer_syntax::RLE => Ok(&rle::Rle),
        transfer_syntax::JPEG_BASELINE => Ok(&jpeg_baseline::JpegBaseline),
        uid => Err(EngineError::UnsupportedTransferSyntax {
            uid: uid.to_owned(),
            name: transfer_syntax::name(uid).to_owned(),
        }),
    }
}

/// What samples mean by the Photometric Interpretation alone.
fn colour_by_photometric(format: &PixelFormat) -> Colour {
    match format.photometric_interpretation.as_str() {
        "MONOCHROME1" | "MONOCHROME2" => Colour::Grey,
        "PALETTE COLOR" => Colour::Palette,
        "RGB" => Colour::Rgb,
        "YBR_FULL" | "YBR_FULL_422" => Colour::YbrFull,
        _ if format.samples_per_pixel == 1 => Colour::Grey,
        _ => Colour::Other,
    }
}
