//! Code blocks of JPEG 2000 (ISO 15444-1 Annex D): bit plane after bit plane in three passes each, in stripes
//! of four rows, column after column. The samples are those of `high_throughput`: a sign above a magnitude.

use super::blocks::{Block, MAX_PLANES};
use super::mq::{Bits, CONTEXTS, FRESH, MqDecoder, RUN_LENGTH, Raw, UNIFORM};

/// First contexts of signs and of refinement (table D.7).
const SIGN: usize = 9;
const REFINE: usize = 14;

/// Bits of the style of code blocks (table A.19).
const BYPASS: u8 = 0x01;
const RESET: u8 = 0x02;
const CAUSAL: u8 = 0x08;
const SEGMENT_SYMBOLS: u8 = 0x20;
/// Passes before the ones that may bypass the MQ decoder.
const BEFORE_BYPASS: u8 = 10;

/// Rows of a stripe.
const STRIPE: usize = 4;

// A column of a stripe is a word. Its bits 0 to 17 are the significance of three samples in each of six rows,
// the first above the stripe and the last below it; the middle ones are the column's own. Bits 18 onwards are
// the sign above and for each row its sign, whether it was refined, and whether it was visited in this plane;
// bit 31 is the sign below. Each bit of a row is three bits higher than in the row above.
const SELF: u32 = 1 << 4;
const AROUND: u32 = 0x1ef;
const SIGN_ABOVE: u32 = 1 << 18;
const SIGN_SELF: u32 = 1 << 19;
const REFINED: u32 = 1 << 20;
const VISITED: u32 = 1 << 21;
const SIGN_BELOW: u32 = 1 << 31;
const ALL_VISITED: u32 = VISITED | VISITED << 3 | VISITED << 6 | VISITED << 9;

/// Contexts of significance by the eight samples around (table D.1): for sub-bands that are low across,
/// for those that are high across only, and for those that are high both ways.
static AROUND_CONTEXTS: [[u8; 512]; 3] = [contexts(0), contexts(1), contexts(2)];

const fn contexts(kind: usize) -> [u8; 512] {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let across = (bits >> 3 & 1) + (bits >> 5 & 1);
        let down = (bits >> 1 & 1) + (bits >> 7 & 1);
        let corners = (bits & 1) + (bits >> 2 & 1) + (bits >> 6 & 1) + (bits >> 8 & 1);
        let (first, second) = if kind == 1 {
            (down, across)
        } else {
            (across, down)
        };
        table[bits] = if kind == 2 {
            diagonal(corners, across + down)
        } else {
            straight(first, second, corners)
        };
        bits += 1;
    }
    table
}

const fn straight(first: usize, second: usize, corners: usize) -> u8 {
    match (first, second, corners) {
        (2, _, _) => 8,
        (1, 1.., _) => 7,
        (1, 0, 1..) => 6,
        (1, 0, 0) => 5,
        (_, 2, _) => 4,
        (_, 1, _) => 3,
        (_, _, 2..) => 2,
        (_, _, corners) => corners as u8,
    }
}

const fn diagonal(corners: usize, others: usize) -> u8 {
    match (corners, others) {
        (3.., _) => 8,
        (2, 1..) => 7,
        (2, 0) => 6,
        (1, 2..) => 5,
        (1, others) => 3 + others as u8,
        (_, 2..) => 2,
        (_, others) => others as u8,
    }
}

/// Decoder of blocks; keeps its memory from one to the next.
#[derive(Default)]
pub struct Passes {
    plane: Plane,
    joined: Vec<u8>,
}

/// The samples of a block and what is known around them.
#[derive(Default)]
struct Plane {
    samples: Vec<u32>,
    /// Columns of stripes, with a rim.
    columns: Vec<u32>,
    width: usize,
    height: usize,
    /// Which contexts of significance.
    kind: usize,
    causal: bool,
}

