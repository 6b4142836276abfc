//! High-throughput code blocks (ISO 15444-15 clause 7): a cleanup pass that codes quads of 2 x 2 samples,
//! then perhaps a bit plane more for samples next to significant ones and for those themselves.
//!
//! A sample is returned as its sign in bit 31 above a magnitude that is aligned to bit 30, the middle of
//! what is not known being a half of the last bit.

mod bits;
mod mel;
mod quads;

use bits::{BackwardBits, ForwardBits};
use mel::MelDecoder;
use quads::QuadDecoder;

use super::blocks::Block;
use super::malformed;
use super::vlc_codes::Quad;
use crate::error::EngineError;

/// Longest part of a cleanup segment that the MEL and VLC bits share.
const MAX_SHARED_BYTES: usize = 4079;
/// Most planes without a bit that leave room for a half of the last one.
const MAX_ZERO_PLANES: u8 = 29;
/// Rows of a stripe, which refinement goes through column after column.
const STRIPE: usize = 4;
/// Samples below a stripe do not count as neighbours (table A.19).
const CAUSAL: u8 = 0x08;

/// Decoder of blocks; keeps its memory from one to the next.
#[derive(Default)]
pub struct HighThroughput {
    samples: Vec<u32>,
    /// Of the row of quads above, then of this one: what the lower samples hold besides their sign, by
    /// column, with one more before the first and two after the last.
    above: Vec<u32>,
    lower: Vec<u32>,
    /// Significance with a rim: 1 after the cleanup, 2 since.
    significant: Vec<u8>,
}

impl HighThroughput {
    /// The samples of a block, row after row.
    ///
    /// # Errors
    /// `malformed-frame` for segments that contradict themselves.
    pub fn decode(&mut self, block: &Block<'_>, style: u8) -> Result<&[u32], EngineError> {
        let (width, height) = (usize::from(block.size.0), usize::from(block.size.1));
        self.samples.clear();
        self.samples.resize(width * height, 0);
        let [cleanup, refinement] = segments(block);
        // Missing parts stay dark.
        let Some((cleanup, _)) = cleanup else {
            return Ok(&self.samples);
        };
        if block.zero_planes > MAX_ZERO_PLANES {
            return Err(damaged());
        }
        self.cleanup(cleanup, block.zero_planes, width)?;
        if let Some((bytes, passes)) = refinement
            && !bytes.is_empty()
            && block.zero_planes < MAX_ZERO_PLANES
        {
            // The plane below the cleanup's.
            let plane = MAX_ZERO_PLANES - block.zero_planes;
            self.refine(bytes, passes, plane, width, style & CAUSAL != 0);
        }
        Ok(&self.samples)
    }

    fn cleanup(&mut self, bytes: &[u8], zero_planes: u8, width: usize) -> Result<(), EngineError> {
        let &[.., low, high] = bytes else {
            return Err(damaged());
        };
        let shared = usize::from(high) << 4 | usize::from(low & 15);
        if !(2..=bytes.len().min(MAX_SHARED_BYTES)).contains(&shared) {
            return Err(damaged());
        }
        let (mag_sgn, shared) = bytes.split_at(bytes.len() - shared);
        let mut quads = QuadDecoder {
            mel: MelDecoder::new(shared),
            vlc: BackwardBits::vlc(shared),
        };
        let mut mag_sgn = ForwardBits::new(mag_sgn, 0xff);
        // Bit of the half of the last plane.
        let scale = u32::from(MAX_ZERO_PLANES - zero_planes);
        let most_bits = u32::from(zero_planes) + 2;
        for edge in [&mut self.above, &mut self.lower] {
            edge.clear();
            edge.resize(width + 4, 0);
        }
        for (row, rows) in self.samples.chunks_mut(2 * width).enumerate() {
            let (upper, lower) = rows.split_at_mut(width);
            let first_row = row == 0;
            // Only as many samples of a quad as there are.
            let rows_there = if lower.is_empty() { 0b0101 } else { 0b1111 };
            let mut left = 0;
            for x in (0..width).step_by(4) {
                let pair = quads.pair(&self.above[x..], &mut left, first_row, x + 2 < width);
                for (number, (quad, exponent)) in pair.into_iter().enumerate() {
                    let x = x + 2 * number;
                    if x >= width {
                        break;
                    }
                    let there = if x + 1 < width {
                        rows_there
                    } else {
                        rows_there & 0b0011
                    };
                    let significant = quad.significant() & there;
                    let below = &mut self.lower[x + 1..x + 3];
                    below.fill(0);
                    if significant == 0 {
                        continue;
                    }
                    let bits = match first_row {
                        true => exponent + 1,
                        false => exponent + predicted(&self.above[x..x + 4], quad),
                    };
                    if bits > most_bits {
                        return Err(damaged());
                    }
                    let mut sample = |number: u32| {
                        if significant >> number & 1 == 0 {
                            return (0, 0);
                        }
                        let count = bits - (quad.known() >> number & 1);
                        let read = mag_sgn.bits(count);
                        let held = read | (quad.known_ones() >> number & 1) << count | 1;
                        let magnitude = (held.wrapping_add(2) << scale) & 0x7fff_ffff;
                        (read << 31 | magnitude, held)
                    };
                    upper[x] = sample(0).0;
                    let first = sample(1);
                    let second = sample(2).0;
                    let last = sample(3);
                    below[0] = first.1;
                    below[1] = last.1;
                    if let Some(target) = lower.get_mut(x) {
                        *target = first.0;
                    }
                    if x + 1 < width {
                        upper[x + 1] = second;
                        if let Some(target) = lower.get_mut(x + 1) {
                            *target = last.0;
                        }
                    }
                }
            }
            std::mem::swap(&mut self.above, &mut self.lower);
        }
        Ok(())
    }

