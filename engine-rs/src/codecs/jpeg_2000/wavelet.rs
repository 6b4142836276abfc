//! The inverse wavelets (ISO 15444-1 Annex F), line by line: of every resolution only the lines in work are
//! kept, and lines that hold nothing but zeros are passed on as such.

use super::band_rows::{BandRows, Blocks, Coefficient};
use super::grid::Area;
use crate::error::EngineError;

/// Lifting steps of the 9-7 wavelet (table F.4), in the order in which they are undone.
const STEPS_97: [(f32, f32); 2] = [(0.443_506_85, 0.882_911_1), (-0.052_980_12, -1.586_134_3)];
/// Scale of the low band of the 9-7 wavelet; the scale of the high band is its inverse (table F.4).
pub const SCALE_97: f32 = 1.230_174_1;

/// A number that a wavelet works with.
pub trait Sample: Coefficient {
    /// Pairs of lifting steps.
    const STAGES: usize;
    /// Undoes what was added to even samples, from the odd ones at both sides.
    fn lift_even(stage: usize, even: Self, before: Self, after: Self) -> Self;
    /// Undoes what was added to odd samples, from the even ones at both sides.
    fn lift_odd(stage: usize, odd: Self, before: Self, after: Self) -> Self;
    /// The only sample of a column, which was doubled (F.3.6).
    fn halved(self) -> Self;
}

/// The reversible 5-3 wavelet (F.3.8.2.1).
impl Sample for i32 {
    const STAGES: usize = 1;

    #[inline(always)]
    fn lift_even(_: usize, even: i32, before: i32, after: i32) -> i32 {
        even.wrapping_sub(before.wrapping_add(after).wrapping_add(2) >> 2)
    }

    #[inline(always)]
    fn lift_odd(_: usize, odd: i32, before: i32, after: i32) -> i32 {
        odd.wrapping_add(before.wrapping_add(after) >> 1)
    }

    #[inline(always)]
    fn halved(self) -> i32 {
        self >> 1
    }
}

/// The irreversible 9-7 wavelet (F.3.8.2.2), without its scales.
impl Sample for f32 {
    const STAGES: usize = 2;

    #[inline(always)]
    fn lift_even(stage: usize, even: f32, before: f32, after: f32) -> f32 {
        even - STEPS_97[stage].0 * (before + after)
    }

    #[inline(always)]
    fn lift_odd(stage: usize, odd: f32, before: f32, after: f32) -> f32 {
        odd - STEPS_97[stage].1 * (before + after)
    }

    /// The step of quantisation was halved instead.
    #[inline(always)]
    fn halved(self) -> f32 {
        self
    }
}

/// A line of samples.
#[derive(Clone, Default)]
pub struct Line<T> {
    /// The samples; anything where `zero` holds.
    pub samples: Vec<T>,
    /// There are only zeros.
    pub zero: bool,
}

impl<T: Sample> Line<T> {
    /// A line of zeros.
    pub fn new(width: usize) -> Self {
        Self {
            samples: vec![T::default(); width],
            zero: true,
        }
    }

    /// Writes the zeros, so that they can be read next to lines that have other samples.
    pub fn settle(&mut self) {
        if self.zero {
            self.samples.fill(T::default());
        }
    }
}

/// Gives one line after the other.
type Source<'s, T> = &'s mut dyn FnMut(&mut Line<T>) -> Result<(), EngineError>;

/// A pair of lifting steps down the columns: lines come in and go out from the top to the bottom.
struct Lift<T> {
    stage: usize,
    /// Next line, and the one after the last.
    next: u32,
    end: u32,
    /// The even line before the next, or the next itself, lifted.
    even: Line<T>,
    has_even: bool,
    /// The odd line after `even`.
    odd: Line<T>,
    has_odd: bool,
    ahead: Line<T>,
    after: Line<T>,
}

impl<T: Sample> Lift<T> {
    fn new(stage: usize, area: &Area) -> Self {
        let line = Line::new(area.width());
        Self {
            stage,
            next: area.start.1,
            end: area.end.1,
            even: line.clone(),
            has_even: false,
            odd: line.clone(),
            has_odd: false,
            ahead: line.clone(),
            after: line,
        }
    }

