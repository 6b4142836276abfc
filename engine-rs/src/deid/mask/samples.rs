//! Samples that are decoded, blacked out and stored without loss: plain ones as Explicit VR Little
//! Endian, those of every other stream as RLE Lossless.

use super::{Masked, Pixels, refuse};
use crate::codecs::coverage::{Coverage, Span};
use crate::codecs::{Colour, Decoded, Layout};
use crate::deid::pixels::rle;
use crate::deid::pixels::samples::StoredBits;
use crate::dicom::parse::Parser;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;
use crate::pixels::{frame, stored};

/// Luma of black where luma begins at 16 of 256.
const PARTIAL_BLACK: u64 = 16;

/// Blacks out every frame.
///
/// # Errors
/// As [`super::black_out`].
pub fn black_out_samples(
    parser: &Parser,
    file: &[u8],
    format: &PixelFormat,
    coverage: Coverage,
) -> Result<Masked, EngineError> {
    let is_plain = transfer_syntax::is_native(&format.transfer_syntax_uid);
    let transfer_syntax_uid = if is_plain {
        transfer_syntax::EXPLICIT_LITTLE
    } else {
        transfer_syntax::RLE
    };
    let mut written = PixelFormat {
        transfer_syntax_uid: transfer_syntax_uid.to_owned(),
        planar: false,
        swapped_words: false,
        ..format.clone()
    };
    let (mut plain, mut frames) = (Vec::new(), Vec::new());
    for number in 1..=parser.frames_total() {
        let (decoded, mut samples) = decode(parser, file, number)?;
        stored::photometric(format, &decoded).clone_into(&mut written.photometric_interpretation);
        let black = black_of(format, &decoded)?;
        for place in places(&decoded, &coverage) {
            if place.is_hidden {
                let value = black[place.sample].to_le_bytes();
                samples[place.at..place.at + decoded.sample_bytes]
                    .copy_from_slice(&value[..decoded.sample_bytes]);
            }
        }
        if is_plain {
            plain.extend(samples);
        } else {
            let samples_per_pixel = usize::from(decoded.samples_per_pixel);
            frames.push(rle::compress(
                &samples,
                samples_per_pixel,
                decoded.sample_bytes,
            ));
        }
    }
    Ok(Masked {
        transfer_syntax_uid: transfer_syntax_uid.to_owned(),
        format: written,
        pixels: if is_plain {
            Pixels::Plain(plain)
        } else {
            Pixels::Frames(frames)
        },
        coverage,
    })
}

/// A frame pixel by pixel, as it is stored.
///
/// # Errors
/// Result of decoding; `cannot-deidentify` for damaged frames and for frames that cannot be stored
/// so.
pub fn decode(
    parser: &Parser,
    file: &[u8],
    number: u32,
) -> Result<(Decoded, Vec<u8>), EngineError> {
    let format = parser.format().ok_or(EngineError::NoPixelData)?;
    let mut samples = Vec::new();
    let decoded = frame::decode_frame(parser, file, number, &mut samples)?;
    let fault = if decoded.partial {
        "is damaged, and what cannot be read whole cannot be checked for text"
    } else if matches!(decoded.layout, Layout::Planes(_)) {
        "has subsampled chroma, which can be masked in JPEG Baseline only: convert the file"
    } else if (decoded.width, decoded.height) != (format.width, format.height) {
        "has another size than the file states"
    } else if decoded.samples_per_pixel != format.samples_per_pixel
        || decoded.sample_bytes != format.sample_bytes()
        || format.float
        || format.bits_allocated < 8
    {
        "has samples that cannot be stored as RLE or plain samples of whole bytes"
    } else {
        ""
    };
    if !fault.is_empty() {
        return Err(refuse(format!("frame {number} {fault}")));
    }
    let as_written = PixelFormat {
        transfer_syntax_uid: transfer_syntax::EXPLICIT_LITTLE.to_owned(),
        ..format.clone()
    };
    StoredBits::of(&as_written, parser.data_set()).clear_unused(&mut samples);
    Ok((decoded, samples))
}

/// One sample of a frame.
pub struct Place {
    /// Its first byte.
    pub at: usize,
    /// Which component it is of.
    pub sample: usize,
    /// It stands for a pixel that is hidden.
    pub is_hidden: bool,
}

