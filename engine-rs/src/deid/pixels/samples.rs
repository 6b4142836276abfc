//! Bits of plain samples that hold no picture: those above High Bit (PS3.5 8.1.1). Old files keep
//! overlays there, and anything else fits in as well.

use crate::dicom::element::{DataSet, Tag};
use crate::dicom::pixel_format::PixelFormat;
use crate::dicom::transfer_syntax;

/// Which bits of a sample are picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBits {
    /// Bytes of one sample: 1, 2, 4 or 8.
    pub sample_bytes: usize,
    /// Samples of one pixel.
    pub samples_per_pixel: usize,
    /// Pixels of one frame.
    pub pixels: usize,
    /// Bytes of one frame of plain samples.
    pub frame_bytes: usize,
    /// Bits from the lowest on that are picture.
    used: u32,
    signed: bool,
    big_endian: bool,
}

impl StoredBits {
    /// None for 1-bit and floating point samples, which have no unused bits.
    pub fn of(format: &PixelFormat, data: &DataSet) -> Option<Self> {
        if format.float || format.bits_allocated < 8 {
            return None;
        }
        let allocated = u32::from(format.bits_allocated);
        let stored = u32::from(format.bits_stored);
        let high = data
            .u16(Tag(0x0028_0102))
            .map_or(stored, |bit| u32::from(bit) + 1);
        // A header that contradicts itself says nothing of single bits: all are kept.
        let used = high.max(stored);
        let used = if (1..=allocated).contains(&used) {
            used
        } else {
            allocated
        };
        Some(Self {
            sample_bytes: format.sample_bytes(),
            samples_per_pixel: usize::from(format.samples_per_pixel),
            pixels: format.width as usize * format.height as usize,
            frame_bytes: format.frame_bits().div_ceil(8) as usize,
            used,
            signed: format.signed,
            big_endian: transfer_syntax::encoding(&format.transfer_syntax_uid).big_endian,
        })
    }

    /// Every bit is picture.
    pub fn are_all_used(&self) -> bool {
        self.used as usize == self.sample_bytes * 8
    }

    /// Writes the unused bits of samples anew: 0, or the sign of signed samples. A sample at the end
    /// that is cut short stays.
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
            used,
            signed,
            big_endian,
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
    fn samples_without_unused_bits_stay() {
        let mut bytes = [1, 2, 3, 4, 5];
        bits(2, 16, true, false).clear_unused(&mut bytes);
        assert_eq!(bytes, [1, 2, 3, 4, 5]);
    }
}
