//! x86-64, whose baseline has SSE2.

use bytemuck::cast;
use safe_arch::*;

/// 128 bits, read as 16 bytes, 8 words or 4 numbers.
#[derive(Clone, Copy)]
pub struct Register(m128i);

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
        Self(mul_i16_horizontal_add_m128i(self.0, other.0))
    }

    /// Adds words, wrapping.
    #[inline(always)]
    pub fn add_16(self, other: Self) -> Self {
        Self(add_i16_m128i(self.0, other.0))
    }

    /// Subtracts words, wrapping.
    #[inline(always)]
    pub fn sub_16(self, other: Self) -> Self {
        Self(sub_i16_m128i(self.0, other.0))
    }

    /// Shifts words right with their sign.
    #[inline(always)]
    pub fn shift_right_16<const BITS: i32>(self) -> Self {
        Self(shr_imm_i16_m128i::<BITS>(self.0))
    }

    /// Adds numbers, wrapping.
    #[inline(always)]
    pub fn add_32(self, other: Self) -> Self {
        Self(add_i32_m128i(self.0, other.0))
    }

    /// Subtracts numbers, wrapping.
    #[inline(always)]
    pub fn sub_32(self, other: Self) -> Self {
        Self(sub_i32_m128i(self.0, other.0))
    }

    /// Shifts numbers right with their sign.
    #[inline(always)]
    pub fn shift_right_32<const BITS: i32>(self) -> Self {
        Self(shr_imm_i32_m128i::<BITS>(self.0))
    }

    /// Numbers of both as words, saturated.
    #[inline(always)]
    pub fn narrow_to_16(self, other: Self) -> Self {
        Self(pack_i32_to_i16_m128i(self.0, other.0))
    }

    /// Words of both as signed bytes, saturated.
    #[inline(always)]
    pub fn narrow_to_8(self, other: Self) -> Self {
        Self(pack_i16_to_i8_m128i(self.0, other.0))
    }

    /// Words of both as bytes from 0 to 255, saturated.
    #[inline(always)]
    pub fn narrow_to_u8(self, other: Self) -> Self {
        Self(pack_i16_to_u8_m128i(self.0, other.0))
    }

    /// Adds 128 to each byte, wrapping.
    #[inline(always)]
    pub fn flip_sign_8(self) -> Self {
        Self(self.0 ^ set_splat_i8_m128i(-128))
    }

    /// Bytes of both low halves in turn.
    #[inline(always)]
    pub fn low_8(self, other: Self) -> Self {
        Self(unpack_low_i8_m128i(self.0, other.0))
    }

    /// Bytes of both high halves in turn.
    #[inline(always)]
    pub fn high_8(self, other: Self) -> Self {
        Self(unpack_high_i8_m128i(self.0, other.0))
    }

    /// Words of both low halves in turn.
    #[inline(always)]
    pub fn low_16(self, other: Self) -> Self {
        Self(unpack_low_i16_m128i(self.0, other.0))
    }

    /// Words of both high halves in turn.
    #[inline(always)]
    pub fn high_16(self, other: Self) -> Self {
        Self(unpack_high_i16_m128i(self.0, other.0))
    }

    /// Numbers of both low halves in turn.
    #[inline(always)]
    pub fn low_32(self, other: Self) -> Self {
        Self(unpack_low_i32_m128i(self.0, other.0))
    }

    /// Numbers of both high halves in turn.
    #[inline(always)]
    pub fn high_32(self, other: Self) -> Self {
        Self(unpack_high_i32_m128i(self.0, other.0))
    }

    /// Both low halves.
    #[inline(always)]
    pub fn low_64(self, other: Self) -> Self {
        Self(unpack_low_i64_m128i(self.0, other.0))
    }

    /// Both high halves.
    #[inline(always)]
    pub fn high_64(self, other: Self) -> Self {
        Self(unpack_high_i64_m128i(self.0, other.0))
    }

    /// A bit for each byte that is not zero, the lowest for the first.
    #[inline(always)]
    pub fn nonzero_8(self) -> u16 {
        let zeros = cmp_eq_mask_i8_m128i(self.0, m128i::default());
        !move_mask_i8_m128i(zeros) as u16
    }
}
