//! The inverse DCT of 8-bit samples, to the bit as libjpeg's "islow" (jidctint.c): 13-bit
//! constants, columns before rows, 2 spare bits between, rounded halves up.
//!
//! Each pass is a linear map of integers, so the constants of a sum may be multiplied out without
//! changing a bit; what is left are dot products of pairs.

use crate::codecs::simd::Register;

/// Spare bits kept between the passes.
const PASS_1_BITS: i32 = 2;
/// Bits of the fraction of all constants.
const CONSTANT_BITS: i32 = 13;
/// Bits dropped after the first pass.
const SHIFT_1: i32 = CONSTANT_BITS - PASS_1_BITS;
/// Bits dropped after the second pass; 3 of them are the factor 8 of the two-dimensional DCT.
const SHIFT_2: i32 = CONSTANT_BITS + PASS_1_BITS + 3;

/// 1 in 13 bits.
const ONE: i16 = 1 << CONSTANT_BITS;

/// Eight rows of eight samples.
pub type Samples = [[u8; 8]; 8];

/// Coefficients in natural order, dequantised, to samples.
pub fn full(block: &[i16; 64]) -> Samples {
    let columns = pass::<SHIFT_1, false>(rows(block));
    let rows = pass::<SHIFT_2, false>(transpose(columns));
    to_samples(rows)
}

/// As [`full`] for a block with coefficients in the first four rows and columns only.
pub fn upper_left(block: &[i16; 64]) -> Samples {
    let columns = pass::<SHIFT_1, true>(rows(block));
    let rows = pass::<SHIFT_2, true>(transpose(columns));
    to_samples(rows)
}

/// As [`full`] for a block with nothing but its mean.
pub fn flat(dc: i16) -> u8 {
    (((i32::from(dc) + 4) >> 3) + 128).clamp(0, 255) as u8
}

#[inline(always)]
fn rows(block: &[i16; 64]) -> [Register; 8] {
    let (rows, _) = block.as_chunks::<8>();
    core::array::from_fn(|row| Register::words(rows[row]))
}

#[inline(always)]
fn pair(first: i16, second: i16) -> Register {
    Register::words([first, second, first, second, first, second, first, second])
}

/// One-dimensional transform across the registers, for eight columns at once. With `SPARSE` the
/// last four registers are known to be zero.
#[inline(always)]
fn pass<const SHIFT: i32, const SPARSE: bool>(x: [Register; 8]) -> [Register; 8] {
    let (low, high) = if SPARSE {
        (
            sparse_half::<SHIFT>(x[0].low_16(x[2]), x[1].low_16(x[3])),
            sparse_half::<SHIFT>(x[0].high_16(x[2]), x[1].high_16(x[3])),
        )
    } else {
        (
            half::<SHIFT>(
                x[0].low_16(x[4]),
                x[2].low_16(x[6]),
                x[1].low_16(x[3]),
                x[5].low_16(x[7]),
            ),
            half::<SHIFT>(
                x[0].high_16(x[4]),
                x[2].high_16(x[6]),
                x[1].high_16(x[3]),
                x[5].high_16(x[7]),
            ),
        )
    };
    core::array::from_fn(|row| low[row].narrow_to_16(high[row]))
}

/// Four columns; the registers hold pairs of rows.
#[inline(always)]
fn half<const SHIFT: i32>(
    x04: Register,
    x26: Register,
    x13: Register,
    x57: Register,
) -> [Register; 8] {
    let sum = |first: (i16, i16), second: (i16, i16)| {
        x13.dot(pair(first.0, first.1))
            .add_32(x57.dot(pair(second.0, second.1)))
    };
    let even = [
        x04.dot(pair(ONE, ONE)),
        x04.dot(pair(ONE, -ONE)),
        x26.dot(pair(4433, -10_704)),
        x26.dot(pair(10_703, 4433)),
    ];
    let odd = [
        sum((2260, -6436), (9633, -11_363)),
        sum((6437, -11_362), (2261, 9633)),
        sum((9633, -2259), (-11_362, -6436)),
        sum((11_363, 9633), (6437, 2260)),
    ];
    butterflies::<SHIFT>(even, odd)
}

#[inline(always)]
fn sparse_half<const SHIFT: i32>(x02: Register, x13: Register) -> [Register; 8] {
    let even = [
        x02.dot(pair(ONE, 0)),
        x02.dot(pair(ONE, 0)),
        x02.dot(pair(0, 4433)),
        x02.dot(pair(0, 10_703)),
    ];
    let odd = [
        x13.dot(pair(2260, -6436)),
        x13.dot(pair(6437, -11_362)),
        x13.dot(pair(9633, -2259)),
        x13.dot(pair(11_363, 9633)),
    ];
    butterflies::<SHIFT>(even, odd)
}

#[inline(always)]
fn butterflies<const SHIFT: i32>(even: [Register; 4], odd: [Register; 4]) -> [Register; 8] {
    let rounding = Register::numbers([1 << (SHIFT - 1); 4]);
    let zero = even[0].add_32(rounding);
    let four = even[1].add_32(rounding);
    let sums = [
        zero.add_32(even[3]),
        four.add_32(even[2]),
        four.sub_32(even[2]),
        zero.sub_32(even[3]),
    ];
    let top = |row: usize| sums[row].add_32(odd[3 - row]).shift_right_32::<SHIFT>();
    let bottom = |row: usize| sums[row].sub_32(odd[3 - row]).shift_right_32::<SHIFT>();
    [
        top(0),
        top(1),
        top(2),
        top(3),
        bottom(3),
        bottom(2),
        bottom(1),
        bottom(0),
    ]
}