    /// The plane of bit `plane` for samples next to significant ones, then for the samples of the
    /// cleanup.
    fn refine(&mut self, bytes: &[u8], passes: u8, plane: u8, width: usize, causal: bool) {
        let height = self.samples.len() / width;
        let across = width + 2;
        self.significant.clear();
        self.significant.resize(across * (height + 2), 0);
        for (y, row) in self.samples.chunks_exact(width).enumerate() {
            let flags = &mut self.significant[(y + 1) * across + 1..];
            for (flag, sample) in flags.iter_mut().zip(row) {
                *flag = u8::from(*sample != 0);
            }
        }
        let half = 1u32 << (plane - 1);
        let mut bits = ForwardBits::new(bytes, 0);
        for top in (0..height).step_by(STRIPE) {
            let rows = top..(top + STRIPE).min(height);
            for first in (0..width).step_by(STRIPE) {
                let mut fresh = [0; STRIPE * STRIPE];
                let mut count = 0;
                for x in first..(first + STRIPE).min(width) {
                    for y in rows.clone() {
                        let at = (y + 1) * across + x + 1;
                        let below = !causal || y + 1 < top + STRIPE;
                        if self.significant[at] == 0
                            && has_neighbour(&self.significant, at, across, below)
                            && bits.bits(1) == 1
                        {
                            self.significant[at] = 2;
                            fresh[count] = y * width + x;
                            count += 1;
                        }
                    }
                }
                // Signs follow the samples of four columns.
                for &at in &fresh[..count] {
                    self.samples[at] = (bits.bits(1) << 31) | (3 * half);
                }
            }
        }
        if passes < 2 {
            return;
        }
        let mut bits = BackwardBits::mag_ref(bytes);
        for top in (0..height).step_by(STRIPE) {
            for x in 0..width {
                for y in top..(top + STRIPE).min(height) {
                    if self.significant[(y + 1) * across + x + 1] == 1 {
                        let bit = bits.bits(1);
                        self.samples[y * width + x] ^= (1 - bit) << plane | half;
                    }
                }
            }
        }
    }
}

fn damaged() -> EngineError {
    malformed("damaged high-throughput blocks")
}

/// Bytes and passes of the two segments; those that are cut short are left out.
fn segments<'a>(block: &Block<'a>) -> [Option<(&'a [u8], u8)>; 2] {
    let mut segments = [None; 2];
    for chunk in block.chunks.iter().take_while(|chunk| chunk.whole) {
        if let Some(segment) = segments.get_mut(usize::from(chunk.segment)) {
            *segment = segment.or(Some((chunk.bytes, chunk.passes)));
        }
    }
    segments
}

/// A neighbour of a sample is significant.
fn has_neighbour(significant: &[u8], at: usize, across: usize, below: bool) -> bool {
    let three = |middle: usize| &significant[middle - 1..=middle + 1];
    let any = |flags: &[u8]| flags.iter().any(|flag| *flag != 0);
    any(three(at - across)) || any(three(at)) || below && any(three(at + across))
}

/// Bits that the quads above lead to expect where several samples are significant (7.3.7).
fn predicted(above: &[u32], quad: Quad) -> u32 {
    if quad.significant().count_ones() < 2 {
        return 1;
    }
    let held = above.iter().fold(0, |held, column| held | column);
    // Bits of the largest, less its sign.
    (held | 2).ilog2()
}