impl Passes {
    /// The samples of a block of a sub-band with so many bit planes, row after row.
    pub fn decode(&mut self, block: &Block<'_>, style: u8, planes: u8, high: (u8, u8)) -> &[u32] {
        let kind = match high {
            (1, 1) => 2,
            (1, _) => 1,
            _ => 0,
        };
        self.plane.reset(block, kind, style & CAUSAL != 0);
        let planes_coded = planes.saturating_sub(block.zero_planes);
        let mut contexts = FRESH;
        let mut pass = 0u8;
        let mut chunks = &block.chunks[..];
        while let Some(first) = chunks.first() {
            let same = chunks
                .iter()
                .take_while(|chunk| chunk.segment == first.segment);
            let (segment, rest) = chunks.split_at(same.count());
            chunks = rest;
            let passes: u8 = segment.iter().map(|chunk| chunk.passes).sum();
            let bytes = match segment {
                [only] => only.bytes,
                several => {
                    self.joined.clear();
                    several
                        .iter()
                        .for_each(|chunk| self.joined.extend(chunk.bytes));
                    &self.joined
                }
            };
            let whole = segment.iter().all(|chunk| chunk.whole);
            let end = pass + passes;
            // Passes that have a plane; the first plane has one of the three.
            let last = (u16::from(planes_coded) * 3)
                .saturating_sub(2)
                .min(u16::from(end)) as u8;
            let top = MAX_PLANES - block.zero_planes.min(MAX_PLANES);
            let run = pass..last.max(pass);
            if style & BYPASS != 0 && pass >= BEFORE_BYPASS && kind_of(pass) != Kind::Cleanup {
                let mut bits = Raw::new(bytes, whole);
                for pass in run {
                    self.plane.pass(&mut bits, kind_of(pass), bit_of(top, pass));
                }
            } else {
                self.plane
                    .coded((bytes, whole), &mut contexts, run, style, top);
            }
            pass = end;
        }
        &self.plane.samples
    }
}

/// The three passes of a bit plane (D.3).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Significance,
    Refinement,
    Cleanup,
}

fn kind_of(pass: u8) -> Kind {
    match pass % 3 {
        0 => Kind::Cleanup,
        1 => Kind::Significance,
        _ => Kind::Refinement,
    }
}

/// The magnitude's bit of a pass, `top` being that above the first.
fn bit_of(top: u8, pass: u8) -> u32 {
    u32::from(top.saturating_sub(1 + pass.div_ceil(3)))
}

impl Plane {
    fn reset(&mut self, block: &Block<'_>, kind: usize, causal: bool) {
        (self.width, self.height) = (usize::from(block.size.0), usize::from(block.size.1));
        (self.kind, self.causal) = (kind, causal);
        self.samples.clear();
        self.samples.resize(self.width * self.height, 0);
        let stripes = self.height.div_ceil(STRIPE);
        self.columns.clear();
        self.columns.resize((self.width + 2) * (stripes + 2), 0);
    }

    fn coded(
        &mut self,
        (bytes, whole): (&[u8], bool),
        contexts: &mut [u8; CONTEXTS],
        passes: std::ops::Range<u8>,
        style: u8,
        top: u8,
    ) {
        let mut bits = MqDecoder::new(bytes, whole, *contexts);
        for pass in passes {
            let kind = kind_of(pass);
            self.pass(&mut bits, kind, bit_of(top, pass));
            if kind == Kind::Cleanup && style & SEGMENT_SYMBOLS != 0 {
                // They are there for decoders that look for damage.
                for _ in 0..4 {
                    bits.bit(UNIFORM);
                }
            }
            if style & RESET != 0 {
                bits.contexts = FRESH;
            }
        }
        *contexts = bits.contexts;
    }

    fn pass<B: Bits>(&mut self, bits: &mut B, kind: Kind, bit: u32) {
        for stripe in 0..self.height.div_ceil(STRIPE) {
            if bits.is_exhausted() {
                return;
            }
            let rows = (self.height - stripe * STRIPE).min(STRIPE);
            let at = (stripe + 1) * (self.width + 2) + 1;
            let first = stripe * STRIPE * self.width;
            match kind {
                Kind::Significance => self.significance(bits, bit, rows, at, first),
                Kind::Refinement => self.refinement(bits, bit, rows, at, first),
                Kind::Cleanup => self.cleanup(bits, bit, rows, at, first),
            }
        }
    }

    /// Samples next to significant ones (D.3.1).
    fn significance<B: Bits>(
        &mut self,
        bits: &mut B,
        bit: u32,
        rows: usize,
        at: usize,
        first: usize,
    ) {
        let contexts = &AROUND_CONTEXTS[self.kind];
        for x in 0..self.width {
            if self.columns[at + x] == 0 {
                continue;
            }
            for row in 0..rows {
                let around = self.columns[at + x] >> (3 * row);
                if around & SELF != 0 || around & AROUND == 0 {
                    continue;
                }
                let context = usize::from(contexts[(around & AROUND) as usize]);
                if bits.bit(context) == 1 {
                    self.found(bits, bit, at + x, row, first + row * self.width + x);
                }
                self.columns[at + x] |= VISITED << (3 * row);
            }
        }
    }

