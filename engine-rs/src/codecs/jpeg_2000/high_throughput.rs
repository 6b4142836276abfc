//! High-throughput code blocks (ISO 15444-15 clause 7): a cleanup pass that codes quads of 2 x 2 samples,
//! then perhaps a bit plane more for samples beside significant ones and for those themselves.
//!
//! A sample is answered as its sign in bit 31 above a magnitude that is aligned to bit 30, the middle of
//! what is not known being a half of the last bit.

use super::blocks::Block;
use super::malformed;
use super::vlc_codes::{Quad, quad};
use crate::error::EngineError;

/// Exponents of run lengths by state (table 2).
const RUN_EXPONENTS: [u8; 13] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5];
/// Longest part of a cleanup segment that runs and codewords share.
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
    /// Of the row of quads above, then of this one: what the lower samples hold beside their sign, by
    /// column, with one more before the first and two behind the last.
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
        // What is cut off is left dark.
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
            // The plane below that of the cleanup.
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
        let (magnitudes, shared) = bytes.split_at(bytes.len() - shared);
        let mut quads = Quads {
            runs: Runs::new(shared),
            words: Backward::codewords(shared),
        };
        let mut magnitudes = Forward::new(magnitudes, 0xff);
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
                        let read = magnitudes.bits(count);
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

    /// The plane of bit `plane` for samples beside significant ones, then for those of the cleanup.
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
        let mut bits = Forward::new(bytes, 0);
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
                            && beside(&self.significant, at, across, below)
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
        let mut bits = Backward::refinement(bytes);
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
fn beside(significant: &[u8], at: usize, across: usize, below: bool) -> bool {
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

/// Runs and codewords of quads.
struct Quads<'a> {
    runs: Runs<'a>,
    words: Backward<'a>,
}

impl Quads<'_> {
    /// A quad and the next, with the exponents that follow them. `above` begins with the column before.
    fn pair(
        &mut self,
        above: &[u32],
        left: &mut u32,
        first_row: bool,
        both: bool,
    ) -> [(Quad, u32); 2] {
        let one = self.quad(above, left, first_row);
        let two = if both {
            self.quad(&above[2..], left, first_row)
        } else {
            Quad::EMPTY
        };
        let (first, second) = match (one.has_exponent(), two.has_exponent()) {
            (false, false) => (0, 0),
            (true, false) => {
                let prefix = self.prefix();
                (prefix + self.suffix(prefix), 0)
            }
            (false, true) => {
                let prefix = self.prefix();
                (0, prefix + self.suffix(prefix))
            }
            (true, true) => self.two_exponents(first_row),
        };
        [(one, first), (two, second)]
    }

    fn two_exponents(&mut self, first_row: bool) -> (u32, u32) {
        let large = first_row && self.runs.next();
        let first = self.prefix();
        let second = match first_row && !large && first > 2 {
            // A large one has a small neighbour.
            true => 1 + self.words.bits(1),
            false => self.prefix(),
        };
        let more = if large { 2 } else { 0 };
        let first = first + self.suffix(first);
        (first + more, second + self.suffix(second) + more)
    }

    fn quad(&mut self, above: &[u32], left: &mut u32, first_row: bool) -> Quad {
        let upper = |a: usize, b: usize| u32::from(above[a] | above[b] != 0);
        let context = match first_row {
            true => u32::from(*left & 3 != 0) | *left >> 2 << 1,
            false => upper(0, 1) | u32::from(*left & 12 != 0) << 1 | upper(2, 3) << 2,
        };
        let found = if context == 0 && !self.runs.next() {
            Quad::EMPTY
        } else {
            let found = quad(first_row, context, self.words.peek());
            self.words.skip(found.length());
            found
        };
        *left = found.significant();
        found
    }

    /// The first part of an exponent (table 3).
    fn prefix(&mut self) -> u32 {
        let zeros = (self.words.peek() | 8).trailing_zeros();
        self.words.skip((zeros + 1).min(3));
        if zeros < 3 { zeros + 1 } else { 5 }
    }

    /// The second part, if the first has one.
    fn suffix(&mut self, prefix: u32) -> u32 {
        match prefix {
            3 => self.words.bits(1),
            5 => self.words.bits(5),
            _ => 0,
        }
    }
}

