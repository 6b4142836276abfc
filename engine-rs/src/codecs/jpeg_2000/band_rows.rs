//! The coefficients of a sub-band, row by row: code blocks are decoded a row of blocks at a time.

use super::blocks::{Band, Block, MAX_PLANES};
use super::high_throughput::HighThroughput;
use super::passes::Passes;
use super::styles::HIGH_THROUGHPUT;
use crate::error::EngineError;

/// The decoders of code blocks, used for one after the other.
#[derive(Default)]
pub struct Blocks {
    high_throughput: HighThroughput,
    passes: Passes,
}

impl Blocks {
    /// Samples of a block: the sign in bit 31 above a magnitude aligned to bit 30.
    fn decode(
        &mut self,
        block: &Block<'_>,
        band: &Band<'_>,
        style: u8,
    ) -> Result<&[u32], EngineError> {
        if style & HIGH_THROUGHPUT != 0 {
            return self.high_throughput.decode(block, style);
        }
        Ok(self.passes.decode(block, style, band.planes, band.high))
    }
}

/// Scale of decoded coefficients.
#[derive(Clone, Copy)]
pub struct Scale {
    /// Style of the code blocks.
    pub style: u8,
    /// Bit planes by which a region of interest is lifted (Annex H).
    pub lifted: u8,
    /// Step of quantisation for a magnitude's lowest bit, for numbers that have one.
    pub step: f32,
    /// The only sample of each row was doubled (F.3.6). The only sample of a column is halved after the
    /// rows are put together (F.3.2), by the wavelet.
    pub halved: bool,
}

/// Rows of a sub-band.
pub struct BandRows<'t, 'a, T> {
    band: &'t Band<'a>,
    scale: Scale,
    /// Rows of blocks that are decoded.
    stripe: Vec<T>,
    /// Next row, and the one after the last of the stripe.
    next: u32,
    end: u32,
    /// The stripe has only zeros and was not written.
    zero: bool,
}

/// A number that coefficients become.
pub trait Coefficient: Copy + Default {
    /// From a magnitude aligned to bit 30 of which `planes` count.
    fn of(negative: bool, magnitude: u32, planes: u8, scale: &Scale) -> Self;
}

impl Coefficient for i32 {
    #[inline(always)]
    fn of(negative: bool, magnitude: u32, planes: u8, scale: &Scale) -> i32 {
        let value = (magnitude >> (MAX_PLANES - planes)) as i32;
        (if negative { -value } else { value }) >> u8::from(scale.halved)
    }
}

impl Coefficient for f32 {
    #[inline(always)]
    fn of(negative: bool, magnitude: u32, _: u8, scale: &Scale) -> f32 {
        // Magnitudes have no bit 31.
        let value = magnitude as i32 as f32 * scale.step;
        if negative { -value } else { value }
    }
}

impl<'t, 'a, T: Coefficient> BandRows<'t, 'a, T> {
    /// Starts with the first row.
    pub fn new(band: &'t Band<'a>, scale: Scale) -> Self {
        Self {
            band,
            scale,
            stripe: Vec::new(),
            next: band.area.start.1,
            end: band.area.start.1,
            zero: true,
        }
    }

    /// Writes the next row; returns whether it has only zeros and was not written.
    ///
    /// # Errors
    /// Fault of a code block.
    pub fn next(&mut self, out: &mut [T], blocks: &mut Blocks) -> Result<bool, EngineError> {
        let width = self.band.area.width();
        if width == 0 {
            return Ok(true);
        }
        if self.next >= self.end {
            self.fill(blocks)?;
        }
        // Counted from the end, for the stripe need not begin with a whole block.
        let left = (self.end - self.next) as usize;
        self.next += 1;
        if !self.zero {
            let from = self.stripe.len() - left * width;
            out[..width].copy_from_slice(&self.stripe[from..from + width]);
        }
        Ok(self.zero)
    }

    /// Decodes the row of blocks that begins with row `next`.
    fn fill(&mut self, blocks: &mut Blocks) -> Result<(), EngineError> {
        let (area, width) = (self.band.area, self.band.area.width());
        let row = self.next >> self.band.block.1;
        self.end = ((u64::from(row) + 1) << self.band.block.1).min(u64::from(area.end.1)) as u32;
        let first = self.next - area.start.1;
        self.zero = true;
        for cells in self.band.precincts_at(self.next) {
            let at = (row - cells.first_row) as usize * cells.across;
            let of_row = cells.blocks.get(at..at + cells.across);
            for block in of_row.unwrap_or_default() {
                if block.chunks.is_empty() {
                    continue;
                }
                if std::mem::take(&mut self.zero) {
                    self.stripe.clear();
                    let rows = (self.end - self.next) as usize;
                    self.stripe.resize(rows * width, T::default());
                }
                let samples = blocks.decode(block, self.band, self.scale.style)?;
                let (left, top) = (block.start.0 as usize, (block.start.1 - first) as usize);
                let size = usize::from(block.size.0);
                let targets = self.stripe[top * width..].chunks_exact_mut(width);
                for (target, row) in targets.zip(samples.chunks_exact(size)) {
                    write(
                        &mut target[left..left + size],
                        row,
                        self.band.planes,
                        &self.scale,
                    );
                }
            }
        }
        Ok(())
    }
}

fn write<T: Coefficient>(target: &mut [T], row: &[u32], planes: u8, scale: &Scale) {
    let of = |sample: u32, magnitude: u32| T::of(sample >> 31 == 1, magnitude, planes, scale);
    if scale.lifted == 0 {
        for (target, &sample) in target.iter_mut().zip(row) {
            *target = of(sample, sample & 0x7fff_ffff);
        }
        return;
    }
    // Values above the planes of the rest were lifted (H.1).
    let bound = 1 << (u32::from(MAX_PLANES - planes) + u32::from(scale.lifted)).min(31);
    for (target, &sample) in target.iter_mut().zip(row) {
        let magnitude = sample & 0x7fff_ffff;
        let lifted = if magnitude >= bound { scale.lifted } else { 0 };
        *target = of(sample, magnitude >> lifted);
    }
}
