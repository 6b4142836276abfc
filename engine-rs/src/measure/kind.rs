//! A kind of measurement: what it is in words, and how it is computed.

use super::definition::Definition;
use super::image::Image;
use super::view::View;

/// One kind; its file states the constant.
#[derive(Debug)]
pub struct Kind {
    /// Name in configurations.
    pub name: &'static str,
    /// Variants by name, the usual one first; empty for a single formula.
    pub formulas: &'static [&'static str],
    /// The equation, in words and symbols.
    pub equation: &'static str,
    /// Unit of the result before `unit_scale`; empty for an index.
    pub unit: &'static str,
    /// Where it comes from.
    pub source: &'static str,
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
        equation: "",
        unit: "",
        source: "",
        invalid: "",
        compute: Compute::Inputs { at_least: 0 },
        from_inputs: None,
        independent_of_direction: false,
        needs_reference: false,
    };
}

/// A kind taken on one line of each cycle.
pub const fn per_cycle(value: fn(&mut View) -> Option<f64>) -> Compute {
    Compute::Cycle(PerCycle {
        value,
        lines: 1,
        pair_of_events: false,
    })
}
