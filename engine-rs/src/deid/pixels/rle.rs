//! RLE Lossless: segments up to the last byte that is unpacked, and a new header (PS3.5 annex G). Bytes between
//! them, within unused offsets and after them are removed.

use super::samples::StoredBits;
use crate::codecs::Rewritten;
use crate::codecs::rle::{HEADER_BYTES, read_segments};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;

/// Longest run of PackBits.
const MAX_RUN: usize = 128;

/// The frame written again.
///
/// # Errors
/// `malformed-frame` for a header that cannot be read, `unsupported-pixel-format` for 1-bit samples.
pub fn clean(
    frame: &[u8],
    format: &PixelFormat,
    bits: StoredBits,
) -> Result<Rewritten, EngineError> {
    if format.bits_allocated == 1 {
        return Err(EngineError::UnsupportedPixelFormat {
            detail: "RLE of 1-bit samples".to_owned(),
        });
    }
    let segments = read_segments(frame, bits.samples_per_pixel * bits.sample_bytes)?;
    let mut whole = true;
    let mut used = Vec::with_capacity(segments.len());
    for segment in &segments {
        let (packed, count) = used_of(segment, bits.pixels);
        whole &= count == bits.pixels;
        used.push(packed);
    }
    let bytes = if bits.are_all_used() {
        put_together(used.into_iter())
    } else {
        put_together(without_unused_bits(&segments, bits).into_iter())
    };
    Ok(Rewritten { bytes, whole })
}

/// A frame of interleaved samples, least significant byte first.
pub fn compress(samples: &[u8], samples_per_pixel: usize, sample_bytes: usize) -> Vec<u8> {
    let pixel_bytes = samples_per_pixel * sample_bytes;
    put_together((0..pixel_bytes).map(|index| {
        // Segments hold the most significant byte first.
        let place = index / sample_bytes * sample_bytes + sample_bytes - 1 - index % sample_bytes;
        let plane: Vec<u8> = samples[place..]
            .iter()
            .step_by(pixel_bytes)
            .copied()
            .collect();
        pack(&plane)
    }))
}

/// The part of a segment that unpacks to so many bytes, without runs of nothing, and how many bytes that are. A
/// longer run of literals is cut.
fn used_of(segment: &[u8], count: usize) -> (Vec<u8>, usize) {
    let mut used = Vec::with_capacity(segment.len());
    let mut rest = segment;
    let mut unpacked = 0;
    while unpacked < count
        && let Some((&code, after)) = rest.split_first()
    {
        let left = count - unpacked;
        rest = after;
        match code as i8 {
            literal @ 0.. => {
                let (run, after) = rest.split_at((literal as usize + 1).min(rest.len()));
                let run = &run[..run.len().min(left)];
                if run.is_empty() {
                    break;
                }
                used.push((run.len() - 1) as u8);
                used.extend_from_slice(run);
                (rest, unpacked) = (after, unpacked + run.len());
            }
            i8::MIN => {}
            repeated => {
                let Some((&value, after)) = rest.split_first() else {
                    break;
                };
                let run = ((1 - isize::from(repeated)) as usize).min(left);
                let code = if run == 1 { 0 } else { 1 - run as isize };
                used.extend([code as u8, value]);
                (rest, unpacked) = (after, unpacked + run);
            }
        }
    }
    (used, unpacked)
}

fn put_together(segments: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut clean = vec![0; HEADER_BYTES];
    let mut count = 0u32;
    for segment in segments {
        count += 1;
        let at = count as usize * 4;
        let offset = clean.len() as u32;
        clean[at..at + 4].copy_from_slice(&offset.to_le_bytes());
        clean.extend(segment);
        if clean.len() % 2 == 1 {
            clean.push(0);
        }
    }
    clean[..4].copy_from_slice(&count.to_le_bytes());
    clean
}

/// Segments packed again from samples whose unused bits are cleared.
fn without_unused_bits(segments: &[&[u8]], bits: StoredBits) -> Vec<Vec<u8>> {
    let planes: Vec<Vec<u8>> = segments
        .iter()
        .map(|segment| unpack(segment, bits.pixels))
        .collect();
    let bytes = bits.sample_bytes;
    let mut cleared = planes.clone();
    for sample in 0..bits.samples_per_pixel {
        let mine = sample * bytes..(sample + 1) * bytes;
        // A sample that is cut off in one of its planes has no value to clear.
        let length = planes[mine.clone()].iter().map(Vec::len).min().unwrap_or(0);
        for pixel in 0..length {
            // Segments hold the most significant byte first; values are cleared least first.
            let mut value: Vec<u8> = mine
                .clone()
                .rev()
                .map(|plane| planes[plane][pixel])
                .collect();
            bits.clear_unused(&mut value);
            for (plane, byte) in mine.clone().rev().zip(value) {
                cleared[plane][pixel] = byte;
            }
        }
    }
    cleared.iter().map(|plane| pack(plane)).collect()
}

fn unpack(segment: &[u8], count: usize) -> Vec<u8> {
    let mut plane = vec![0; count];
    let written = crate::codecs::rle::unpack(segment, &mut plane, 0, 1, count);
    plane.truncate(written);
    plane
}

/// PackBits: runs of equal bytes, and literals between them.
fn pack(plane: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut literal: Vec<u8> = Vec::new();
    let mut rest = plane;
    while let Some(&byte) = rest.first() {
        let run = rest
            .iter()
            .take(MAX_RUN)
            .take_while(|&&next| next == byte)
            .count();
        if run < 3 && literal.len() < MAX_RUN {
            literal.push(byte);
            rest = &rest[1..];
            continue;
        }
        put_literal(&mut packed, &mut literal);
        if run >= 2 {
            packed.extend([(1 - run as isize) as u8, byte]);
            rest = &rest[run..];
        }
    }
    put_literal(&mut packed, &mut literal);
    packed
}

fn put_literal(packed: &mut Vec<u8>, literal: &mut Vec<u8>) {
    if !literal.is_empty() {
        packed.push((literal.len() - 1) as u8);
        packed.append(literal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_ends_with_the_last_byte_that_is_unpacked() {
        let segment = [0xfe, 0xaa, 0x01, 1, 2, 0x80, 0x05, b's', b'e', b'c'];
        assert_eq!(used_of(&segment, 5), (vec![0xfe, 0xaa, 1, 1, 2], 5));
        assert_eq!(used_of(&segment, 4), (vec![0xfe, 0xaa, 0, 1], 4));
        assert_eq!(used_of(&segment, 2), (vec![0xff, 0xaa], 2));
        let all = vec![0xfe, 0xaa, 1, 1, 2, 2, b's', b'e', b'c'];
        assert_eq!(used_of(&segment, 99), (all, 8));
    }

    #[test]
    fn packed_bytes_come_back() {
        let mut plane: Vec<u8> = (0..700u32).map(|n| (n * n % 251) as u8).collect();
        plane.extend([7; 300]);
        plane.extend([1, 1, 2, 2, 3, 3, 3]);
        for length in [0, 1, 2, 127, 128, 129, 699, plane.len()] {
            let packed = pack(&plane[..length]);
            assert_eq!(unpack(&packed, length), &plane[..length], "{length}");
        }
    }
}
