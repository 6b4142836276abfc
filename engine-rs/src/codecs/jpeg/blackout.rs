//! Hidden pixels of a JPEG picture in the transform domain (docs/why/import-and-deidentification.md#text-in-the-picture-is-blacked-out-before-storing).
//!
//! A block whose pixels are all shown keeps its coefficients. One whose pixels are all hidden holds
//! nothing but the value of black. One at the border is decoded, its hidden samples are replaced, and it
//! is transformed and quantised again: the only blocks that are compressed again.

use super::coded::{Coded, Samples};
use super::forward;
use super::header::NATURAL;
use crate::codecs::coverage::{Coverage, Span};

/// Value of black in a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Black {
    /// The lowest sample.
    Lowest,
    /// The highest sample (MONOCHROME1).
    Highest,
    /// The middle: chroma.
    Middle,
}

/// Treatment of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// All of it is shown.
    Kept,
    /// All of it is hidden, or lies beyond the picture.
    Black,
    /// The border runs through it: samples that stand for a hidden pixel.
    Border([bool; 64]),
}

/// How far beyond black hidden levels are pulled until they decode to it, in levels of 8 bits. Up to
/// here coefficients are within twice the range that decoders are made for.
const PULLS: [u16; 7] = [0, 4, 8, 16, 32, 64, 128];
/// Largest quantised coefficients of 8 bits: categories 10 and 11 (T.81 table F.1 and F.2).
const MAX_AC: f64 = 1023.0;
const MAX_DC: f64 = 1024.0;

impl Coded {
    /// Blacks out what is hidden; `black` has one entry for each component.
    pub fn black_out(&mut self, coverage: &Coverage, black: &[Black]) {
        for (component, &black) in black.iter().enumerate().take(self.components()) {
            let (columns, rows) = self.coefficients.blocks(component);
            for row in 0..rows {
                for column in 0..columns {
                    let at = (column, row);
                    let values = match self.fate(coverage, component, at) {
                        Fate::Kept => continue,
                        Fate::Black => self.black_block(component, black),
                        Fate::Border(hidden) => {
                            let samples = self.samples(component, self.block(component, at));
                            self.border_block(component, &samples, &hidden, black)
                        }
                    };
                    *self.coefficients.block_mut(component, at) = values;
                }
            }
        }
    }

    /// Treatment of the block of a component at this column and row of blocks.
    pub fn fate(
        &self,
        coverage: &Coverage,
        component: usize,
        (column, row): (usize, usize),
    ) -> Fate {
        let span = self.span(component, (column * 8, row * 8), 8);
        match coverage.count(span) {
            (0, _) => return Fate::Black,
            (_, 0) => return Fate::Kept,
            (pixels, hidden) if pixels == hidden => return Fate::Black,
            _ => {}
        }
        let hidden = std::array::from_fn(|index| {
            let at = (column * 8 + index % 8, row * 8 + index / 8);
            let (pixels, hidden) = coverage.count(self.span(component, at, 1));
            pixels == 0 || hidden > 0
        });
        if hidden == [true; 64] {
            Fate::Black
        } else {
            Fate::Border(hidden)
        }
    }

    /// Pixels of the picture that a square of samples stands for, in part or as a whole.
    fn span(&self, component: usize, (x, y): (usize, usize), side: usize) -> Span {
        let of = &self.frame.components[component];
        let along = |start: usize, own: u32, most: u32| {
            let (own, most) = (own as usize, most as usize);
            (start * most / own, ((start + side) * most).div_ceil(own))
        };
        Span {
            x: along(x, of.factors.0, self.frame.most.0),
            y: along(y, of.factors.1, self.frame.most.1),
        }
    }

    /// The sample that is black.
    pub fn black_sample(&self, black: Black) -> u16 {
        match black {
            Black::Lowest => 0,
            Black::Highest => ((1u32 << self.frame.precision) - 1) as u16,
            Black::Middle => 1 << (self.frame.precision - 1),
        }
    }

    /// A block that decodes to black: its mean is rounded away from the middle.
    fn black_block(&self, component: usize, black: Black) -> [i16; 64] {
        let step = i32::from(self.steps[component][0]).max(1);
        let middle = 1i32 << (self.frame.precision - 1);
        let mut values = [0; 64];
        values[0] = match black {
            Black::Lowest => -((middle * 8 + step - 1) / step),
            Black::Highest => ((middle - 1) * 8 + step - 1) / step,
            Black::Middle => 0,
        } as i16;
        values
    }

    /// A block at the border, from its decoded samples: hidden ones give way to black, and in a
    /// component where black is an end of the range they decode to it exactly. Chroma decodes to the
    /// middle but for what quantisation leaves of the samples that are shown. A block that no pull
    /// brings to black is black as a whole.
    pub(crate) fn border_block(
        &self,
        component: usize,
        samples: &Samples,
        hidden: &[bool; 64],
        black: Black,
    ) -> [i16; 64] {
        let unit = 1u16 << (self.frame.precision - 8);
        let middle = f64::from(1u16 << (self.frame.precision - 1));
        let target = self.black_sample(black);
        for pull in PULLS {
            let pull = f64::from(pull * unit);
            let level = f64::from(target) - middle
                + match black {
                    Black::Lowest => -pull,
                    Black::Highest => pull,
                    Black::Middle => 0.0,
                };
            let levels = std::array::from_fn(|index| {
                if hidden[index] {
                    level
                } else {
                    f64::from(samples[index]) - middle
                }
            });
            let values = self.quantise(component, &forward::transform(&levels));
            let decoded = self.samples(component, &values);
            let is_black = (0..64).all(|index| !hidden[index] || decoded[index] == target);
            if is_black || black == Black::Middle {
                return values;
            }
        }
        self.black_block(component, black)
    }

    fn quantise(&self, component: usize, coefficients: &[f64; 64]) -> [i16; 64] {
        let range = f64::from(1u16 << (self.frame.precision - 8));
        let mut values = [0; 64];
        for (index, &step) in self.steps[component].iter().enumerate() {
            let most = range * if index == 0 { MAX_DC } else { MAX_AC };
            let position = usize::from(NATURAL[index]);
            let value = libm::round(coefficients[position] / f64::from(step.max(1)));
            values[position] = value.clamp(-most, most) as i16;
        }
        values
    }
}
