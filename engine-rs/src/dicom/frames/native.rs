//! Plain samples: every frame has the same bits, one after the other.

use super::FrameBytes;

/// Plain samples, frame after frame.
#[derive(Debug, Clone)]
pub struct NativeIndex {
    /// First byte of Pixel Data.
    pub start: u64,
    /// Length the file announces.
    pub length: u64,
    /// Bits of one frame.
    pub frame_bits: u64,
    /// Frames that the file declares.
    pub declared: u64,
    /// Frames begin on multiples of this many bytes: 2 where words are turned around.
    pub alignment: u64,
}

impl NativeIndex {
    /// Frames whose first byte lies before `end`, and frames that are whole there.
    pub(super) fn count(&self, end: u64) -> (u64, u64) {
        let bits = end.saturating_sub(self.start).min(self.length) * 8;
        if self.frame_bits == 0 {
            return (0, 0);
        }
        (bits.div_ceil(self.frame_bits), bits / self.frame_bits)
    }

    pub(super) fn bytes(&self, frame_index: u64, end: u64) -> FrameBytes {
        let first_bit = frame_index * self.frame_bits;
        let last_bit = first_bit + self.frame_bits;
        let from = first_bit / 8 / self.alignment * self.alignment;
        let to = last_bit.div_ceil(8).div_ceil(self.alignment) * self.alignment;
        let limit = end.saturating_sub(self.start).min(self.length);
        let available = to.min(limit).saturating_sub(from);
        FrameBytes {
            ranges: vec![(self.start + from, available)],
            skip_bits: (first_bit - from * 8) as u32,
            partial: last_bit.div_ceil(8) > limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_frames_of_single_bits_begin_within_a_byte() {
        let index = NativeIndex {
            start: 100,
            length: 3,
            frame_bits: 9,
            declared: 3,
            alignment: 1,
        };
        assert_eq!(
            index.bytes(1, u64::MAX),
            FrameBytes {
                ranges: vec![(101, 2)],
                skip_bits: 1,
                partial: false
            }
        );
        assert_eq!(index.count(103), (3, 2));
        assert!(index.bytes(2, u64::MAX).partial);
    }
}
