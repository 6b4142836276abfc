//! Code blocks of JPEG 2000 (ISO 15444-1 Annex D): bit plane after bit plane in three passes each, in stripes
//! of four rows, column after column. The samples are those of `high_throughput`: a sign above a magnitude.

use super::blocks::{Block, MAX_PLANES};
use super::column::{
    self, ALL_VISITED, AROUND, AROUND_CONTEXTS, EVERY_ROW, OWN, REFINED, SELF, SIGN_SELF, VISITED,
    VISITS, next_to_significant, spread,
};
use super::mq::{Bits, Contexts, FRESH, MqDecoder, RUN_LENGTH, Raw, UNIFORM};

/// First context of refinement (table D.7).
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
        contexts: &mut Contexts,
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
                let mut ahead = bits.begin();
                for _ in 0..4 {
                    bits.bit(&mut ahead, UNIFORM);
                }
                bits.end(ahead);
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
            let stripe = Stripe {
                at: (stripe + 1) * (self.width + 2) + 1,
                first: stripe * STRIPE * self.width,
                rows: EVERY_ROW & ((1 << (3 * rows)) - 1),
            };
            match kind {
                Kind::Significance => self.significance(bits, bit, stripe),
                Kind::Refinement => self.refinement(bits, bit, stripe),
                Kind::Cleanup => self.cleanup(bits, bit, stripe),
            }
        }
    }

    /// Samples next to significant ones (D.3.1).
    #[inline(never)]
    fn significance<B: Bits>(&mut self, bits: &mut B, bit: u32, stripe: Stripe) {
        let contexts = &AROUND_CONTEXTS[self.kind];
        let width = self.width;
        let (columns, samples) = (&mut self.columns[..], &mut self.samples[..]);
        let mut ahead = bits.begin();
        for x in 0..width {
            let at = stripe.at + x;
            let mut column = columns[at];
            let mut rows = next_to_significant(column) & stripe.rows;
            if rows == 0 {
                continue;
            }
            while rows != 0 {
                let shift = rows.trailing_zeros();
                rows &= rows - 1;
                let context = contexts[(column >> shift & AROUND) as usize];
                if bits.bit(&mut ahead, usize::from(context)) == 1 {
                    let negative = sign(bits, &mut ahead, columns, column, at, shift);
                    samples[stripe.sample(width, x, shift)] = value(negative, bit);
                    spread(columns, negative, at, shift, width + 2, self.causal);
                    column |= (SELF | (negative * SIGN_SELF)) << shift;
                    rows |= next_to_significant(column) & stripe.rows & (EVERY_ROW << 3 << shift);
                }
                column |= VISITED << shift;
            }
            columns[at] = column;
        }
        bits.end(ahead);
    }

    /// Samples that were significant before (D.3.3).
    #[inline(never)]
    fn refinement<B: Bits>(&mut self, bits: &mut B, bit: u32, stripe: Stripe) {
        let half = (1 << bit) >> 1;
        let width = self.width;
        let (columns, samples) = (&mut self.columns[..], &mut self.samples[..]);
        let mut ahead = bits.begin();
        for x in 0..width {
            let at = stripe.at + x;
            let mut column = columns[at];
            let mut rows = column >> OWN & !(column >> VISITS) & stripe.rows;
            if rows == 0 {
                continue;
            }
            while rows != 0 {
                let shift = rows.trailing_zeros();
                rows &= rows - 1;
                let around = column >> shift;
                let context = match (around & REFINED != 0, around & AROUND != 0) {
                    (true, _) => REFINE + 2,
                    (false, beside) => REFINE + usize::from(beside),
                };
                let read = bits.bit(&mut ahead, context);
                samples[stripe.sample(width, x, shift)] ^= (1 - read) << bit | half;
                column |= REFINED << shift;
            }
            columns[at] = column;
        }
        bits.end(ahead);
    }

    /// All others (D.3.4).
    #[inline(never)]
    fn cleanup<B: Bits>(&mut self, bits: &mut B, bit: u32, stripe: Stripe) {
        let contexts = &AROUND_CONTEXTS[self.kind];
        let width = self.width;
        let (columns, samples) = (&mut self.columns[..], &mut self.samples[..]);
        let mut ahead = bits.begin();
        for x in 0..width {
            let at = stripe.at + x;
            let mut column = columns[at];
            let mut rows = !(column >> OWN | column >> VISITS) & stripe.rows;
            // The first significant sample of a column where nothing is known is found by its place.
            let mut placed = false;
            if column == 0 && rows == EVERY_ROW {
                if bits.bit(&mut ahead, RUN_LENGTH) == 0 {
                    continue;
                }
                let high = bits.bit(&mut ahead, UNIFORM) << 1;
                let row = high | bits.bit(&mut ahead, UNIFORM);
                rows &= EVERY_ROW << (3 * row);
                placed = true;
            }
            while rows != 0 {
                let shift = rows.trailing_zeros();
                rows &= rows - 1;
                let context = contexts[(column >> shift & AROUND) as usize];
                if std::mem::take(&mut placed) || bits.bit(&mut ahead, usize::from(context)) == 1 {
                    let negative = sign(bits, &mut ahead, columns, column, at, shift);
                    samples[stripe.sample(width, x, shift)] = value(negative, bit);
                    spread(columns, negative, at, shift, width + 2, self.causal);
                    column |= (SELF | (negative * SIGN_SELF)) << shift;
                }
            }
            columns[at] = column & !ALL_VISITED;
        }
        bits.end(ahead);
    }
}

/// A stripe of a block.
#[derive(Clone, Copy)]
struct Stripe {
    /// Its first column, and the first sample of it.
    at: usize,
    first: usize,
    /// [`EVERY_ROW`], or fewer at the end of a block.
    rows: u32,
}

impl Stripe {
    /// The sample in a column and the row of a shift.
    #[inline(always)]
    fn sample(&self, width: usize, x: usize, shift: u32) -> usize {
        self.first + (shift / 3) as usize * width + x
    }
}

/// The sign of a sample that became significant (D.3.2): 1 for a negative one.
#[inline(always)]
fn sign<B: Bits>(
    bits: &mut B,
    ahead: &mut B::Ahead,
    columns: &[u32],
    column: u32,
    at: usize,
    shift: u32,
) -> u32 {
    if B::RAW {
        return bits.bit(ahead, UNIFORM);
    }
    let (context, turned) = column::sign_context(columns, column, at, shift);
    bits.bit(ahead, context) ^ turned
}

/// A sample that became significant in the plane of a bit: half of the bit is added.
#[inline(always)]
fn value(negative: u32, bit: u32) -> u32 {
    negative << 31 | 1 << bit | (1 << bit) >> 1
}
