//! A kind of measurement: what it is in words, and how each of its formulas is computed.

use super::cycle_view::CycleView;
use super::image::{Image, Modality};
use super::marks::Event;
use super::null_reason::Measured;
use super::request::{Axis, Request};
use super::unit::Unit;

/// One way to compute a kind.
#[derive(Debug)]
pub struct Formula {
    /// Name in configurations; empty for a kind's only one.
    pub name: &'static str,
    /// Counts changes of what is computed, from 1; stored with every value.
    pub version: u32,
    /// The equation, in symbols.
    pub equation: &'static str,
    /// The inputs, with their units.
    pub inputs: &'static str,
    /// Unit of the result before `unit_scale`.
    pub unit: ResultUnit,
    /// Paper, guideline or section of `docs/measuring.md`.
    pub source: &'static str,
    /// How it is computed.
    pub compute: Compute,
    /// The value from other measurements, where it can be had from them instead.
    pub from_inputs: Option<FromInputs>,
}

impl PartialEq for Formula {
    /// Formulas are constants of the registry: one is another by name, version and equation.
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.version, self.equation) == (other.name, other.version, other.equation)
    }
}

/// Unit of a formula's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultUnit {
    /// This one.
    Is(Unit),
    /// That of both inputs, which are alike.
    OfTheInputs,
    /// The product of the inputs' units.
    OfTheProduct,
    /// The first input's unit divided by the second's.
    OfTheRatio,
    /// The input's unit per square metre of body surface.
    PerSurface,
    /// cm, s or cm/s, by the axis and the region.
    OfTheAxis,
}

impl ResultUnit {
    /// In words, for pages and explanations; empty for an index.
    pub fn words(self) -> &'static str {
        match self {
            Self::Is(unit) => unit.name(),
            Self::OfTheInputs => "as the inputs",
            Self::OfTheProduct => "of the product",
            Self::OfTheRatio => "of the ratio",
            Self::PerSurface => "of the input per m2",
            Self::OfTheAxis => "cm, along x or y of a strip s or cm/s",
        }
    }
}

/// One kind; its file states the constant.
#[derive(Debug)]
pub struct Kind {
    /// Name in configurations.
    pub name: &'static str,
    /// Variants, the usual one first.
    pub formulas: &'static [Formula],
    /// The usual variant on planes, where it is not the first.
    pub usual_on_planes: &'static str,
    /// Axes it may be taken along.
    pub axes: &'static [Axis],
    /// When a value is null.
    pub invalid: &'static str,
    /// The kind is the same for flow of either direction, so a turning `unit_scale` is refused.
    pub independent_of_direction: bool,
    /// The definition names a reference table.
    pub needs_reference: bool,
    /// It counts from the onset of its cycle, so the type of onset matters between images.
    pub from_onset: bool,
    /// Inputs of several images combine as aggregates, and only of segmented references.
    pub references_alone: bool,
}

/// How cycles are gone through.
#[derive(Debug)]
pub enum Compute {
    /// From the geometry of each cycle.
    Cycle(PerCycle),
    /// Only from other measurements.
    Inputs(FromInputs),
    /// From an end-diastolic and an end-systolic value of each cycle.
    Events(FromEvents),
    /// From the marks of all cycles.
    Marks(FromMarks),
    /// A series of time in s and value for each cycle.
    Series(fn(&mut CycleView) -> Measured<Vec<[f64; 2]>>),
}

/// A value for each cycle.
#[derive(Debug)]
pub struct PerCycle {
    /// Value of one cycle.
    pub value: fn(&mut CycleView) -> Measured<f64>,
    /// Lines that one value takes; further ones are combined.
    pub lines: Lines,
    /// On a strip one value takes a pair of events, so they are not combined.
    pub pair_of_events: bool,
}

/// Lines, or points of so many lines, that one value takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    /// On a strip.
    pub on_strip: usize,
    /// On a plane.
    pub on_plane: usize,
}

impl Lines {
    /// One on every image.
    pub const ONE: Self = Self {
        on_strip: 1,
        on_plane: 1,
    };
    /// Two on every image.
    pub const TWO: Self = Self {
        on_strip: 2,
        on_plane: 2,
    };
    /// Two lines of a strip, one contour of a plane.
    pub const GAP_OR_CONTOUR: Self = Self {
        on_strip: 2,
        on_plane: 1,
    };

