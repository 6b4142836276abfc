//! Blocks into planes.

use super::idct::{self, Samples};
use super::idct_12;
use super::planes::Plane;

/// Coefficients of one block, and the bits of the natural positions of those that are not zero.
pub struct Block {
    /// In natural order; dequantised for 8 bits.
    pub values: [i16; 64],
    /// Positions of coefficients beyond the mean, ORed.
    pub seen: u8,
    /// Two rows of zeros, which the compiler must not know to be zeros: it would clear a block by
    /// the instruction that fills memory, which browsers carry out by a call out of WebAssembly.
    zeros: [i16; 16],
}

/// Bits of positions in the last four rows or columns.
const LOWER_RIGHT: u8 = 0b10_0100;

impl Block {
    /// A block of zeros.
    pub fn new() -> Self {
        Self {
            values: [0; 64],
            seen: 0,
            zeros: std::hint::black_box([0; 16]),
        }
    }

    /// Transforms the block of 8-bit samples and leaves zeros in its place.
    #[inline(always)]
    pub fn transform(&mut self) -> Samples {
        if self.seen == 0 {
            return [[idct::flat(self.values[0]); 8]; 8];
        }
        let samples = if self.seen & LOWER_RIGHT == 0 {
            idct::upper_left(&self.values)
        } else {
            idct::full(&self.values)
        };
        for rows in self.values.as_chunks_mut::<16>().0 {
            *rows = self.zeros;
        }
        self.seen = 0;
        samples
    }
}

/// Writes a block of 8-bit samples at block coordinates; samples outside of the plane are dropped.
#[inline(always)]
pub fn store(memory: &mut [u8], plane: &Plane, column: usize, row: usize, samples: &Samples) {
    let (x, y) = (column * 8, row * 8);
    if x + 8 <= plane.width && y + 8 <= plane.height {
        let start = plane.offset + y * plane.stride + x;
        let target = &mut memory[start..start + 7 * plane.stride + 8];
        for (index, samples) in samples.iter().enumerate() {
            target[index * plane.stride..][..8].copy_from_slice(samples);
        }
    } else {
        store_edge(memory, plane, x, y, samples);
    }
}

#[cold]
fn store_edge(memory: &mut [u8], plane: &Plane, x: usize, y: usize, samples: &Samples) {
    let columns = plane.width.saturating_sub(x).min(8);
    let rows = plane.height.saturating_sub(y).min(8);
    if columns == 0 {
        return;
    }
    for (index, samples) in samples.iter().take(rows).enumerate() {
        let start = plane.offset + (y + index) * plane.stride + x;
        memory[start..start + columns].copy_from_slice(&samples[..columns]);
    }
}

/// Transforms and writes a block of 12-bit samples, two bytes each, low byte first.
pub fn store_12(
    memory: &mut [u8],
    plane: &Plane,
    (column, row): (usize, usize),
    coefficients: &[i16; 64],
    steps: &[u16; 64],
) {
    let (x, y) = (column * 8, row * 8);
    let columns = plane.width.saturating_sub(x).min(8);
    let rows = plane.height.saturating_sub(y).min(8);
    if columns == 0 {
        return;
    }
    let samples = idct_12::transform(coefficients, steps);
    for (index, samples) in samples.iter().take(rows).enumerate() {
        let start = (plane.offset + (y + index) * plane.stride + x) * 2;
        let target = &mut memory[start..start + columns * 2];
        for (bytes, sample) in target.as_chunks_mut::<2>().0.iter_mut().zip(samples) {
            *bytes = sample.to_le_bytes();
        }
    }
}

/// Middle grey over a whole plane, for a component that no scan brought.
pub fn fill_grey(memory: &mut [u8], plane: &Plane, precision: u8) {
    let wide = precision > 8;
    let grey = (1u16 << (precision - 1)).to_le_bytes();
    for row in 0..plane.height {
        let start = plane.offset + row * plane.stride;
        if wide {
            let target = &mut memory[start * 2..(start + plane.width) * 2];
            target.as_chunks_mut::<2>().0.fill(grey);
        } else {
            memory[start..start + plane.width].fill(grey[0]);
        }
    }
}
