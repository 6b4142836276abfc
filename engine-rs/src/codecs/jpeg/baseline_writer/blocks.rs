//! Samples to quantised coefficients, four blocks at a time: each lane of a vector is a block, so that the
//! transform needs no transposition.

use crate::codecs::jpeg::header::NATURAL;

/// Blocks that are transformed together.
const LANES: usize = 4;
/// The number of one place in each of the blocks.
type Lanes = [i32; LANES];
/// Quantised coefficients of a block in zigzag order.
pub type Coefficients = [i16; 64];

fn plus(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
}

fn minus(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].wrapping_sub(b[lane]))
}

fn times(a: Lanes, by: i32) -> Lanes {
    a.map(|value| value.wrapping_mul(by))
}

/// Rounded after division by a power of two.
fn descaled<const BITS: i32>(a: Lanes) -> Lanes {
    a.map(|value| value.wrapping_add(1 << (BITS - 1)) >> BITS)
}

/// Eight coefficients of eight samples. Those of even multiples are exact and go through `exact`, the others were
/// multiplied by 2^13 and go through `scaled`. Loeffler, Ligtenberg, Moschytz: Practical Fast 1-D DCT Algorithms with
/// 11 Multiplications (ICASSP 1989), with the 12 multiplications and constants of the Independent JPEG Group.
#[inline(always)]
fn transform_line(
    v: [Lanes; 8],
    exact: impl Fn(Lanes) -> Lanes,
    scaled: impl Fn(Lanes) -> Lanes,
) -> [Lanes; 8] {
    let (s07, d07) = (plus(v[0], v[7]), minus(v[0], v[7]));
    let (s16, d16) = (plus(v[1], v[6]), minus(v[1], v[6]));
    let (s25, d25) = (plus(v[2], v[5]), minus(v[2], v[5]));
    let (s34, d34) = (plus(v[3], v[4]), minus(v[3], v[4]));
    let (e0, e3) = (plus(s07, s34), minus(s07, s34));
    let (e1, e2) = (plus(s16, s25), minus(s16, s25));
    let even = times(plus(e2, e3), 4433);
    let (o13, o24) = (plus(d34, d16), plus(d25, d07));
    let odd = times(plus(o13, o24), 9633);
    let z1 = times(plus(d34, d07), -7373);
    let z2 = times(plus(d25, d16), -20995);
    let z3 = plus(times(o13, -16069), odd);
    let z4 = plus(times(o24, -3196), odd);
    [
        exact(plus(e0, e1)),
        scaled(plus(plus(times(d07, 12299), z1), z4)),
        scaled(plus(even, times(e3, 6270))),
        scaled(plus(plus(times(d16, 25172), z2), z3)),
        exact(minus(e0, e1)),
        scaled(plus(plus(times(d25, 16819), z2), z4)),
        scaled(plus(even, times(e2, -15137))),
        scaled(plus(plus(times(d34, 2446), z1), z3)),
    ]
}

/// Rows, which keep two bits more, then columns; coefficients are eight times as large as those of T.81 A.3.3.
fn transform(block: &mut [Lanes; 64]) {
    for row in block.as_chunks_mut::<8>().0 {
        *row = transform_line(*row, |a| a.map(|value| value << 2), descaled::<11>);
    }
    for column in 0..8 {
        let line = std::array::from_fn(|row| block[row * 8 + column]);
        let line = transform_line(line, descaled::<2>, descaled::<15>);
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
    factors: [(i32, i32); 64],
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
            match rest {
                0 => (whole, divisor / 2),
                rest if rest <= divisor / 2 => (whole, divisor / 2 + 1),
                _ => (whole + 1, divisor / 2),
            }
        });
        Self { steps, factors }
    }

    #[inline(always)]
    fn quantised(&self, at: usize, values: Lanes) -> [i16; LANES] {
        let (reciprocal, correction) = self.factors[at];
        values.map(|value| {
            let size = (value.abs() + correction).wrapping_mul(reciprocal) >> RECIPROCAL_BITS;
            (if value < 0 { -size } else { size }) as i16
        })
    }

    /// Adds the blocks of eight lines, each `width` samples long, a multiple of eight.
    pub fn code(&self, lines: &[u8], width: usize, coded: &mut Vec<Coefficients>) {
        let blocks = width / 8;
        for first in (0..blocks).step_by(LANES) {
            let count = (blocks - first).min(LANES);
            let columns: [usize; LANES] =
                std::array::from_fn(|lane| (first + lane.min(count - 1)) * 8);
            let mut block = [[0; LANES]; 64];
            for (row, line) in block
                .as_chunks_mut::<8>()
                .0
                .iter_mut()
                .zip(lines.chunks_exact(width))
            {
                let eights =
                    columns.map(|at| line[at..].first_chunk::<8>().copied().unwrap_or_default());
                *row = std::array::from_fn(|x| eights.map(|eight| i32::from(eight[x]) - 128));
            }
            transform(&mut block);
            let mut values = [[0; 64]; LANES];
            for (at, &from) in NATURAL.iter().take(64).enumerate() {
                let quantised = self.quantised(at, block[usize::from(from)]);
                for (one, value) in values.iter_mut().zip(quantised) {
                    one[at] = value;
                }
            }
            coded.extend_from_slice(&values[..count]);
        }
    }
}
