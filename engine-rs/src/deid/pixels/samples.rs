//! Bits of plain samples that are not part of the picture: those above High Bit, those below the stored ones, and what
//! follows the last sample (PS3.5 8.1.1). Old files keep overlays there, and anything else fits in as well.

use crate::codecs::Rewritten;
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;
use crate::error::EngineError;

/// Which bits of a sample are picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBits {
    /// Bytes of one sample: 1, 2, 4 or 8; 1 for 1-bit samples, eight of which share a byte.
    pub sample_bytes: usize,
    /// Samples of one pixel.
    pub samples_per_pixel: usize,
    /// Pixels of one frame.
    pub pixels: usize,
    /// Bytes of one frame of plain samples.
    pub frame_bytes: usize,
    /// Bits of one frame of plain samples.
    frame_bits: u64,
    /// Number of bits, counted from the lowest, that belong to the picture or are below such a bit.
    used: u32,
    /// Lowest bits that are not.
    unused_low: u32,
    signed: bool,
    big_endian: bool,
    swapped_words: bool,
}

impl StoredBits {
    /// Of a format, with High Bit as the data set has it. Every bit of floating point and 1-bit samples is picture.
    pub fn of(format: &PixelFormat, data: &DataSet) -> Self {
        let allocated = if format.bits_allocated < 8 {
            8
        } else {
            u32::from(format.bits_allocated)
        };
        // The format counts unused low bits among the stored ones, so that pixels stay as they are.
        let stored = data
            .u16(Tag(0x0028_0101))
            .map(u32::from)
            .filter(|bits| (1..=allocated).contains(bits))
            .unwrap_or_else(|| u32::from(format.bits_stored));
        let high = data
            .u16(Tag(0x0028_0102))
            .map_or(stored, |bit| u32::from(bit) + 1);
        // A header that contradicts itself does not describe single bits: all are kept.
        let used = high.max(stored);
        let is_told =
            !format.float && format.bits_allocated >= 8 && (1..=allocated).contains(&used);
        let (used, unused_low) = if is_told {
            (used, used - stored)
        } else {
            (allocated, 0)
        };
        Self {
            sample_bytes: format.sample_bytes(),
            samples_per_pixel: usize::from(format.samples_per_pixel),
            pixels: format.width as usize * format.height as usize,
            frame_bytes: format.frame_bits().div_ceil(8) as usize,
            frame_bits: format.frame_bits(),
            used,
            unused_low,
            signed: format.signed,
            big_endian: transfer_syntax::encoding(&format.transfer_syntax_uid).big_endian,
            swapped_words: format.swapped_words,
        }
    }

    /// Every bit is picture.
    pub fn are_all_used(&self) -> bool {
        self.used as usize == self.sample_bytes * 8 && self.unused_low == 0
    }

    /// One frame of plain samples, without what follows it.
    ///
    /// # Errors
    /// `malformed-frame` without a byte.
    pub fn frame(&self, mut samples: Vec<u8>) -> Result<Rewritten, EngineError> {
        if samples.is_empty() {
            return Err(EngineError::MalformedFrame {
                detail: "no bytes".to_owned(),
            });
        }
        samples.truncate(self.frame_bytes);
        self.clear(&mut samples, 1);
        Ok(Rewritten {
            whole: samples.len() == self.frame_bytes,
            bytes: samples,
        })
    }

    /// Writes what is not picture in so many frames as zeros: unused bits, and everything after the last sample.
    pub fn clear(&self, samples: &mut [u8], frames: u64) {
        self.clear_unused(samples);
        let bits = frames.saturating_mul(self.frame_bits);
        // Words are turned around: the byte after an odd number of them lies before the last.
        let place = |at: usize| if self.swapped_words { at ^ 1 } else { at };
        let whole = usize::try_from(bits / 8).unwrap_or(usize::MAX);
        for at in whole..samples.len().next_multiple_of(2) {
            let kept = if at == whole {
                (1u16 << (bits % 8)) - 1
            } else {
                0
            };
            if let Some(byte) = samples.get_mut(place(at)) {
                *byte &= kept as u8;
            }
        }
    }

    /// Writes the unused bits of samples again: 0, or the sign of signed samples. A sample at the end that is cut
    /// short stays.
    pub fn clear_unused(&self, samples: &mut [u8]) {
        if self.are_all_used() {
            return;
        }
        for sample in samples.chunks_exact_mut(self.sample_bytes) {
            if self.big_endian {
                sample.reverse();
            }
            let mut wide = [0; 8];
            wide[..self.sample_bytes].copy_from_slice(sample);
            let above = 64 - self.used;
            let shifted = u64::from_le_bytes(wide) << above;
            let value = if self.signed {
                ((shifted as i64) >> above) as u64
            } else {
                shifted >> above
            };
            let value = value >> self.unused_low << self.unused_low;
            sample.copy_from_slice(&value.to_le_bytes()[..self.sample_bytes]);
            if self.big_endian {
                sample.reverse();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(sample_bytes: usize, used: u32, signed: bool, big_endian: bool) -> StoredBits {
        StoredBits {
            sample_bytes,
            samples_per_pixel: 1,
            pixels: 2,
            frame_bytes: 2 * sample_bytes,
            frame_bits: 16 * sample_bytes as u64,
            used,
            unused_low: 0,
            signed,
            big_endian,
            swapped_words: false,
        }
    }

    #[test]
    fn bits_above_the_highest_are_zero_or_the_sign() {
        // 0xa123 and 0x5fff with 12 bits used: 0x123 and 0xfff, which is -1 when signed.
        let mut unsigned = [0x23, 0xa1, 0xff, 0x5f];
        bits(2, 12, false, false).clear_unused(&mut unsigned);
        assert_eq!(unsigned, [0x23, 0x01, 0xff, 0x0f]);
        let mut signed = [0xa1, 0x23, 0x5f, 0xff];
        bits(2, 12, true, true).clear_unused(&mut signed);
        assert_eq!(signed, [0x01, 0x23, 0xff, 0xff]);
        let mut bytes = [0xff, 0x81];
        bits(1, 7, false, false).clear_unused(&mut bytes);
        assert_eq!(bytes, [0x7f, 0x01]);
    }

    #[test]
    fn bits_below_the_stored_ones_are_zero() {
        // 12 bits under High Bit 15.
        let mut bits = bits(2, 16, false, false);
        bits.unused_low = 4;
        let mut samples = [0x2f, 0xa1, 0xff, 0x5f];
        bits.clear_unused(&mut samples);
        assert_eq!(samples, [0x20, 0xa1, 0xf0, 0x5f]);
    }

    #[test]
    fn what_follows_the_last_sample_is_zero() {
        let mut single = bits(1, 8, false, false);
        // Two frames of 9 bits.
        single.frame_bits = 9;
        let mut bytes = [0xff; 4];
        single.clear(&mut bytes, 2);
        assert_eq!(bytes, [0xff, 0xff, 0x03, 0]);
        single.swapped_words = true;
        let mut bytes = [0xff; 4];
        single.clear(&mut bytes, 2);
        assert_eq!(bytes, [0xff, 0xff, 0, 0x03]);
    }

    #[test]
    fn samples_without_unused_bits_stay() {
        let mut bytes = [1, 2, 3, 4, 5];
        bits(2, 16, true, false).clear_unused(&mut bytes);
        assert_eq!(bytes, [1, 2, 3, 4, 5]);
    }
}
