//! A kind of measurement: what it is in words, and how it is computed.

use super::definition::Definition;
use super::image::{Image, Modality};
use super::view::View;

/// One way to compute a kind.
#[derive(Debug, PartialEq)]
pub struct Formula {
    /// Name in configurations; empty for a kind's only one.
    pub name: &'static str,
    /// Counts changes of what is computed, from 1; stored with every value.
    pub version: u32,
    /// The equation, in symbols.
    pub equation: &'static str,
    /// What enters, with its unit.
    pub inputs: &'static str,
    /// Unit of the result before `unit_scale`; empty for an index.
    pub unit: &'static str,
    /// Paper, guideline or section of the specification.
    pub source: &'static str,
}

/// One kind; its file states the constant.
#[derive(Debug)]
pub struct Kind {
    /// Name in configurations.
    pub name: &'static str,
    /// Variants, the usual one first.
    pub formulas: &'static [Formula],
    /// The usual variant on planes, where it is not the first.
    pub formula_on_planes: &'static str,
    /// When a value is null.
    pub invalid: &'static str,
    /// How cycles are gone through.
    pub compute: Compute,
    /// The value from other measurements in base units, where it can be had from them.
    pub from_inputs: Option<FromInputs>,
    /// The kind is the same for flow of either direction, so a turning `unit_scale` is refused.
    pub independent_of_direction: bool,
    /// The definition names a reference table.
    pub needs_reference: bool,
}

/// A value from those of other measurements, in the order of the definition's `inputs`.
pub type FromInputs = fn(&Definition, &Image, &[f64]) -> Option<f64>;

/// How cycles are gone through.
#[derive(Debug)]
pub enum Compute {
    /// From the geometry of each cycle.
    Cycle(PerCycle),
    /// Only from other measurements, at least so many.
    Inputs {
        /// Fewer are a fault of the configuration.
        at_least: usize,
    },
    /// From an end-diastolic and an end-systolic value of each cycle.
    Pairs {
        /// Kind taken at both events when the definition names none.
        of: &'static str,
        /// From the two values.
        compute: fn(f64, f64) -> Option<f64>,
    },
    /// From the marks of all cycles.
    Marks(fn(&Image) -> Vec<Option<f64>>),
    /// A series for each cycle.
    Series(fn(&mut View) -> Option<Vec<[f64; 2]>>),
}

/// A value for each cycle.
#[derive(Debug)]
pub struct PerCycle {
    /// Value of one cycle.
    pub value: fn(&mut View) -> Option<f64>,
    /// Lines that one value takes; further ones are combined.
    pub lines: usize,
    /// On a strip one value takes a pair of events, so they are not combined.
    pub pair_of_events: bool,
}

impl Kind {
    /// The constants that most kinds share, for `..Kind::PLAIN`.
    pub const PLAIN: Self = Self {
        name: "",
        formulas: &[],
        formula_on_planes: "",
        invalid: "",
        compute: Compute::Inputs { at_least: 0 },
        from_inputs: None,
        independent_of_direction: false,
        needs_reference: false,
    };

    /// The variant of a name; a kind's only one has none.
    pub fn formula(&self, name: &str) -> Option<&'static Formula> {
        let named = |formula: &&Formula| !name.is_empty() && formula.name == name;
        self.formulas.iter().find(named)
    }

    /// The variant that runs when a definition names none.
    pub fn usual_formula(&self, modality: Modality) -> &'static Formula {
        let on_planes = self
            .formula(self.formula_on_planes)
            .filter(|_| modality == Modality::TwoD);
        on_planes.unwrap_or(&self.formulas[0])
    }
}

/// A kind taken on one line of each cycle.
pub const fn per_cycle(value: fn(&mut View) -> Option<f64>) -> Compute {
    Compute::Cycle(PerCycle {
        value,
        lines: 1,
        pair_of_events: false,
    })
}

/// A kind taken on two lines, or on points of two lines, of each cycle.
pub const fn per_pair_of_lines(value: fn(&mut View) -> Option<f64>) -> Compute {
    Compute::Cycle(PerCycle {
        value,
        lines: 2,
        pair_of_events: false,
    })
}
