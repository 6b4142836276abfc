//! Samples to quantised coefficients, eight blocks at a time: each lane of a register is a block, so that the
//! transform needs no transposition.

use crate::codecs::jpeg::header::NATURAL;
use crate::codecs::simd::Register;

/// Blocks that are transformed together.
const LANES: usize = 8;

/// Quantised coefficients of a block in zigzag order.
#[derive(Debug, Clone, Copy)]
pub struct Coefficients {
    /// All of them.
    pub values: [i16; 64],
    /// A bit for each that is not zero, the lowest is the first one's.
    pub nonzero: u64,
}

/// Two words of each lane, for sums of products of both.
#[derive(Clone, Copy)]
struct Pairs([Register; 2]);

impl Pairs {
    #[inline(always)]
    fn of(a: Register, b: Register) -> Self {
        Self([a.low_16(b), a.high_16(b)])
    }

    #[inline(always)]
    fn dot(self, by: [i16; 2]) -> Sums {
        let by = Register::words([by[0], by[1], by[0], by[1], by[0], by[1], by[0], by[1]]);
        Sums(self.0.map(|pairs| pairs.dot(by)))
    }
}

/// A number of each lane.
#[derive(Clone, Copy)]
struct Sums([Register; 2]);

impl Sums {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([a.add_32(c), b.add_32(d)])
    }

    /// Rounded after division by a power of two.
    #[inline(always)]
    fn descaled<const BITS: i32>(self) -> Register {
        let half = Register::numbers([1 << (BITS - 1); 4]);
        let [low, high] = self
            .0
            .map(|sums| sums.add_32(half).shift_right_32::<BITS>());
        low.narrow_to_16(high)
    }
}

/// Eight coefficients of eight samples. Those of even multiples are exact and go through `exact`, the others were
/// multiplied by 2^13 and are divided by 2^`BITS`. Loeffler, Ligtenberg, Moschytz: Practical Fast 1-D DCT Algorithms with
/// 11 Multiplications (ICASSP 1989), with the constants of the Independent JPEG Group; products that share a factor are
/// taken together, which changes no sum. All sums of samples fit in words: the largest are 64 times -128 times 4, which
/// is the lowest word, and 64 times 127 times 4.
#[inline(always)]
fn transform_line<const BITS: i32>(
    v: [Register; 8],
    exact: impl Fn(Register) -> Register,
) -> [Register; 8] {
    let (s07, d07) = (v[0].add_16(v[7]), v[0].sub_16(v[7]));
    let (s16, d16) = (v[1].add_16(v[6]), v[1].sub_16(v[6]));
    let (s25, d25) = (v[2].add_16(v[5]), v[2].sub_16(v[5]));
    let (s34, d34) = (v[3].add_16(v[4]), v[3].sub_16(v[4]));
    let (e0, e3) = (s07.add_16(s34), s07.sub_16(s34));
    let (e1, e2) = (s16.add_16(s25), s16.sub_16(s25));
    let even = Pairs::of(e2, e3);
    let both = Pairs::of(d34.add_16(d16), d25.add_16(d07));
    let (outer, inner) = (Pairs::of(d07, d34), Pairs::of(d16, d25));
    let z3 = both.dot([9633 - 16069, 9633]);
    let z4 = both.dot([9633, 9633 - 3196]);
    let scaled = |sums: Sums| sums.descaled::<BITS>();
    [
        exact(e0.add_16(e1)),
        scaled(outer.dot([12299 - 7373, -7373]).plus(z4)),
        scaled(even.dot([4433, 4433 + 6270])),
        scaled(inner.dot([25172 - 20995, -20995]).plus(z3)),
        exact(e0.sub_16(e1)),
        scaled(inner.dot([-20995, 16819 - 20995]).plus(z4)),
        scaled(even.dot([4433 - 15137, 4433])),
        scaled(outer.dot([-7373, 2446 - 7373]).plus(z3)),
    ]
}

/// Rows, which keep two bits more, then columns; coefficients are eight times as large as those of T.81 A.3.3.
#[inline(always)]
fn transform(block: &mut [Register; 64]) {
    for row in block.as_chunks_mut::<8>().0 {
        *row = transform_line::<11>(*row, |a| {
            let twice = a.add_16(a);
            twice.add_16(twice)
        });
    }
    let half = Register::words([2; LANES]);
    for column in 0..8 {
        let line = std::array::from_fn(|row| block[row * 8 + column]);
        let line = transform_line::<15>(line, |a| a.add_16(half).shift_right_16::<2>());
        for (row, values) in line.into_iter().enumerate() {
            block[row * 8 + column] = values;
        }
    }
}

/// Bits of the reciprocals.
const RECIPROCAL_BITS: i32 = 15;

/// Steps of quantisation, and what divides by them without a division.
pub struct Quantizer {
    /// In natural order.
    pub steps: [u8; 64],
    /// In zigzag order: reciprocal, and what is added before it rounds.
    factors: [(i16, i16); 64],
}

