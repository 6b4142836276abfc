//! Styles from COD, COC, QCD, QCC, RGN and POC (ISO 15444-1 A.6): how components are cut, transformed
//! and quantised, and in which order packets follow each other.

use super::markers::Fields;
use super::{malformed, unsupported};
use crate::error::EngineError;

/// Most halvings of a picture (A.6.1).
pub const MAX_LEVELS: u8 = 32;
/// Exponent of a precinct whose size is not given: as large as can be.
const WHOLE: u8 = 15;
/// Greatest exponent of a side of a code block, and of its area (A.6.1).
const MAX_BLOCK: (u8, u8) = (10, 12);
/// Bit of the style of code blocks that makes them those of part 15, and the bit that allows both kinds.
pub const HIGH_THROUGHPUT: u8 = 0x40;
const BOTH_KINDS: u8 = 0x80;

/// How a component is cut and transformed (COD and COC).
#[derive(Clone)]
pub struct Coding {
    /// Halvings of the picture; there is one resolution more.
    pub levels: u8,
    /// Exponents of width and height of a code block.
    pub block: (u8, u8),
    /// Style of the code blocks (table A.19).
    pub style: u8,
    /// The 5-3 wavelet of whole numbers; otherwise the 9-7.
    pub reversible: bool,
    /// Exponents of width and height of a precinct, by resolution.
    pub precincts: [(u8, u8); MAX_LEVELS as usize + 1],
}

impl Coding {
    fn read(fields: &mut Fields<'_>, has_precincts: bool) -> Result<Self, EngineError> {
        let [levels, width, height, style, transformation] = fields.take()?;
        let block = ((width & 15) + 2, (height & 15) + 2);
        let largest = block.0.max(block.1);
        if levels > MAX_LEVELS || largest > MAX_BLOCK.0 || block.0 + block.1 > MAX_BLOCK.1 {
            return Err(malformed(
                "code blocks or levels beyond what JPEG 2000 knows",
            ));
        }
        if style & BOTH_KINDS != 0 {
            return Err(unsupported("blocks of both kinds"));
        }
        let mut precincts = [(WHOLE, WHOLE); MAX_LEVELS as usize + 1];
        if has_precincts {
            for (resolution, precinct) in precincts[..=usize::from(levels)].iter_mut().enumerate() {
                let size = fields.byte()?;
                *precinct = (size & 15, size >> 4);
                if resolution > 0 && (precinct.0 == 0 || precinct.1 == 0) {
                    return Err(malformed("precincts of half a sample"));
                }
            }
        }
        Ok(Self {
            levels,
            block,
            style,
            reversible: transformation == 1,
            precincts,
        })
    }

    /// The blocks are those of part 15.
    pub fn high_throughput(&self) -> bool {
        self.style & HIGH_THROUGHPUT != 0
    }
}

/// Steps of quantisation (QCD and QCC).
#[derive(Clone)]
pub struct Quantisation {
    /// 0: none, 1: derived from the first, 2: one for each sub-band.
    style: u8,
    /// Guard bits.
    pub guard: u8,
    steps: Vec<(u8, u16)>,
}

impl Quantisation {
    fn read(fields: &mut Fields<'_>) -> Result<Self, EngineError> {
        let style = fields.byte()?;
        let mut steps = Vec::new();
        while !fields.0.is_empty() {
            steps.push(match style & 31 {
                0 => (fields.byte()? >> 3, 0),
                _ => {
                    let step = fields.word()?;
                    ((step >> 11) as u8, step & 0x7ff)
                }
            });
        }
        Ok(Self {
            style: style & 31,
            guard: style >> 5,
            steps,
        })
    }

    /// Coefficients are whole numbers.
    pub fn is_none(&self) -> bool {
        self.style == 0
    }

    /// Exponent and mantissa for a sub-band of a resolution: 0 for LL and HL, 1 for LH, 2 for HH.
    ///
    /// # Errors
    /// `malformed-frame` where the codestream has no step for it.
    pub fn step(&self, resolution: u8, band: u8) -> Result<(u8, u16), EngineError> {
        let lacking = || malformed("a sub-band without a step of quantisation");
        if self.style == 1 {
            let (exponent, mantissa) = *self.steps.first().ok_or_else(lacking)?;
            // Equation E-5.
            return Ok((
                exponent.saturating_sub(resolution.saturating_sub(1)),
                mantissa,
            ));
        }
        let index = match resolution {
            0 => 0,
            _ => usize::from(resolution - 1) * 3 + 1 + usize::from(band),
        };
        self.steps.get(index).copied().ok_or_else(lacking)
    }
}

/// All that the headers state of a component.
#[derive(Clone)]
pub struct Component {
    coding: Option<Coding>,
    quantisation: Option<Quantisation>,
    /// Bit planes by which a region of interest is lifted (RGN).
    pub lifted: u8,
    /// COC or QCC of this header spoke of it, which outranks COD and QCD.
    own: (bool, bool),
}