    /// Samples that were significant before (D.3.3).
    fn refinement<B: Bits>(
        &mut self,
        bits: &mut B,
        bit: u32,
        rows: usize,
        at: usize,
        first: usize,
    ) {
        let half = (1 << bit) >> 1;
        for x in 0..self.width {
            let mut column = self.columns[at + x];
            if column & (SELF | SELF << 3 | SELF << 6 | SELF << 9) == 0 {
                continue;
            }
            for row in 0..rows {
                let around = column >> (3 * row);
                if around & (SELF | VISITED) != SELF {
                    continue;
                }
                let context = match (around & REFINED != 0, around & AROUND != 0) {
                    (true, _) => REFINE + 2,
                    (false, beside) => REFINE + usize::from(beside),
                };
                let read = bits.bit(context);
                self.samples[first + row * self.width + x] ^= (1 - read) << bit | half;
                column |= REFINED << (3 * row);
            }
            self.columns[at + x] = column;
        }
    }

    /// All others (D.3.4).
    fn cleanup<B: Bits>(&mut self, bits: &mut B, bit: u32, rows: usize, at: usize, first: usize) {
        let contexts = &AROUND_CONTEXTS[self.kind];
        for x in 0..self.width {
            let mut row = 0;
            if self.columns[at + x] == 0 && rows == STRIPE {
                if bits.bit(RUN_LENGTH) == 0 {
                    continue;
                }
                row = (bits.bit(UNIFORM) << 1 | bits.bit(UNIFORM)) as usize;
                self.found(bits, bit, at + x, row, first + row * self.width + x);
                row += 1;
            }
            for row in row..rows {
                let around = self.columns[at + x] >> (3 * row);
                if around & (SELF | VISITED) != 0 {
                    continue;
                }
                let context = usize::from(contexts[(around & AROUND) as usize]);
                if bits.bit(context) == 1 {
                    self.found(bits, bit, at + x, row, first + row * self.width + x);
                }
            }
            self.columns[at + x] &= !ALL_VISITED;
        }
    }

    /// A sample became significant: its sign follows (D.3.2), and its neighbours are updated.
    #[inline(always)]
    fn found<B: Bits>(&mut self, bits: &mut B, bit: u32, at: usize, row: usize, sample: usize) {
        let negative = if B::RAW {
            bits.bit(UNIFORM)
        } else {
            let (context, turned) = self.sign_context(at, row);
            bits.bit(context) ^ turned
        };
        self.samples[sample] = negative << 31 | 1 << bit | (1 << bit) >> 1;
        let shift = 3 * row;
        let columns = &mut self.columns;
        columns[at] |= SELF << shift | (negative * SIGN_SELF) << shift;
        columns[at - 1] |= (SELF << 1) << shift;
        columns[at + 1] |= (SELF >> 1) << shift;
        let stripe = self.width + 2;
        if row == 0 && !self.causal {
            let above = at - stripe;
            columns[above] |= (SELF << 12) | (negative * SIGN_BELOW);
            columns[above - 1] |= SELF << 13;
            columns[above + 1] |= SELF << 11;
        }
        if row == STRIPE - 1 {
            let below = at + stripe;
            columns[below] |= (SELF >> 3) | (negative * SIGN_ABOVE);
            columns[below - 1] |= SELF >> 2;
            columns[below + 1] |= SELF >> 4;
        }
    }

    /// The context of a sign, and whether it is turned (tables D.2 and D.3).
    #[inline(always)]
    fn sign_context(&self, at: usize, row: usize) -> (usize, u32) {
        let shift = 3 * row;
        let column = self.columns[at];
        let around = column >> shift;
        let part = |significant: bool, negative: bool| match (significant, negative) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        };
        let side = |other: u32, significant: u32| {
            part(around & significant != 0, other >> shift & SIGN_SELF != 0)
        };
        let left = side(self.columns[at - 1], SELF >> 1);
        let right = side(self.columns[at + 1], SELF << 1);
        let above = match row {
            0 => column & SIGN_ABOVE,
            _ => column & SIGN_SELF << (shift - 3),
        };
        let below = match row {
            3 => column & SIGN_BELOW,
            _ => column & SIGN_SELF << (shift + 3),
        };
        let across = (left + right).clamp(-1, 1);
        let above = part(around & SELF >> 3 != 0, above != 0);
        let below = part(around & SELF << 3 != 0, below != 0);
        let down = (above + below).clamp(-1, 1);
        let number: i32 = across * 3 + down;
        let context = match number.abs() {
            0 => 0,
            1 => 1,
            2 => 2,
            3 => 3,
            _ => 4,
        };
        (SIGN + context, u32::from(number < 0))
    }
}
