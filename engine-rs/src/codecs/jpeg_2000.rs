//! JPEG 2000 and High-Throughput JPEG 2000 (ISO 15444-1 and -15). A codestream is taken apart
//! (`codestream`), its tiles are cut into code blocks (`blocks`), packets give those their bytes (`packets`),
//! and then lines of samples are pulled through the wavelets (`wavelet`), which ask for one row of code blocks
//! after the other (`band_rows`). So memory follows the width of a picture, and what is dark costs little.

mod band_rows;
mod blocks;
mod budget;
mod codestream;
mod column;
mod grid;
mod header_bits;
mod high_throughput;
pub(crate) mod markers;
mod mq;
mod packets;
mod passes;
mod progression;
pub(crate) mod rewrite;
mod styles;
mod tag_tree;
mod tiles;
mod vlc_codes;
mod wavelet;

use self::codestream::Codestream;
use self::markers::segment_at;
use self::tiles::Target;
use super::{Codec, Colour, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax::JPEG_2000_START;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// Deepest samples.
const MAX_PRECISION: u8 = 16;

/// Codec of the JPEG 2000 transfer syntaxes; the codestream names its kind of blocks.
pub struct Jpeg2000;

impl Codec for Jpeg2000 {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let start = memchr::memmem::find(input.bytes, &JPEG_2000_START);
        let stream = &input.bytes[start.ok_or_else(|| malformed("no JPEG 2000 codestream"))?..];
        let header = Header::read(stream)?;
        let wide = header.precision > 8 || format.bits_allocated == 16;
        output.clear();
        let whole = decode(stream, &header, wide, output)?;
        Ok(Decoded {
            width: header.width,
            height: header.height,
            samples_per_pixel: header.components,
            sample_bytes: if wide { 2 } else { 1 },
            layout: Layout::Interleaved,
            colour: header.colour(format),
            partial: !whole,
        })
    }
}

/// Content of SIZ and COD.
struct Header {
    width: u32,
    height: u32,
    components: u16,
    precision: u8,
    signed: bool,
    /// The components were mixed (RCT or ICT) and come out as RGB.
    mixed: bool,
}

impl Header {
    fn read(stream: &[u8]) -> Result<Self, EngineError> {
        let short = || malformed("JPEG 2000 header cut short");
        let fixed = stream.get(4..42).ok_or_else(short)?;
        let word = |at: usize| u16::from_be_bytes([fixed[at], fixed[at + 1]]);
        let long = |at: usize| u32::from(word(at)) << 16 | u32::from(word(at + 2));
        let components = word(36);
        let sizes = stream
            .get(42..42 + usize::from(components) * 3)
            .ok_or_else(short)?;
        let (sizes, _) = sizes.as_chunks::<3>();
        let first = *sizes.first().ok_or_else(short)?;
        if components > 4 || sizes.iter().any(|size| *size != first) || first[1..] != [1, 1] {
            return Err(unsupported("components of different depth or sampling"));
        }
        let header = Self {
            width: long(4).saturating_sub(long(12)),
            height: long(8).saturating_sub(long(16)),
            components,
            precision: (first[0] & 0x7f) + 1,
            signed: first[0] & 0x80 != 0,
            mixed: mixes_components(stream),
        };
        if header.precision > MAX_PRECISION {
            return Err(unsupported("more than 16 bits"));
        }
        let bytes = u64::from(header.width)
            .saturating_mul(u64::from(header.height))
            .saturating_mul(u64::from(components) * if header.precision > 8 { 2 } else { 1 });
        if bytes == 0 {
            return Err(malformed("a JPEG 2000 picture without size"));
        }
        if bytes > MAX_DECODED_FRAME_BYTES {
            let limit = MAX_DECODED_FRAME_BYTES;
            return Err(EngineError::limit("decoded_frame_bytes", limit, bytes));
        }
        Ok(header)
    }

    /// Mixed components come out as RGB, whatever the data set says; others keep the meaning of the
    /// data set.
    fn colour(&self, format: &PixelFormat) -> Colour {
        match (self.components, colour_by_photometric(format)) {
            (1, Colour::Palette) => Colour::Palette,
            (1, _) => Colour::Grey,
            (3, Colour::YbrFull) if !self.mixed || format.colour_override.is_some() => {
                Colour::YbrFull
            }
            (3, _) => Colour::Rgb,
            _ => Colour::Other,
        }
    }
}

/// COD names a transformation of the first three components (15444-1 table A.17).
fn mixes_components(stream: &[u8]) -> bool {
    segment(stream, 0x52).is_some_and(|style| style.get(4) == Some(&1))
}

/// The content of the first segment of this marker (its second byte) in the main header.
fn segment(stream: &[u8], wanted: u8) -> Option<&[u8]> {
    let mut at = 2;
    while let Some((code, end)) = segment_at(stream, at) {
        match code {
            code if code == wanted => return stream.get(at + 4..end),
            // The first tile ends the main header.
            0x90 => return None,
            _ => at = end,
        }
    }
    None
}

fn decode(
    stream: &[u8],
    header: &Header,
    wide: bool,
    output: &mut Vec<u8>,
) -> Result<bool, EngineError> {
    let codestream = Codestream::read(stream)?;
    let components = usize::from(header.components);
    let pixels = header.width as usize * header.height as usize;
    let bytes = pixels * components * if wide { 2 } else { 1 };
    if output.capacity() < bytes {
        // Pages that are zero already are written once, not twice.
        *output = vec![0; bytes];
    } else {
        output.resize(bytes, 0);
    }
    let mut target = Target {
        precision: header.precision,
        signed: header.signed,
        wide,
        components,
        output,
    };
    tiles::decode(&codestream, &mut target)
}

fn malformed(detail: &str) -> EngineError {
    EngineError::MalformedFrame {
        detail: detail.to_owned(),
    }
}

fn unsupported(detail: &str) -> EngineError {
    EngineError::UnsupportedPixelFormat {
        detail: format!("JPEG 2000 with {detail}"),
    }
}
