//! Samples stored as they are: 1, 8, 16, 32 and 64 bits, both byte orders, both plane layouts
//! (PS3.5 8.1 and 8.2, PS3.3 C.7.6.3.1).

use super::{Codec, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::jpeg_markers::read_markers;
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax::{self, JPEG_2000_START, JPEG_XL_BOX, JPEG_XL_START};
use crate::error::EngineError;

/// Codec of the three plain transfer syntaxes.
pub struct Plain;

impl Codec for Plain {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        if input.bytes.is_empty() {
            return Err(EngineError::MalformedFrame {
                detail: "no bytes".to_owned(),
            });
        }
        refuse_stream(input.bytes, [format.width, format.height])?;
        output.clear();
        let turned;
        let bytes = if format.swapped_words {
            turned = turn_words(input.bytes);
            turned.as_slice()
        } else {
            input.bytes
        };
        let frame_bytes = format.frame_bits().div_ceil(8) as usize;
        let partial = if format.bits_allocated == 1 {
            unpack_bits(bytes, input.skip_bits, format.frame_bits() as usize, output)
        } else {
            let start = (input.skip_bits as usize / 8).min(bytes.len());
            let end = (start + frame_bytes).min(bytes.len());
            output.extend_from_slice(&bytes[start..end]);
            let partial = output.len() < frame_bytes;
            output.resize(frame_bytes, 0);
            partial
        };
        let sample_bytes = format.sample_bytes();
        if transfer_syntax::encoding(&format.transfer_syntax_uid).big_endian && sample_bytes > 1 {
            output
                .chunks_exact_mut(sample_bytes)
                .for_each(<[u8]>::reverse);
        }
        if format.planar && !format.packed_422 {
            *output = interleave(output, usize::from(format.samples_per_pixel), sample_bytes);
        }
        Ok(Decoded {
            width: format.width,
            height: format.height,
            samples_per_pixel: format.samples_per_pixel,
            sample_bytes,
            layout: if format.packed_422 {
                Layout::Packed422
            } else {
                Layout::Interleaved
            },
            colour: colour_by_photometric(format),
            partial,
        })
    }
}

/// Type of the first box of a movie, after its length (ISO 14496-12 4.3).
const MOVIE_BOX: &[u8] = b"ftyp";

/// A compressed stream where plain samples are announced would be shown as noise. `size` is width and height of the frame.
fn refuse_stream(bytes: &[u8], size: [u32; 2]) -> Result<(), EngineError> {
    let kind = if bytes.starts_with(&JPEG_2000_START) {
        "a JPEG 2000"
    } else if bytes.starts_with(JPEG_XL_BOX) || is_jpeg_xl(bytes, size) {
        "a JPEG XL"
    } else if bytes.get(4..8) == Some(MOVIE_BOX) {
        "an MP4"
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) && read_markers(bytes).is_some() {
        "a JPEG"
    } else if is_rle(bytes) {
        "an RLE"
    } else {
        return Ok(());
    };
    Err(EngineError::MalformedFrame {
        detail: format!("{kind} stream under an uncompressed transfer syntax"),
    })
}

/// A codestream of JPEG XL of the size of the frame: samples may begin with its first two bytes too.
fn is_jpeg_xl(bytes: &[u8], size: [u32; 2]) -> bool {
    let header = bytes.strip_prefix(JPEG_XL_START);
    let header = header.and_then(<[u8]>::first_chunk);
    header.is_some_and(|&header| jpeg_xl_size(u128::from_le_bytes(header)) == size.map(u64::from))
}

/// Width and height in the bits after the start of a codestream (size header of ISO 18181-1), which are 77 or fewer.
fn jpeg_xl_size(mut bits: u128) -> [u64; 2] {
    /// Bits of a length by its selector.
    const WIDTHS: [u32; 4] = [9, 13, 18, 30];
    /// Width as a share of the height, by its selector.
    const RATIOS: [[u64; 2]; 8] = [
        [0, 1],
        [1, 1],
        [12, 10],
        [4, 3],
        [3, 2],
        [16, 9],
        [5, 4],
        [2, 1],
    ];
    fn take(bits: &mut u128, count: u32) -> u64 {
        let value = *bits & ((1 << count) - 1);
        *bits >>= count;
        value as u64
    }
    let is_small = take(&mut bits, 1) == 1;
    let length = |bits: &mut u128| {
        if is_small {
            return 8 * (take(bits, 5) + 1);
        }
        let width = WIDTHS[take(bits, 2) as usize];
        take(bits, width) + 1
    };
    let height = length(&mut bits);
    let [share, of] = RATIOS[take(&mut bits, 3) as usize];
    let width = if share == 0 {
        length(&mut bits)
    } else {
        height * share / of
    };
    [width, height]
}