    /// The next line. Samples beyond an end are mirrored at it.
    fn next(&mut self, out: &mut Line<T>, source: Source<'_, T>) -> Result<(), EngineError> {
        let at = self.next;
        self.next += 1;
        if at.is_multiple_of(2) {
            if !self.has_even {
                source(&mut self.even)?;
                source(&mut self.odd)?;
                (self.has_even, self.has_odd) = (true, true);
                let (even, odd) = (&mut self.even, &mut self.odd);
                lift_even(self.stage, even, odd, None);
            }
            out.zero = self.even.zero;
            if !out.zero {
                out.samples.copy_from_slice(&self.even.samples);
            }
            return Ok(());
        }
        if !self.has_odd {
            source(&mut self.odd)?;
            self.has_odd = true;
        }
        let (more, last) = (at + 1 < self.end, at + 2 >= self.end);
        if more {
            source(&mut self.ahead)?;
            if !last {
                source(&mut self.after)?;
            }
            let after = (!last).then_some(&mut self.after);
            lift_even(self.stage, &mut self.ahead, &mut self.odd, after);
        }
        let sides = match (self.has_even, more) {
            (true, true) => (&mut self.even, Some(&mut self.ahead)),
            (true, false) => (&mut self.even, None),
            (false, _) => (&mut self.ahead, None),
        };
        lift_odd(self.stage, &mut self.odd, sides.0, sides.1);
        std::mem::swap(out, &mut self.odd);
        std::mem::swap(&mut self.even, &mut self.ahead);
        std::mem::swap(&mut self.odd, &mut self.after);
        self.has_even = true;
        Ok(())
    }
}

/// Lifts a line by those at both sides; the second is the first where there is none.
fn lift_even<T: Sample>(
    stage: usize,
    line: &mut Line<T>,
    before: &mut Line<T>,
    after: Option<&mut Line<T>>,
) {
    lift(line, before, after, |line, before, after| {
        T::lift_even(stage, line, before, after)
    });
}

fn lift_odd<T: Sample>(
    stage: usize,
    line: &mut Line<T>,
    before: &mut Line<T>,
    after: Option<&mut Line<T>>,
) {
    lift(line, before, after, |line, before, after| {
        T::lift_odd(stage, line, before, after)
    });
}

#[inline(always)]
fn lift<T: Sample>(
    line: &mut Line<T>,
    before: &mut Line<T>,
    mut after: Option<&mut Line<T>>,
    step: impl Fn(T, T, T) -> T,
) {
    if line.zero && before.zero && after.as_ref().is_none_or(|after| after.zero) {
        return;
    }
    line.settle();
    before.settle();
    if let Some(after) = &mut after {
        after.settle();
    }
    let before = &before.samples[..];
    let after = after.map_or(before, |after| &after.samples);
    for ((line, before), after) in line.samples.iter_mut().zip(before).zip(after) {
        *line = step(*line, *before, *after);
    }
    line.zero = false;
}

/// A resolution that is put together from the one below and three sub-bands.
struct Level<'t, 'a, T> {
    area: Area,
    /// HL, LH and HH.
    bands: [BandRows<'t, 'a, T>; 3],
    lifts: Vec<Lift<T>>,
    /// Next line before it is lifted down the columns.
    next: u32,
    below: Line<T>,
    /// The two halves of a line, with a sample more at each end.
    low: Vec<T>,
    high: Vec<T>,
}

/// The lines of a component of a tile.
pub struct Lines<'t, 'a, T> {
    lowest: BandRows<'t, 'a, T>,
    levels: Vec<Level<'t, 'a, T>>,
}

impl<'t, 'a, T: Sample> Lines<'t, 'a, T> {
    /// From LL and, for each resolution above, its area with HL, LH and HH.
    pub fn new(lowest: BandRows<'t, 'a, T>, levels: Vec<(Area, [BandRows<'t, 'a, T>; 3])>) -> Self {
        let levels = levels.into_iter().map(|(area, bands)| {
            let stages = if area.height() > 1 {
                0..T::STAGES
            } else {
                0..0
            };
            let half = area.width() / 2 + 1;
            let lows = (area.width() + 1 - area.start.0 as usize % 2) / 2;
            Level {
                area,
                bands,
                lifts: stages.map(|stage| Lift::new(stage, &area)).collect(),
                next: area.start.1,
                below: Line::new(lows),
                low: vec![T::default(); half + 2],
                high: vec![T::default(); half + 2],
            }
        });
        Self {
            lowest,
            levels: levels.collect(),
        }
    }

    /// The next line of the component.
    ///
    /// # Errors
    /// Fault of a code block.
    pub fn next(&mut self, out: &mut Line<T>, blocks: &mut Blocks) -> Result<(), EngineError> {
        pull(&mut self.levels, &mut self.lowest, out, blocks)
    }
}

