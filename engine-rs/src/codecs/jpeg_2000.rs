//! JPEG 2000 and High-Throughput JPEG 2000 (ISO 15444-1 and -15): the entropy decoding and the wavelets
//! are those of two crates, which hand out components; depth, sign and colour are settled here.

mod cuts;

use hayro_jpeg2000::{DecodeSettings, DecoderContext, Image};

use super::{Codec, Colour, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// SOC and SIZ, with which every codestream begins.
const CODESTREAM: [u8; 4] = [0xff, 0x4f, 0xff, 0x51];
/// Bit of Rsiz that announces a CAP marker segment (15444-15 A.2).
const CAPABILITIES: u16 = 1 << 14;
/// Bit of Pcap that announces high-throughput code blocks (15444-15 A.3).
const HIGH_THROUGHPUT: u32 = 1 << 17;
/// Deepest samples that keep every bit in the 32-bit floats of the decoders.
const MAX_PRECISION: u8 = 16;

/// Codec of the JPEG 2000 transfer syntaxes; the codestream says which kind of blocks it has.
pub struct Jpeg2000;

impl Codec for Jpeg2000 {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let start = memchr::memmem::find(input.bytes, &CODESTREAM);
        let stream = &input.bytes[start.ok_or_else(|| malformed("no JPEG 2000 codestream"))?..];
        let header = Header::read(stream)?;
        let wide = header.precision > 8 || format.bits_allocated == 16;
        output.clear();
        if header.high_throughput {
            decode_high_throughput(stream, &header, wide, output)?;
        } else {
            decode_classic(stream, &header, wide, output)?;
        }
        Ok(Decoded {
            width: header.width,
            height: header.height,
            samples_per_pixel: header.components,
            sample_bytes: if wide { 2 } else { 1 },
            layout: Layout::Interleaved,
            colour: header.colour(format),
            partial: !ends_whole(input.bytes),
        })
    }
}

/// What SIZ and COD say.
struct Header {
    /// Code blocks are of part 15. Some encoders write CAP without announcing it in SIZ.
    high_throughput: bool,
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
            high_throughput: word(2) & CAPABILITIES != 0 || names_high_throughput(stream),
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
        let grid = cuts::Grid {
            size: (header.width, header.height),
            tile: (long(20), long(24)),
            components,
        };
        cuts::check(stream, &grid)?;
        Ok(header)
    }

    /// What was mixed comes out as RGB, whatever the data set says; what was not is what it says.
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

/// CAP names part 15.
fn names_high_throughput(stream: &[u8]) -> bool {
    let parts = segment(stream, 0x50).and_then(|capabilities| capabilities.first_chunk::<4>());
    parts.is_some_and(|parts| u32::from_be_bytes(*parts) & HIGH_THROUGHPUT != 0)
}

/// The content of the first segment of this marker (its second byte) in the main header.
fn segment(stream: &[u8], wanted: u8) -> Option<&[u8]> {
    let mut at = 2;
    while let Some([0xff, code, high, low]) = stream.get(at..at + 4) {
        let end = at + 2 + usize::from(u16::from_be_bytes([*high, *low]));
        match *code {
            code if code == wanted => return stream.get(at + 4..end),
            // The first tile ends the main header.
            0x90 => return None,
            _ => at = end,
        }
    }
    None
}

/// EOC closes the codestream, perhaps followed by padding.
fn ends_whole(bytes: &[u8]) -> bool {
    let padding = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    bytes[..bytes.len() - padding].ends_with(&[0xff, 0xd9])
}

fn decode_classic(
    stream: &[u8],
    header: &Header,
    wide: bool,
    output: &mut Vec<u8>,
) -> Result<(), EngineError> {
    let failed = |error: hayro_jpeg2000::DecodeError| malformed(&error.to_string());
    let image = Image::new(stream, &DecodeSettings::default()).map_err(failed)?;
    let mut context = DecoderContext::default();
    let decoded = image.decode(&mut context).map_err(failed)?;
    let components = decoded.components();
    let pixels = header.width as usize * header.height as usize;
    let whole = components.len() == usize::from(header.components)
        && components
            .iter()
            .all(|component| component.samples().len() >= pixels);
    if !whole {
        return Err(malformed("fewer components than announced"));
    }
    // The decoder lifts signed samples as if they were unsigned.
    let lifted = if header.signed {
        1 << (header.precision - 1)
    } else {
        0
    };
    let largest = ((1u32 << header.precision) - 1) as f32;
    let count = components.len();
    output.resize(pixels * count * if wide { 2 } else { 1 }, 0);
    for (index, component) in components.iter().enumerate() {
        let samples = component.samples()[..pixels].iter();
        // Rounded half up; the range is clamped before.
        let samples = samples.map(|&sample| (sample.clamp(0.0, largest) + 0.5) as i32 - lifted);
        if wide {
            let (words, _) = output.as_chunks_mut::<2>();
            let targets = words[index..].iter_mut().step_by(count);
            targets
                .zip(samples)
                .for_each(|(bytes, sample)| *bytes = (sample as i16).to_le_bytes());
        } else {
            let targets = output[index..].iter_mut().step_by(count);
            targets
                .zip(samples)
                .for_each(|(byte, sample)| *byte = sample as u8);
        }
    }
    Ok(())
}

fn decode_high_throughput(
    stream: &[u8],
    header: &Header,
    wide: bool,
    output: &mut Vec<u8>,
) -> Result<(), EngineError> {
    use dicom_toolkit_jpeg2000::{DecodeSettings, Image};
    if header.signed {
        return Err(unsupported("signed high-throughput samples"));
    }
    let failed = |error: dicom_toolkit_jpeg2000::DecodeError| malformed(&error.to_string());
    let image = Image::new(stream, &DecodeSettings::default()).map_err(failed)?;
    let bitmap = contained(|| image.decode_native().map_err(failed))?;
    let same = (bitmap.width, bitmap.height) == (header.width, header.height)
        && u16::from(bitmap.num_components) == header.components;
    if !same {
        return Err(malformed("another size than announced"));
    }
    if wide && bitmap.bytes_per_sample == 1 {
        output.extend(bitmap.data.iter().flat_map(|&sample| [sample, 0]));
    } else {
        *output = bitmap.data;
    }
    Ok(())
}

/// Runs the decoder of high-throughput blocks, which indexes beyond its memory where damaged refinement
/// passes name samples below a block (dicom-toolkit-jpeg2000 0.5.0): natively that is an error of the
/// frame; in WebAssembly, which cannot unwind, the worker is replaced (`engine-crashed`).
fn contained<T>(decode: impl FnOnce() -> Result<T, EngineError>) -> Result<T, EngineError> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(decode))
        .unwrap_or_else(|_| Err(malformed("damaged high-throughput blocks")))
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
