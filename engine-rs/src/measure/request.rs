//! Requirements of a definition for an image: lines, points, events and axis, without the
//! computation.

use serde::Deserialize;

use super::marks::Event;

/// Direction or part that a measurement is taken along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Straight, in both directions.
    Xy,
    /// Across the picture.
    X,
    /// Down the picture.
    Y,
    /// From the middle of the annulus to the farthest point.
    Long,
    /// Widest across the long axis.
    Short,
    /// From first to last point.
    Annulus,
    /// Along the line.
    Length,
    /// The longer axis of an oval.
    Major,
    /// The shorter axis of an oval.
    Minor,
    /// The mean of both axes of an oval.
    Mean,
    /// Through the first two points of an oval.
    Through,
    /// Across the axis through the first two points of an oval.
    Across,
    /// First third of a wall.
    Septum,
    /// Last third of a wall; of a contour the part from the apex to its last point.
    FreeWall,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Xy,
        Self::X,
        Self::Y,
        Self::Long,
        Self::Short,
        Self::Annulus,
        Self::Length,
        Self::Major,
        Self::Minor,
        Self::Mean,
        Self::Through,
        Self::Across,
        Self::Septum,
        Self::FreeWall,
    ];

    /// Name in configurations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xy => "xy",
            Self::X => "x",
            Self::Y => "y",
            Self::Long => "long",
            Self::Short => "short",
            Self::Annulus => "annulus",
            Self::Length => "length",
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Mean => "mean",
            Self::Through => "through",
            Self::Across => "across",
            Self::Septum => "septum",
            Self::FreeWall => "free wall",
        }
    }

    /// The axis of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name)
    }
}

/// How several lines or events make one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Combined {
    /// They do not.
    #[default]
    None,
    /// Sum.
    Sum,
    /// The first minus the others.
    Difference,
    /// Mean.
    Mean,
    /// Least.
    Min,
    /// Greatest.
    Max,
}

impl Combined {
    /// The value of several; none without any.
    pub fn apply(self, values: &[f64]) -> Option<f64> {
        let (first, others) = values.split_first()?;
        Some(match self {
            Self::None => *first,
            Self::Sum => values.iter().sum(),
            Self::Difference => others.iter().fold(*first, |rest, other| rest - other),
            Self::Mean => values.iter().sum::<f64>() / values.len() as f64,
            Self::Min => others.iter().fold(*first, |least, other| least.min(*other)),
            Self::Max => others.iter().fold(*first, |most, other| most.max(*other)),
        })
    }
}

/// Lines, points, events and numbers that a definition names.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Lines it is taken from, in order.
    pub lines: Vec<String>,
    /// Control points that delimit.
    pub points: Vec<String>,
    /// Control points whose values enter an index.
    pub named: Vec<String>,
    /// Axis along which it is taken; none for the usual one.
    pub axis: Option<Axis>,
    /// Events; empty for the usual one.
    pub events: Vec<Event>,
    /// How several lines or events make one value.
    pub combined: Combined,
    /// First percent of the time that a slope-derivative reads, above 0 up to 100.
    pub percent: f64,
    /// Samples of a plot.
    pub samples: usize,
    /// Velocity before the stenosis, cm/s.
    pub proximal_velocity: Option<f64>,
    /// Quantity of the reference table.
    pub reference: Option<String>,
    /// Every measurement of the image type reads these lines at the same single event.
    pub sole_event: bool,
}