fn pull<'t, 'a, T: Sample>(
    levels: &mut [Level<'t, 'a, T>],
    lowest: &mut BandRows<'t, 'a, T>,
    out: &mut Line<T>,
    blocks: &mut Blocks,
) -> Result<(), EngineError> {
    let Some((level, below)) = levels.split_last_mut() else {
        out.zero = lowest.next(&mut out.samples, blocks)?;
        return Ok(());
    };
    let mut across = Across {
        area: level.area,
        bands: &mut level.bands,
        next: &mut level.next,
        line: &mut level.below,
        low: &mut level.low,
        high: &mut level.high,
    };
    let mut source = |out: &mut Line<T>| {
        across.next(out, blocks, &mut |line, blocks| {
            pull(below, lowest, line, blocks)
        })
    };
    match &mut level.lifts[..] {
        // A single row; an odd one was doubled.
        [] => {
            source(out)?;
            if !out.zero && !level.area.start.1.is_multiple_of(2) {
                out.samples
                    .iter_mut()
                    .for_each(|sample| *sample = sample.halved());
            }
            Ok(())
        }
        [only] => only.next(out, &mut source),
        [first, rest @ ..] => rest[0].next(out, &mut |line| first.next(line, &mut source)),
    }
}

/// Source of the lines of the resolution below.
type Below<'s, T> = &'s mut dyn FnMut(&mut Line<T>, &mut Blocks) -> Result<(), EngineError>;

/// The transformation along the rows.
struct Across<'l, 't, 'a, T> {
    area: Area,
    bands: &'l mut [BandRows<'t, 'a, T>; 3],
    next: &'l mut u32,
    line: &'l mut Line<T>,
    low: &'l mut [T],
    high: &'l mut [T],
}

impl<T: Sample> Across<'_, '_, '_, T> {
    fn next(
        &mut self,
        out: &mut Line<T>,
        blocks: &mut Blocks,
        below: Below<'_, T>,
    ) -> Result<(), EngineError> {
        let even = self.next.is_multiple_of(2);
        *self.next += 1;
        let (start, width) = (self.area.start.0, self.area.width());
        let first = (start % 2) as usize;
        let (lows, highs) = ((width + 1 - first) / 2, (width + first) / 2);
        let (hl, rest) = self.bands.split_at_mut(1);
        let zero = if even {
            below(self.line, blocks)?;
            if !self.line.zero {
                self.low[1..=lows].copy_from_slice(&self.line.samples);
            }
            let high = hl[0].next(&mut self.high[1..=highs], blocks)?;
            (self.line.zero, high)
        } else {
            let low = rest[0].next(&mut self.low[1..=lows], blocks)?;
            (low, rest[1].next(&mut self.high[1..=highs], blocks)?)
        };
        out.zero = zero.0 && zero.1;
        if out.zero {
            return Ok(());
        }
        if zero.0 {
            self.low[1..=lows].fill(T::default());
        }
        if zero.1 {
            self.high[1..=highs].fill(T::default());
        }
        if width == 1 {
            out.samples[0] = if first == 0 {
                self.low[1]
            } else {
                self.high[1]
            };
            return Ok(());
        }
        for stage in 0..T::STAGES {
            self.lift(stage, first, lows, highs);
        }
        let (low, high) = (&self.low[1..=lows], &self.high[1..=highs]);
        let out = &mut out.samples[..];
        if first == 0 {
            interleave(out, low, high);
        } else {
            out[0] = high[0];
            interleave(&mut out[1..], low, &high[1..]);
        }
        Ok(())
    }

    /// A pair of lifting steps; what lies beyond an end is mirrored at it.
    fn lift(&mut self, stage: usize, first: usize, lows: usize, highs: usize) {
        self.high[0] = self.high[1];
        self.high[highs + 1] = self.high[highs];
        let before = &self.high[first..first + lows];
        let after = &self.high[first + 1..first + 1 + lows];
        for ((even, before), after) in self.low[1..=lows].iter_mut().zip(before).zip(after) {
            *even = T::lift_even(stage, *even, *before, *after);
        }
        self.low[0] = self.low[1];
        self.low[lows + 1] = self.low[lows];
        let before = &self.low[1 - first..1 - first + highs];
        let after = &self.low[2 - first..2 - first + highs];
        for ((odd, before), after) in self.high[1..=highs].iter_mut().zip(before).zip(after) {
            *odd = T::lift_odd(stage, *odd, *before, *after);
        }
    }
}

/// Even samples first.
fn interleave<T: Copy>(out: &mut [T], even: &[T], odd: &[T]) {
    let (pairs, rest) = out.as_chunks_mut::<2>();
    for ((pair, even), odd) in pairs.iter_mut().zip(even).zip(odd) {
        *pair = [*even, *odd];
    }
    if let ([last], Some(even)) = (rest, even.last()) {
        *last = *even;
    }
}