/// Runs of quads without significant samples (7.3.3).
struct Runs<'a> {
    bytes: &'a [u8],
    current: u8,
    left: u8,
    state: usize,
    /// Zeros to come, and whether a one ends them.
    zeros: u32,
    ends: bool,
}

impl<'a> Runs<'a> {
    /// Runs begin with the shared bytes; the codewords end in their last twelve bits, read as ones.
    fn new(shared: &'a [u8]) -> Self {
        Self {
            bytes: shared,
            current: 0,
            left: 0,
            state: 0,
            zeros: 0,
            ends: false,
        }
    }

    fn next(&mut self) -> bool {
        if self.zeros == 0 && !self.ends {
            let exponent = RUN_EXPONENTS[self.state];
            if self.bit() == 1 {
                self.zeros = 1 << exponent;
                self.state = (self.state + 1).min(RUN_EXPONENTS.len() - 1);
            } else {
                self.zeros = (0..exponent).fold(0, |run, _| run << 1 | self.bit());
                self.ends = true;
                self.state = self.state.saturating_sub(1);
            }
        }
        if self.zeros > 0 {
            self.zeros -= 1;
            return false;
        }
        std::mem::take(&mut self.ends)
    }

    fn bit(&mut self) -> u32 {
        if self.left == 0 {
            self.left = if self.current == 0xff { 7 } else { 8 };
            let next = match *self.bytes {
                [byte, _, _, ..] => byte,
                [byte, _] => byte | 15,
                _ => 0xff,
            };
            self.bytes = self.bytes.get(1..).unwrap_or_default();
            self.current = next;
        }
        self.left -= 1;
        u32::from(self.current >> self.left) & 1
    }
}

/// Bits from the lowest of the first byte on; after 0xff a byte has seven.
struct Forward<'a> {
    bytes: &'a [u8],
    behind: u8,
    held: u64,
    count: u32,
    stuffed: bool,
}

impl<'a> Forward<'a> {
    /// `behind` is read where the bytes end.
    fn new(bytes: &'a [u8], behind: u8) -> Self {
        Self {
            bytes,
            behind,
            held: 0,
            count: 0,
            stuffed: false,
        }
    }

    /// At most 32 bits.
    fn bits(&mut self, count: u32) -> u32 {
        while self.count < count {
            let byte = match self.bytes.split_first() {
                Some((byte, rest)) => {
                    self.bytes = rest;
                    *byte
                }
                None => self.behind,
            };
            self.held |= u64::from(byte) << self.count;
            self.count += if self.stuffed { 7 } else { 8 };
            self.stuffed = byte == 0xff;
        }
        let value = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        value as u32
    }
}

/// Bits from the lowest of the last byte on, towards the first; zeros before it. A byte of 0x7f or 0xff
/// has seven where the one read before it was above 0x8f.
struct Backward<'a> {
    bytes: &'a [u8],
    held: u64,
    count: u32,
    stuffed: bool,
}

impl<'a> Backward<'a> {
    /// Codewords end before the twelve bits that tell how long the shared bytes are.
    fn codewords(shared: &'a [u8]) -> Self {
        let (bytes, byte) = match shared {
            [bytes @ .., byte, _] => (bytes, *byte),
            _ => (shared, 0),
        };
        let held = byte >> 4;
        Self {
            bytes,
            held: u64::from(held),
            count: if held & 7 == 7 { 3 } else { 4 },
            stuffed: byte | 15 > 0x8f,
        }
    }

    fn refinement(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            held: 0,
            count: 0,
            stuffed: true,
        }
    }

    fn fill(&mut self) {
        while self.count <= 32 {
            let byte = match self.bytes.split_last() {
                Some((byte, rest)) => {
                    self.bytes = rest;
                    *byte
                }
                None => 0,
            };
            self.held |= u64::from(byte) << self.count;
            self.count += if self.stuffed && byte & 0x7f == 0x7f {
                7
            } else {
                8
            };
            self.stuffed = byte > 0x8f;
        }
    }

    fn peek(&mut self) -> u32 {
        self.fill();
        self.held as u32
    }

    fn skip(&mut self, count: u32) {
        self.held >>= count;
        self.count -= count;
    }

    fn bits(&mut self, count: u32) -> u32 {
        let value = self.peek() & ((1 << count) - 1);
        self.skip(count);
        value
    }
}