    /// On images of a modality.
    pub fn on(self, modality: Modality) -> usize {
        match modality {
            Modality::TwoD => self.on_plane,
            _ => self.on_strip,
        }
    }
}

/// A value from values of other measurements.
#[derive(Debug, Clone, Copy)]
pub struct FromInputs {
    /// How many may be named.
    pub count: InputCount,
    /// Defaults of the last ones when the definition does not name them.
    pub implied: &'static [ImpliedInput],
    /// From the values in base units, in the order of the definition's `inputs`.
    pub value: fn(&InputValues) -> Measured<f64>,
}

impl FromInputs {
    /// From exactly so many.
    pub const fn exactly(count: usize, value: fn(&InputValues) -> Measured<f64>) -> Self {
        Self {
            count: InputCount {
                least: count,
                most: count,
            },
            implied: &[],
            value,
        }
    }

    /// From so many or more.
    pub const fn at_least(count: usize, value: fn(&InputValues) -> Measured<f64>) -> Self {
        Self {
            count: InputCount {
                least: count,
                most: usize::MAX,
            },
            implied: &[],
            value,
        }
    }
}

/// How many inputs a formula takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputCount {
    /// Fewer are a fault of the configuration.
    pub least: usize,
    /// More are one too.
    pub most: usize,
}

impl InputCount {
    /// So many are right.
    pub fn holds(self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// In words.
    pub fn words(self) -> String {
        match (self.least, self.most) {
            (least, most) if least == most => least.to_string(),
            (least, usize::MAX) => format!("{least} or more"),
            (least, most) => format!("{least} to {most}"),
        }
    }
}

/// A measurement that enters without being named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImpliedInput {
    /// Length of the cycle, s.
    CycleLength,
}

/// Inputs of a formula over other measurements in one cycle.
#[derive(Debug)]
pub struct InputValues<'a> {
    /// In base units, in the order of the definition's `inputs`.
    pub values: &'a [f64],
    /// The names in the definition.
    pub request: &'a Request,
    /// Exact age of the pregnancy, days.
    pub gestational_age_days: Option<f64>,
    /// Body surface, m2.
    pub body_surface_m2: Option<f64>,
}

/// A value from the two events of a cycle.
#[derive(Debug)]
pub struct FromEvents {
    /// Kind taken at both events when the definition names none.
    pub of: &'static Kind,
    /// Axis of it when the definition names none.
    pub axis: Option<Axis>,
    /// From the end-diastolic and the end-systolic value.
    pub value: fn(f64, f64) -> Measured<f64>,
}

/// Values from the marks of all cycles.
#[derive(Debug)]
pub struct FromMarks {
    /// Marks that are read on a plane.
    pub on_plane: &'static [Event],
    /// Marks that are read on a strip.
    pub on_strip: &'static [Event],
    /// One value for each cycle.
    pub values: fn(&Image) -> Vec<Measured<f64>>,
}

impl Kind {
    /// The constants that most kinds share, for `..Kind::PLAIN`.
    pub const PLAIN: Self = Self {
        name: "",
        formulas: &[],
        usual_on_planes: "",
        axes: &[],
        invalid: "",
        independent_of_direction: false,
        needs_reference: false,
        from_onset: false,
        references_alone: false,
    };

    /// The variant of a name; a kind's only one has none.
    pub fn formula(&self, name: &str) -> Option<&'static Formula> {
        let named = |formula: &&Formula| !name.is_empty() && formula.name == name;
        self.formulas.iter().find(named)
    }

    /// The variant that runs when a definition names none.
    pub fn usual_formula(&self, modality: Modality) -> &'static Formula {
        let on_planes = self
            .formula(self.usual_on_planes)
            .filter(|_| modality == Modality::TwoD);
        on_planes.unwrap_or(&self.formulas[0])
    }
}

/// A formula taken on one line of each cycle.
pub const fn per_cycle(value: fn(&mut CycleView) -> Measured<f64>) -> Compute {
    on_lines(Lines::ONE, value)
}

/// A formula taken on two lines, or on points of two lines, of each cycle.
pub const fn per_pair_of_lines(value: fn(&mut CycleView) -> Measured<f64>) -> Compute {
    on_lines(Lines::TWO, value)
}

/// A formula taken on so many lines of each cycle.
pub const fn on_lines(lines: Lines, value: fn(&mut CycleView) -> Measured<f64>) -> Compute {
    Compute::Cycle(PerCycle {
        value,
        lines,
        pair_of_events: false,
    })
}