#[inline(always)]
fn transpose(x: [Register; 8]) -> [Register; 8] {
    let (a0, a1) = (x[0].low_16(x[4]), x[0].high_16(x[4]));
    let (a2, a3) = (x[1].low_16(x[5]), x[1].high_16(x[5]));
    let (a4, a5) = (x[2].low_16(x[6]), x[2].high_16(x[6]));
    let (a6, a7) = (x[3].low_16(x[7]), x[3].high_16(x[7]));
    let (b0, b1) = (a0.low_16(a4), a0.high_16(a4));
    let (b2, b3) = (a1.low_16(a5), a1.high_16(a5));
    let (b4, b5) = (a2.low_16(a6), a2.high_16(a6));
    let (b6, b7) = (a3.low_16(a7), a3.high_16(a7));
    [
        b0.low_16(b4),
        b0.high_16(b4),
        b1.low_16(b5),
        b1.high_16(b5),
        b2.low_16(b6),
        b2.high_16(b6),
        b3.low_16(b7),
        b3.high_16(b7),
    ]
}

/// Registers that hold columns, to rows of clamped bytes around 128.
#[inline(always)]
fn to_samples(columns: [Register; 8]) -> Samples {
    // Columns 0 and 4, 1 and 5, ... share a register, so that three rounds of interleaving turn them.
    let c04 = columns[0].narrow_to_8(columns[4]);
    let c15 = columns[1].narrow_to_8(columns[5]);
    let c26 = columns[2].narrow_to_8(columns[6]);
    let c37 = columns[3].narrow_to_8(columns[7]);
    let (a01, a45) = (c04.low_8(c15), c04.high_8(c15));
    let (a23, a67) = (c26.low_8(c37), c26.high_8(c37));
    let (b0, b1) = (a01.low_16(a23), a01.high_16(a23));
    let (b2, b3) = (a45.low_16(a67), a45.high_16(a67));
    let rows = [b0.low_32(b2), b0.high_32(b2), b1.low_32(b3), b1.high_32(b3)];
    let mut samples = [[0; 8]; 8];
    for (pair, register) in samples.as_chunks_mut::<2>().0.iter_mut().zip(rows) {
        let bytes = register.flip_sign_8().to_bytes();
        let (halves, _) = bytes.as_chunks::<8>();
        *pair = [halves[0], halves[1]];
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// jidctint.c in plain integers, from the equations of Loeffler, Ligtenberg and Moschytz.
    fn plain_pass(x: [i32; 8], shift: i32) -> [i32; 8] {
        let z1 = (x[2] + x[6]) * 4433;
        let (t2, t3) = (z1 - x[6] * 15_137, z1 + x[2] * 6270);
        let (t0, t1) = ((x[0] + x[4]) << 13, (x[0] - x[4]) << 13);
        let even = [t0 + t3, t1 + t2, t1 - t2, t0 - t3];
        let z5 = (x[7] + x[3] + x[5] + x[1]) * 9633;
        let (z1, z2) = ((x[7] + x[1]) * -7373, (x[5] + x[3]) * -20_995);
        let z3 = (x[7] + x[3]) * -16_069 + z5;
        let z4 = (x[5] + x[1]) * -3196 + z5;
        let odd = [
            x[1] * 12_299 + z1 + z4,
            x[3] * 25_172 + z2 + z3,
            x[5] * 16_819 + z2 + z4,
            x[7] * 2446 + z1 + z3,
        ];
        let round = |value: i32| (value + (1 << (shift - 1))) >> shift;
        core::array::from_fn(|i| {
            if i < 4 {
                round(even[i] + odd[i])
            } else {
                round(even[7 - i] - odd[7 - i])
            }
        })
    }

    fn plain(block: &[i16; 64]) -> Samples {
        let mut work = block.map(i32::from);
        for column in 0..8 {
            let out = plain_pass(core::array::from_fn(|row| work[row * 8 + column]), 11);
            for row in 0..8 {
                work[row * 8 + column] = out[row];
            }
        }
        core::array::from_fn(|row| {
            plain_pass(core::array::from_fn(|column| work[row * 8 + column]), 18)
                .map(|value| (value + 128).clamp(0, 255) as u8)
        })
    }

    fn random_block(seed: u64, filled: impl Fn(usize) -> bool) -> [i16; 64] {
        let mut state = seed;
        core::array::from_fn(|index| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = (state >> 40) as i16 % 200;
            if filled(index) { value } else { 0 }
        })
    }

    #[test]
    fn dot_products_give_the_bits_of_the_plain_equations() {
        for seed in 0..2000 {
            let block = random_block(seed, |index| seed % 3 > 0 || index % 3 == 0);
            assert_eq!(full(&block), plain(&block), "{seed}");
        }
    }

    #[test]
    fn shortcuts_give_the_same_bits() {
        for seed in 0..2000 {
            let block = random_block(seed, |index| index % 8 < 4 && index / 8 < 4);
            assert_eq!(upper_left(&block), full(&block), "{seed}");
            let mean = random_block(seed, |index| index == 0);
            assert_eq!([[flat(mean[0]); 8]; 8], full(&mean), "{seed}");
        }
    }
}
