//! Every other target: arrays, which the compiler may turn into what the processor has.

use bytemuck::cast;

/// 128 bits, read as 16 bytes, 8 words or 4 numbers.
#[derive(Clone, Copy)]
pub struct Register([u8; 16]);

impl Register {
    /// From 8 words.
    #[inline(always)]
    pub fn words(values: [i16; 8]) -> Self {
        Self(cast(values))
    }

    /// From 4 numbers.
    #[inline(always)]
    pub fn numbers(values: [i32; 4]) -> Self {
        Self(cast(values))
    }

    /// From 16 bytes.
    #[inline(always)]
    pub fn bytes(values: [u8; 16]) -> Self {
        Self(cast(values))
    }

    /// 8 bytes as words.
    #[inline(always)]
    pub fn widened(values: [u8; 8]) -> Self {
        let both: [u64; 2] = [u64::from_le_bytes(values), 0];
        Self::bytes(cast(both)).low_8(Self::words([0; 8]))
    }

    /// As 8 words.
    #[inline(always)]
    pub fn to_words(self) -> [i16; 8] {
        cast(self.0)
    }

    /// As 4 numbers.
    #[inline(always)]
    pub fn to_numbers(self) -> [i32; 4] {
        cast(self.0)
    }

    /// As 16 bytes.
    #[inline(always)]
    pub fn to_bytes(self) -> [u8; 16] {
        cast(self.0)
    }

    /// Sums of products of neighbouring words, as 4 numbers.
    #[inline(always)]
    pub fn dot(self, other: Self) -> Self {
        let (a, b) = (self.to_words(), other.to_words());
        let product = |i: usize| i32::from(a[i]) * i32::from(b[i]);
        Self::numbers(core::array::from_fn(|i| {
            product(2 * i).wrapping_add(product(2 * i + 1))
        }))
    }

    /// Adds words, wrapping.
    #[inline(always)]
    pub fn add_16(self, other: Self) -> Self {
        let (a, b) = (self.to_words(), other.to_words());
        Self::words(core::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }

    /// Subtracts words, wrapping.
    #[inline(always)]
    pub fn sub_16(self, other: Self) -> Self {
        let (a, b) = (self.to_words(), other.to_words());
        Self::words(core::array::from_fn(|i| a[i].wrapping_sub(b[i])))
    }

    /// Shifts words right with their sign.
    #[inline(always)]
    pub fn shift_right_16<const BITS: i32>(self) -> Self {
        Self::words(self.to_words().map(|word| word >> BITS))
    }

    /// Adds numbers, wrapping.
    #[inline(always)]
    pub fn add_32(self, other: Self) -> Self {
        let (a, b) = (self.to_numbers(), other.to_numbers());
        Self::numbers(core::array::from_fn(|i| a[i].wrapping_add(b[i])))
    }

    /// Subtracts numbers, wrapping.
    #[inline(always)]
    pub fn sub_32(self, other: Self) -> Self {
        let (a, b) = (self.to_numbers(), other.to_numbers());
        Self::numbers(core::array::from_fn(|i| a[i].wrapping_sub(b[i])))
    }

    /// Shifts numbers right with their sign.
    #[inline(always)]
    pub fn shift_right_32<const BITS: i32>(self) -> Self {
        Self::numbers(self.to_numbers().map(|number| number >> BITS))
    }

    /// Numbers of both as words, saturated.
    #[inline(always)]
    pub fn narrow_to_16(self, other: Self) -> Self {
        let (a, b) = (self.to_numbers(), other.to_numbers());
        let narrow = |value: i32| value.clamp(-32_768, 32_767) as i16;
        Self::words(core::array::from_fn(|i| {
            narrow(if i < 4 { a[i] } else { b[i - 4] })
        }))
    }

    /// Words of both as signed bytes, saturated.
    #[inline(always)]
    pub fn narrow_to_8(self, other: Self) -> Self {
        let (a, b) = (self.to_words(), other.to_words());
        let narrow = |value: i16| value.clamp(-128, 127) as i8 as u8;
        Self(core::array::from_fn(|i| {
            narrow(if i < 8 { a[i] } else { b[i - 8] })
        }))
    }

    /// Words of both as bytes from 0 to 255, saturated.
    #[inline(always)]
    pub fn narrow_to_u8(self, other: Self) -> Self {
        let (a, b) = (self.to_words(), other.to_words());
        let narrow = |value: i16| value.clamp(0, 255) as u8;
        Self(core::array::from_fn(|i| {
            narrow(if i < 8 { a[i] } else { b[i - 8] })
        }))
    }

    /// Adds 128 to each byte, wrapping.
    #[inline(always)]
    pub fn flip_sign_8(self) -> Self {
        Self(self.0.map(|byte| byte ^ 0x80))
    }

    /// Bytes of both low halves in turn.
    #[inline(always)]
    pub fn low_8(self, other: Self) -> Self {
        self.interleave::<1>(other, 0)
    }

    /// Bytes of both high halves in turn.
    #[inline(always)]
    pub fn high_8(self, other: Self) -> Self {
        self.interleave::<1>(other, 8)
    }

    /// Words of both low halves in turn.
    #[inline(always)]
    pub fn low_16(self, other: Self) -> Self {
        self.interleave::<2>(other, 0)
    }

    /// Words of both high halves in turn.
    #[inline(always)]
    pub fn high_16(self, other: Self) -> Self {
        self.interleave::<2>(other, 8)
    }

    /// Numbers of both low halves in turn.
    #[inline(always)]
    pub fn low_32(self, other: Self) -> Self {
        self.interleave::<4>(other, 0)
    }

    /// Numbers of both high halves in turn.
    #[inline(always)]
    pub fn high_32(self, other: Self) -> Self {
        self.interleave::<4>(other, 8)
    }

    /// Both low halves.
    #[inline(always)]
    pub fn low_64(self, other: Self) -> Self {
        self.interleave::<8>(other, 0)
    }

    /// Both high halves.
    #[inline(always)]
    pub fn high_64(self, other: Self) -> Self {
        self.interleave::<8>(other, 8)
    }

    /// A bit for each byte that is not zero, the lowest for the first.
    #[inline(always)]
    pub fn nonzero_8(self) -> u16 {
        (0..16).fold(0, |bits, at| bits | u16::from(self.0[at] != 0) << at)
    }

    /// Lanes of `BYTES` bytes in turn, from byte `start` of both on.
    #[inline(always)]
    fn interleave<const BYTES: usize>(self, other: Self, start: usize) -> Self {
        Self(core::array::from_fn(|i| {
            let lane = i / BYTES;
            let at = start + lane / 2 * BYTES + i % BYTES;
            if lane % 2 == 0 {
                self.0[at]
            } else {
                other.0[at]
            }
        }))
    }
}