/// The samples of a frame in the order in which they are stored.
pub fn places<'a>(
    decoded: &Decoded,
    coverage: &'a Coverage,
) -> impl Iterator<Item = Place> + use<'a> {
    let bytes = decoded.sample_bytes;
    let is_packed = decoded.layout == Layout::Packed422;
    let samples = usize::from(decoded.samples_per_pixel);
    // Y0 Y1 Cb Cr of two pixels, or the samples of one.
    let (pixels, group) = if is_packed { (2, 4) } else { (1, samples) };
    let columns = coverage.width.div_ceil(pixels);
    (0..columns * coverage.height * group).map(move |index| {
        let (place, within) = (index / group, index % group);
        let (x, y) = (place % columns * pixels, place / columns);
        let (sample, from, count) = match (is_packed, within) {
            (false, sample) => (sample, x, 1),
            (true, luma @ 0..2) => (0, x + luma, 1),
            (true, chroma) => (chroma - 1, x, 2),
        };
        let (found, hidden) = coverage.count(Span {
            x: (from, from + count),
            y: (y, y + 1),
        });
        Place {
            at: index * bytes,
            sample,
            // The filler of an odd row stands for no pixel.
            is_hidden: found == 0 || hidden > 0,
        }
    })
}

/// Grey whose lowest values are shown white.
pub fn is_inverse(format: &PixelFormat) -> bool {
    (format.photometric_interpretation == "MONOCHROME1") != (format.rescale_slope < 0.0)
}

/// The value of black of each component, in two's complement.
///
/// # Errors
/// `cannot-deidentify` where it is not known.
pub fn black_of(format: &PixelFormat, decoded: &Decoded) -> Result<Vec<u64>, EngineError> {
    let bits = u32::from(format.bits_stored);
    let half = 1u64 << (bits - 1);
    let black = match decoded.colour {
        Colour::Grey => vec![match (is_inverse(format), format.signed) {
            (false, false) => 0,
            (false, true) => half.wrapping_neg(),
            (true, false) => half | (half - 1),
            (true, true) => half - 1,
        }],
        Colour::Rgb => vec![0; 3],
        Colour::YbrFull => vec![0, half, half],
        Colour::YbrPartial => vec![PARTIAL_BLACK << bits.saturating_sub(8), half, half],
        Colour::Palette => vec![darkest(format)?],
        Colour::Other => Vec::new(),
    };
    if black.len() != usize::from(decoded.samples_per_pixel) {
        return Err(refuse(format!(
            "black is not known in {} samples of {}",
            decoded.samples_per_pixel, format.photometric_interpretation
        )));
    }
    Ok(black)
}

/// The value of the darkest entry of the palette, the first of them.
fn darkest(format: &PixelFormat) -> Result<u64, EngineError> {
    let palette = format.palette.as_ref();
    let palette = palette.ok_or_else(|| refuse("its palette cannot be read".to_owned()))?;
    let light = |entry: &[u8; 3]| entry.iter().map(|&part| u32::from(part)).sum::<u32>();
    let entries = palette.rgb.as_chunks::<3>().0.iter().enumerate();
    let darkest = entries.min_by_key(|(index, entry)| (light(entry), *index));
    let (index, _) = darkest.ok_or_else(|| refuse("its palette is empty".to_owned()))?;
    Ok((i64::from(palette.first_mapped) + index as i64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(samples_per_pixel: u16, layout: Layout) -> Decoded {
        Decoded {
            width: 3,
            height: 2,
            samples_per_pixel,
            sample_bytes: 1,
            layout,
            colour: Colour::YbrFull,
            partial: false,
        }
    }

    #[test]
    fn chroma_of_two_pixels_is_hidden_with_either_of_them() {
        // The second pixel of the first row is hidden.
        let coverage = Coverage::of(3, 2, &[false, true, false, false, false, false]);
        let hidden = |decoded: &Decoded| -> Vec<bool> {
            places(decoded, &coverage)
                .map(|place| place.is_hidden)
                .collect()
        };
        let packed = hidden(&decoded(3, Layout::Packed422));
        let expected = [false, true, true, true, false, true, false, false];
        assert_eq!(packed[..8], expected);
        assert_eq!(packed[8..12], [false; 4]);
        let whole = hidden(&decoded(3, Layout::Interleaved));
        assert_eq!(whole.len(), 18);
        assert_eq!(whole[..7], [false, false, false, true, true, true, false]);
    }
}
