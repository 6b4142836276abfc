//! Frame codecs: the bytes of one frame to samples. One codec per file behind [`Codec`].

mod bits;
pub mod coverage;
mod deflated;
pub mod jpeg;
#[cfg(feature = "full")]
pub(crate) mod jpeg_2000;
#[cfg(feature = "full")]
pub(crate) mod jpeg_ls;
#[cfg(feature = "full")]
pub(crate) mod jpeg_xl;
mod plain;
pub(crate) mod rle;
pub(crate) mod simd;

use crate::dicom::pixel_format::{ColourChoice, PixelFormat};
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use jpeg::Planes;

/// Meaning of samples.
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
    /// Luma from 16 to 235 and chroma from 16 to 240, BT.601; retired.
    YbrPartial,
    /// A photometric interpretation whose samples can be read but not shown.
    Other,
}

impl From<ColourChoice> for Colour {
    fn from(choice: ColourChoice) -> Self {
        match choice {
            ColourChoice::Rgb => Self::Rgb,
            ColourChoice::YbrFull => Self::YbrFull,
        }
    }
}

/// Bytes of one frame as in the file.
#[derive(Debug, Clone, Copy)]
pub struct FrameInput<'a> {
    /// All pieces of the frame, joined.
    pub bytes: &'a [u8],
    /// Bits to pass over at the start (frames within a byte or word).
    pub skip_bits: u32,
}

/// How a codec laid out samples in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// Pixel by pixel.
    Interleaved,
    /// Two luma samples share a pair of chroma samples, as in the file: Y0 Y1 Cb Cr.
    Packed422,
    /// Component by component; chroma is smaller by [`Planes::sampling`].
    Planes(Planes),
}

/// Output of a codec: samples with the least significant byte first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Samples per pixel.
    pub samples_per_pixel: u16,
    /// Bytes per sample: 1, 2, 4 or 8.
    pub sample_bytes: usize,
    /// Their layout in memory.
    pub layout: Layout,
    /// Meaning of the samples.
    pub colour: Colour,
    /// Bytes were missing; what could not be read is 0 or grey.
    pub partial: bool,
}

/// A frame written again from what decoding needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rewritten {
    /// Its stream.
    pub bytes: Vec<u8>,
    /// Nothing of the picture was missing or damaged.
    pub whole: bool,
}

/// One way of storing frames. Reusable memory of a codec is kept from frame to frame.
pub trait Codec {
    /// Decodes one frame into `output`, which is cleared first and reused between frames.
    ///
    /// # Errors
    /// `malformed-frame` when nothing of the picture can be read, `unsupported-pixel-format`,
    /// `limit-exceeded` for `decoded_frame_bytes`.
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError>;
}

/// A codec of a transfer syntax.
///
/// # Errors
/// `frames-in-browser` for video and `unsupported-transfer-syntax`, with the UID and its name.
pub fn codec_for(transfer_syntax_uid: &str) -> Result<Box<dyn Codec>, EngineError> {
    match transfer_syntax_uid {
        transfer_syntax::IMPLICIT_LITTLE
        | transfer_syntax::EXPLICIT_LITTLE
        | transfer_syntax::DEFLATED
        | transfer_syntax::ENCAPSULATED_PLAIN
        | transfer_syntax::EXPLICIT_BIG => Ok(Box::new(plain::Plain)),
        transfer_syntax::RLE => Ok(Box::new(rle::Rle)),
        transfer_syntax::JPEG_BASELINE
        | transfer_syntax::JPEG_EXTENDED
        | transfer_syntax::JPEG_SPECTRAL
        | transfer_syntax::JPEG_PROGRESSIVE
        | transfer_syntax::JPEG_LOSSLESS
        | transfer_syntax::JPEG_LOSSLESS_SV1 => Ok(Box::<jpeg::Jpeg>::default()),
        #[cfg(feature = "full")]
        transfer_syntax::JPEG_LS | transfer_syntax::JPEG_LS_NEAR => {
            Ok(Box::<jpeg_ls::JpegLs>::default())
        }
        #[cfg(feature = "full")]
        transfer_syntax::JPEG_2000_LOSSLESS
        | transfer_syntax::JPEG_2000
        | transfer_syntax::HTJ2K_LOSSLESS
        | transfer_syntax::HTJ2K_RPCL
        | transfer_syntax::HTJ2K => Ok(Box::new(jpeg_2000::Jpeg2000)),
        #[cfg(feature = "full")]
        transfer_syntax::JPEG_XL_RECOMPRESSION => Ok(Box::new(jpeg_xl::JpegXl)),
        transfer_syntax::DEFLATED_FRAMES => Ok(Box::new(deflated::Deflated)),
        uid if transfer_syntax::video(uid).is_some() => Err(EngineError::FramesInBrowser {
            uid: uid.to_owned(),
            name: transfer_syntax::name(uid).to_owned(),
        }),
        uid => Err(EngineError::UnsupportedTransferSyntax {
            uid: uid.to_owned(),
            name: transfer_syntax::name(uid).to_owned(),
        }),
    }
}

/// Meaning of samples only by the Photometric Interpretation.
fn colour_by_photometric(format: &PixelFormat) -> Colour {
    if let Some(choice) = format.colour_override
        && format.samples_per_pixel == 3
    {
        return choice.into();
    }
    match format.photometric_interpretation.as_str() {
        "MONOCHROME1" | "MONOCHROME2" => Colour::Grey,
        "PALETTE COLOR" => Colour::Palette,
        "RGB" => Colour::Rgb,
        "YBR_FULL" | "YBR_FULL_422" => Colour::YbrFull,
        "YBR_PARTIAL_422" | "YBR_PARTIAL_420" => Colour::YbrPartial,
        "YBR_RCT" | "YBR_ICT" => Colour::Rgb,
        _ if format.samples_per_pixel == 1 => Colour::Grey,
        _ => Colour::Other,
    }
}
