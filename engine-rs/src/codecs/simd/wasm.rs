//! WebAssembly with simd128.

use core::arch::wasm32::*;

use bytemuck::cast;

/// 128 bits, read as 16 bytes, 8 words or 4 numbers.
#[derive(Clone, Copy)]
pub struct Register(v128);

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
        Self(i32x4_dot_i16x8(self.0, other.0))
    }

    /// Adds words, wrapping.
    #[inline(always)]
    pub fn add_16(self, other: Self) -> Self {
        Self(i16x8_add(self.0, other.0))
    }

    /// Subtracts words, wrapping.
    #[inline(always)]
    pub fn sub_16(self, other: Self) -> Self {
        Self(i16x8_sub(self.0, other.0))
    }

    /// Shifts words right with their sign.
    #[inline(always)]
    pub fn shift_right_16<const BITS: i32>(self) -> Self {
        Self(i16x8_shr(self.0, BITS as u32))
    }

    /// Adds numbers, wrapping.
    #[inline(always)]
    pub fn add_32(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }

    /// Subtracts numbers, wrapping.
    #[inline(always)]
    pub fn sub_32(self, other: Self) -> Self {
        Self(i32x4_sub(self.0, other.0))
    }

    /// Shifts numbers right with their sign.
    #[inline(always)]
    pub fn shift_right_32<const BITS: i32>(self) -> Self {
        Self(i32x4_shr(self.0, BITS as u32))
    }

    /// Numbers of both as words, saturated.
    #[inline(always)]
    pub fn narrow_to_16(self, other: Self) -> Self {
        Self(i16x8_narrow_i32x4(self.0, other.0))
    }

    /// Words of both as signed bytes, saturated.
    #[inline(always)]
    pub fn narrow_to_8(self, other: Self) -> Self {
        Self(i8x16_narrow_i16x8(self.0, other.0))
    }

    /// Words of both as bytes from 0 to 255, saturated.
    #[inline(always)]
    pub fn narrow_to_u8(self, other: Self) -> Self {
        Self(u8x16_narrow_i16x8(self.0, other.0))
    }

    /// Adds 128 to each byte, wrapping.
    #[inline(always)]
    pub fn flip_sign_8(self) -> Self {
        Self(v128_xor(self.0, u8x16_splat(128)))
    }

    /// Bytes of both low halves in turn.
    #[inline(always)]
    pub fn low_8(self, other: Self) -> Self {
        Self(i8x16_shuffle::<
            0,
            16,
            1,
            17,
            2,
            18,
            3,
            19,
            4,
            20,
            5,
            21,
            6,
            22,
            7,
            23,
        >(self.0, other.0))
    }

    /// Bytes of both high halves in turn.
    #[inline(always)]
    pub fn high_8(self, other: Self) -> Self {
        Self(i8x16_shuffle::<
            8,
            24,
            9,
            25,
            10,
            26,
            11,
            27,
            12,
            28,
            13,
            29,
            14,
            30,
            15,
            31,
        >(self.0, other.0))
    }

    /// Words of both low halves in turn.
    #[inline(always)]
    pub fn low_16(self, other: Self) -> Self {
        Self(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(self.0, other.0))
    }

    /// Words of both high halves in turn.
    #[inline(always)]
    pub fn high_16(self, other: Self) -> Self {
        Self(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(self.0, other.0))
    }

    /// Numbers of both low halves in turn.
    #[inline(always)]
    pub fn low_32(self, other: Self) -> Self {
        Self(i32x4_shuffle::<0, 4, 1, 5>(self.0, other.0))
    }

    /// Numbers of both high halves in turn.
    #[inline(always)]
    pub fn high_32(self, other: Self) -> Self {
        Self(i32x4_shuffle::<2, 6, 3, 7>(self.0, other.0))
    }

    /// Both low halves.
    #[inline(always)]
    pub fn low_64(self, other: Self) -> Self {
        Self(i64x2_shuffle::<0, 2>(self.0, other.0))
    }

    /// Both high halves.
    #[inline(always)]
    pub fn high_64(self, other: Self) -> Self {
        Self(i64x2_shuffle::<1, 3>(self.0, other.0))
    }

    /// A bit for each byte that is not zero, the lowest for the first.
    #[inline(always)]
    pub fn nonzero_8(self) -> u16 {
        i8x16_bitmask(i8x16_ne(self.0, u8x16_splat(0)))
    }

    /// Sixteen pixels of red, green and blue.
    #[inline(always)]
    pub fn pixels(self, green: Self, blue: Self) -> [u8; 48] {
        let pair =
            i8x16_shuffle::<0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5>(self.0, green.0);
        let part_0 =
            i8x16_shuffle::<0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15>(pair, blue.0);
        let pair =
            i8x16_shuffle::<21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26>(self.0, green.0);
        let part_1 =
            i8x16_shuffle::<0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15>(pair, blue.0);
        let pair = i8x16_shuffle::<0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0>(
            self.0, green.0,
        );
        let part_2 =
            i8x16_shuffle::<26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31>(pair, blue.0);
        cast([part_0, part_1, part_2])
    }
}