impl Component {
    /// # Errors
    /// `malformed-frame` where the codestream names no coding style.
    pub fn coding(&self) -> Result<&Coding, EngineError> {
        let coding = self.coding.as_ref();
        coding.ok_or_else(|| malformed("no coding style before the first tile"))
    }

    /// # Errors
    /// `malformed-frame` where the codestream names no quantisation.
    pub fn quantisation(&self) -> Result<&Quantisation, EngineError> {
        let quantisation = self.quantisation.as_ref();
        quantisation.ok_or_else(|| malformed("no quantisation before the first tile"))
    }
}

/// A part of the packets and the order of them (POC, A.6.6).
#[derive(Clone, Copy)]
pub struct Progression {
    /// First resolution and component.
    pub from: (u8, u16),
    /// Resolution and component after the last.
    pub to: (u8, u16),
    /// Layer after the last.
    pub layers: u16,
    /// Order (table A.16).
    pub order: u8,
}

/// Styles of a tile.
#[derive(Clone)]
pub struct Styles {
    /// Every component.
    pub components: Vec<Component>,
    /// Layers of quality.
    pub layers: u16,
    /// The first three components were mixed.
    pub mixed: bool,
    order: u8,
    changes: Vec<Progression>,
    /// The changes come from the main header, and a tile's own replace them.
    inherited: bool,
}

impl Styles {
    /// Empty styles of so many components.
    pub fn new(components: usize) -> Self {
        let component = Component {
            coding: None,
            quantisation: None,
            lifted: 0,
            own: (false, false),
        };
        Self {
            components: vec![component; components],
            layers: 1,
            mixed: false,
            order: 0,
            changes: Vec::new(),
            inherited: false,
        }
    }

    /// The same for a tile, whose headers may change them.
    pub fn of_tile(&self) -> Self {
        Self {
            inherited: true,
            ..self.clone()
        }
    }

    /// The orders in which packets follow each other.
    pub fn progressions(&self) -> Vec<Progression> {
        if !self.changes.is_empty() {
            return self.changes.clone();
        }
        vec![Progression {
            from: (0, 0),
            to: (MAX_LEVELS + 1, self.components.len() as u16),
            layers: self.layers,
            order: self.order,
        }]
    }

    /// A tile's header starts: its values for single components outrank earlier ones.
    pub fn forget_ranks(&mut self) {
        for component in &mut self.components {
            component.own = (false, false);
        }
    }

    /// A marker segment; others are skipped.
    ///
    /// # Errors
    /// `malformed-frame` and `unsupported-pixel-format`.
    pub fn marker(&mut self, code: u8, content: &[u8]) -> Result<(), EngineError> {
        let mut fields = Fields(content);
        match code {
            0x52 => {
                let style = fields.byte()?;
                self.order = fields.byte()?;
                self.layers = fields.word()?;
                self.mixed = fields.byte()? == 1;
                let coding = Coding::read(&mut fields, style & 1 == 1)?;
                for component in &mut self.components {
                    if !component.own.0 {
                        component.coding = Some(coding.clone());
                    }
                }
            }
            0x53 => {
                let component = self.component(&mut fields)?;
                let style = fields.byte()?;
                component.coding = Some(Coding::read(&mut fields, style & 1 == 1)?);
                component.own.0 = true;
            }
            0x5c => {
                let quantisation = Quantisation::read(&mut fields)?;
                for component in &mut self.components {
                    if !component.own.1 {
                        component.quantisation = Some(quantisation.clone());
                    }
                }
            }
            0x5d => {
                let component = self.component(&mut fields)?;
                component.quantisation = Some(Quantisation::read(&mut fields)?);
                component.own.1 = true;
            }
            0x5e => {
                let component = self.component(&mut fields)?;
                fields.byte()?;
                component.lifted = fields.byte()?;
            }
            0x5f => self.changes(fields)?,
            _ => {}
        }
        Ok(())
    }

    /// The component a segment names; its number has one byte, for there are no 257 components.
    fn component(&mut self, fields: &mut Fields<'_>) -> Result<&mut Component, EngineError> {
        let component = self.components.get_mut(usize::from(fields.byte()?));
        component.ok_or_else(|| malformed("a coding style for no component"))
    }

    fn changes(&mut self, mut fields: Fields<'_>) -> Result<(), EngineError> {
        if std::mem::take(&mut self.inherited) {
            self.changes.clear();
        }
        while !fields.0.is_empty() {
            let from = (fields.byte()?, u16::from(fields.byte()?));
            let layers = fields.word()?;
            let to = (fields.byte()?, u16::from(fields.byte()?));
            self.changes.push(Progression {
                from,
                to: (to.0, if to.1 == 0 { 256 } else { to.1 }),
                layers: layers.min(self.layers),
                order: fields.byte()?,
            });
        }
        Ok(())
    }
}