/// A header of RLE (PS3.5 G.5): 1 to 15 segments, the first one after the header, each further on than the one before, and
/// zeros where there is none. Plain samples with such 64 bytes would have to be made on purpose.
fn is_rle(bytes: &[u8]) -> bool {
    let Some(header) = bytes.first_chunk::<64>() else {
        return false;
    };
    let (words, _) = header.as_chunks::<4>();
    let words: Vec<usize> = words
        .iter()
        .map(|word| u32::from_le_bytes(*word) as usize)
        .collect();
    let (count, offsets) = (words[0], &words[1..]);
    (1..=offsets.len()).contains(&count)
        && offsets[0] == header.len()
        && offsets[..count].is_sorted_by(|a, b| a < b)
        && offsets[count - 1] < bytes.len()
        && offsets[count..].iter().all(|&offset| offset == 0)
}

/// 8-bit samples in big-endian 16-bit words are in the order 1, 0, 3, 2 (PS3.5 8.1.1).
fn turn_words(bytes: &[u8]) -> Vec<u8> {
    let mut turned = bytes.to_vec();
    // The last word of a file that was cut short: its first byte is the second sample.
    turned.resize(bytes.len().next_multiple_of(2), 0);
    turned.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
    turned
}

/// One byte for each bit, lowest bit first; returns whether bits were missing.
fn unpack_bits(bytes: &[u8], skip: u32, count: usize, output: &mut Vec<u8>) -> bool {
    let start = skip as usize;
    let present = count.min((bytes.len() * 8).saturating_sub(start));
    output.extend((start..start + present).map(|bit| bytes[bit / 8] >> (bit % 8) & 1));
    output.resize(count, 0);
    present < count
}

/// Plane by plane to pixel by pixel.
fn interleave(planes: &[u8], samples: usize, sample_bytes: usize) -> Vec<u8> {
    let plane_bytes = planes.len() / samples;
    let mut pixels = vec![0; planes.len()];
    for sample in 0..samples {
        let plane = &planes[sample * plane_bytes..(sample + 1) * plane_bytes];
        let targets = pixels[sample * sample_bytes..].chunks_mut(samples * sample_bytes);
        for (target, source) in targets.zip(plane.chunks_exact(sample_bytes)) {
            target[..sample_bytes].copy_from_slice(source);
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_streams_are_refused_by_name() {
        const SIZE: [u32; 2] = [7, 5];
        let jpeg = [
            &[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 1, 0x11, 0][..],
            &[0xff, 0xda],
        ]
        .concat();
        let mut rle = vec![0; 80];
        rle[..12].copy_from_slice(&[2, 0, 0, 0, 64, 0, 0, 0, 70, 0, 0, 0]);
        for (stream, name) in [
            (&jpeg[..], "a JPEG stream"),
            (&JPEG_2000_START, "a JPEG 2000"),
            (JPEG_XL_BOX, "a JPEG XL"),
            (b"\0\0\0\x20ftypisom\0\0\x02\0", "an MP4"),
            (&rle, "an RLE"),
        ] {
            let error = refuse_stream(stream, SIZE).unwrap_err();
            assert!(error.to_string().contains(name), "{error}");
        }
        assert!(refuse_stream(&[0xff, 0xd8, 0xff, 0, 1, 2], SIZE).is_ok());
        // Samples that begin like a header of RLE, and are not zero where it is.
        rle[40] = 1;
        assert!(refuse_stream(&rle, SIZE).is_ok());
    }

    #[test]
    fn codestreams_of_jpeg_xl_are_known_by_their_size() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/seeds/jpeg_xl");
        let mut checked = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            // Names are such as `420-97x61-speckle`: width and height as the encoder was given them.
            let size = name.split('-').nth(1).and_then(|size| size.split_once('x'));
            let Some((Ok(width), Ok(height))) = size.map(|(w, h)| (w.parse(), h.parse())) else {
                continue;
            };
            let stream = std::fs::read(&path).unwrap();
            // The type of the box, the number of the part, and then the codestream.
            let at = memchr::memmem::find(&stream, b"jxlp").unwrap();
            let codestream = &stream[at + 8..];
            assert!(
                refuse_stream(codestream, [width, height]).is_err(),
                "{name}"
            );
            assert!(
                refuse_stream(codestream, [width + 1, height]).is_ok(),
                "{name}"
            );
            checked += 1;
        }
        assert!(checked > 10, "{checked}");
    }

    #[test]
    fn planes_become_pixels() {
        assert_eq!(interleave(&[1, 2, 3, 4, 5, 6], 3, 1), [1, 3, 5, 2, 4, 6]);
        assert_eq!(
            interleave(&[1, 0, 2, 0, 3, 0, 4, 0], 2, 2),
            [1, 0, 3, 0, 2, 0, 4, 0]
        );
    }

    #[test]
    fn bits_are_read_from_the_lowest_one() {
        let mut output = Vec::new();
        assert!(!unpack_bits(&[0b1010_0110, 0b0000_0001], 1, 8, &mut output));
        assert_eq!(output, [1, 1, 0, 0, 1, 0, 1, 1]);
        output.clear();
        assert!(unpack_bits(&[0xff], 4, 8, &mut output));
        assert_eq!(output, [1, 1, 1, 1, 0, 0, 0, 0]);
    }
}