impl Quantizer {
    /// Steps of T.81 annex K.1 at a quality from 50 to 100, as the Independent JPEG Group scales them.
    pub fn new(plain: impl Fn(usize) -> u32, quality: u32) -> Self {
        let scale = 200 - quality * 2;
        let steps =
            std::array::from_fn(|place| ((plain(place) * scale + 50) / 100).clamp(1, 255) as u8);
        let factors = std::array::from_fn(|at| {
            let divisor = i32::from(steps[usize::from(NATURAL[at])]) * 8;
            let (whole, rest) = (
                (1 << RECIPROCAL_BITS) / divisor,
                (1 << RECIPROCAL_BITS) % divisor,
            );
            let (reciprocal, correction) = match rest {
                0 => (whole, divisor / 2),
                rest if rest <= divisor / 2 => (whole, divisor / 2 + 1),
                _ => (whole + 1, divisor / 2),
            };
            (reciprocal as i16, correction as i16)
        });
        Self { steps, factors }
    }

    #[inline(always)]
    fn quantised(&self, at: usize, values: Register) -> Register {
        let (reciprocal, correction) = self.factors[at];
        let words = values.to_words();
        let sizes =
            Register::words(words.map(|value| value.wrapping_abs().wrapping_add(correction)));
        let products = Pairs::of(sizes, Register::words([0; LANES])).dot([reciprocal, 0]);
        let [low, high] = products
            .0
            .map(|sums| sums.shift_right_32::<RECIPROCAL_BITS>());
        let sizes = low.narrow_to_16(high).to_words();
        Register::words(std::array::from_fn(|lane| {
            let sign = words[lane] >> 15;
            (sizes[lane] ^ sign).wrapping_sub(sign)
        }))
    }

    /// Adds the blocks of eight lines, each `width` samples long, a multiple of eight.
    pub fn code(&self, lines: &[u8], width: usize, coded: &mut Vec<Coefficients>) {
        let blocks = width / 8;
        for first in (0..blocks).step_by(LANES) {
            let count = (blocks - first).min(LANES);
            let columns: [usize; LANES] =
                std::array::from_fn(|lane| (first + lane.min(count - 1)) * 8);
            let mut block = [Register::words([0; LANES]); 64];
            for (row, line) in block
                .as_chunks_mut::<8>()
                .0
                .iter_mut()
                .zip(lines.chunks_exact(width))
            {
                *row = side_by_side(
                    columns.map(|at| line[at..].first_chunk::<8>().copied().unwrap_or_default()),
                );
            }
            transform(&mut block);
            let mut blocks = [Coefficients {
                values: [0; 64],
                nonzero: 0,
            }; LANES];
            for half in (0..64).step_by(16) {
                let eight = |from: usize| {
                    transposed(std::array::from_fn(|at| {
                        self.quantised(from + at, block[usize::from(NATURAL[from + at])])
                    }))
                };
                let (left, right) = (eight(half), eight(half + 8));
                for ((one, left), right) in blocks.iter_mut().zip(left).zip(right) {
                    one.values[half..half + 8].copy_from_slice(&left.to_words());
                    one.values[half + 8..half + 16].copy_from_slice(&right.to_words());
                    one.nonzero |= u64::from(left.narrow_to_8(right).nonzero_8()) << half;
                }
            }
            coded.extend_from_slice(&blocks[..count]);
        }
    }
}

/// Samples of a line of each block as lanes, around zero.
#[inline(always)]
fn side_by_side(lines: [[u8; 8]; LANES]) -> [Register; 8] {
    let middle = Register::words([128; LANES]);
    transposed(lines.map(|line| Register::widened(line).sub_16(middle)))
}

/// Words of eight registers, the first ones of all in the first.
#[inline(always)]
fn transposed(r: [Register; 8]) -> [Register; 8] {
    let parted = |a: Register, b: Register| [a.low_16(b), a.high_16(b)];
    let ([ab0, ab1], [cd0, cd1]) = (parted(r[0], r[1]), parted(r[2], r[3]));
    let ([ef0, ef1], [gh0, gh1]) = (parted(r[4], r[5]), parted(r[6], r[7]));
    let quarter = |ab: Register, cd: Register, ef: Register, gh: Register| {
        let (low, high) = (
            [ab.low_32(cd), ab.high_32(cd)],
            [ef.low_32(gh), ef.high_32(gh)],
        );
        [
            low[0].low_64(high[0]),
            low[0].high_64(high[0]),
            low[1].low_64(high[1]),
            low[1].high_64(high[1]),
        ]
    };
    let (left, right) = (quarter(ab0, cd0, ef0, gh0), quarter(ab1, cd1, ef1, gh1));
    [
        left[0], left[1], left[2], left[3], right[0], right[1], right[2], right[3],
    ]
}
