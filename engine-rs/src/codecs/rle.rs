//! RLE Lossless: PackBits by byte planes (PS3.5 annex G).

use super::{Codec, Decoded, FrameInput, Layout, colour_by_photometric};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Bytes of the header of a frame.
pub const HEADER_BYTES: usize = 64;
const MAX_SEGMENTS: usize = 15;

/// Codec of RLE Lossless.
pub struct Rle;

impl Codec for Rle {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        if format.bits_allocated == 1 {
            return Err(EngineError::UnsupportedPixelFormat {
                detail: "RLE of 1-bit samples".to_owned(),
            });
        }
        let samples = usize::from(format.samples_per_pixel);
        let sample_bytes = format.sample_bytes();
        let pixel_bytes = samples * sample_bytes;
        let pixels = format.width as usize * format.height as usize;
        let segments = read_segments(input.bytes, pixel_bytes)?;
        output.clear();
        output.resize(pixels * pixel_bytes, 0);
        let mut partial = false;
        for (index, segment) in segments.iter().enumerate() {
            // Segments hold the most significant byte first; samples are written the other way.
            let sample = index / sample_bytes;
            let place = sample_bytes - 1 - index % sample_bytes;
            let first = sample * sample_bytes + place;
            partial |= unpack(segment, output, first, pixel_bytes, pixels) < pixels;
        }
        Ok(Decoded {
            width: format.width,
            height: format.height,
            samples_per_pixel: format.samples_per_pixel,
            sample_bytes,
            layout: Layout::Interleaved,
            colour: colour_by_photometric(format),
            partial,
        })
    }
}

/// Cuts the frame at the offsets of its header.
pub fn read_segments(bytes: &[u8], expected: usize) -> Result<Vec<&[u8]>, EngineError> {
    let malformed = |detail: String| EngineError::MalformedFrame { detail };
    let header = bytes
        .get(..HEADER_BYTES)
        .ok_or_else(|| malformed("RLE header cut short".to_owned()))?;
    let word = |index: usize| {
        let at = index * 4;
        u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]) as usize
    };
    let count = word(0);
    if count < expected || count > MAX_SEGMENTS {
        return Err(malformed(format!(
            "RLE header names {count} segments, {expected} are needed"
        )));
    }
    let offsets: Vec<usize> = (1..=count).map(word).collect();
    (0..expected)
        .map(|index| {
            let start = offsets[index];
            let end = offsets.get(index + 1).copied().unwrap_or(bytes.len());
            if start < HEADER_BYTES || end < start {
                return Err(malformed(format!("RLE segment {index} begins at {start}")));
            }
            // Beyond the end of a frame that was cut short there is nothing to read.
            Ok(&bytes[start.min(bytes.len())..end.min(bytes.len())])
        })
        .collect()
}

/// Unpacks one byte plane into every `step`-th byte from `first`; returns how many it wrote.
pub fn unpack(segment: &[u8], output: &mut [u8], first: usize, step: usize, count: usize) -> usize {
    let mut at = 0;
    let mut written = 0;
    while written < count
        && let Some(&code) = segment.get(at)
    {
        at += 1;
        let code = code as i8;
        if code >= 0 {
            let end = (at + code as usize + 1).min(segment.len());
            let run = &segment[at..end];
            let length = run.len().min(count - written);
            let targets = output[first + written * step..].iter_mut().step_by(step);
            targets
                .zip(&run[..length])
                .for_each(|(target, &value)| *target = value);
            written += length;
            at = end;
        } else if code != i8::MIN {
            let Some(&value) = segment.get(at) else {
                break;
            };
            let length = (1 - isize::from(code)) as usize;
            let length = length.min(count - written);
            let targets = output[first + written * step..].iter_mut().step_by(step);
            targets.take(length).for_each(|target| *target = value);
            written += length;
            at += 1;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_and_repeated_runs_alternate() {
        // The example of TIFF 6.0 section 9 on which annex G is built.
        let packed = [
            0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0xfd, 0xaa, 0x03, 0x80, 0x00, 0x2a, 0x22, 0xf7,
            0xaa,
        ];
        let expected = [
            0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0x22,
            0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
        ];
        let mut output = [0; 24];
        assert_eq!(unpack(&packed, &mut output, 0, 1, 24), 24);
        assert_eq!(output, expected);
        assert_eq!(unpack(&packed[..5], &mut output, 0, 1, 24), 5);
    }

    #[test]
    fn a_header_with_wrong_offsets_is_refused() {
        let mut frame = vec![0; 70];
        frame[0] = 1;
        frame[4] = 10;
        assert!(read_segments(&frame, 1).is_err());
        frame[4] = 64;
        assert_eq!(read_segments(&frame, 1).unwrap()[0].len(), 6);
        assert!(read_segments(&frame, 3).is_err());
        assert!(read_segments(&frame[..40], 1).is_err());
    }
}
