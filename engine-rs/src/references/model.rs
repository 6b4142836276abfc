//! The equation, table or limits of a row.

use serde::Deserialize;

use super::expression::{Environment, Expression, Variable};
use super::limits::{Cutoff, Grades, Limits};
use super::resolved::Resolved;
use super::transform::Transform;

/// Which row of a table is used for an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Lookup {
    /// The row of that index.
    Exact,
    /// The last row not above the index; the first one below it.
    Floor,
    /// The nearest row; of two, the lower.
    Nearest,
    /// A straight line between two rows; the first and last one outside of them.
    Interpolate,
}

/// Difference up to which an index is that of a row.
const SAME_INDEX: f64 = 1e-9;
/// Rounding of an index that was computed, such as a month as a fraction of a year.
const FLOOR_SLACK: f64 = 1e-12;

impl Lookup {
    /// Columns of an index, without the index; rows begin with theirs, in ascending order.
    fn columns(self, rows: &[Vec<f64>], index: f64) -> Option<Vec<f64>> {
        let (first, last) = (rows.first()?, rows.last()?);
        let distance = |row: &&Vec<f64>| (row[0] - index).abs();
        let row = match self {
            Self::Exact => rows.iter().find(|row| distance(row) < SAME_INDEX)?,
            Self::Floor => {
                let mut from_last = rows.iter().rev();
                let below = from_last.find(|row| row[0] <= index + FLOOR_SLACK);
                below.unwrap_or(first)
            }
            Self::Nearest => {
                let nearer = |a: &&Vec<f64>, b: &&Vec<f64>| distance(a).total_cmp(&distance(b));
                rows.iter().min_by(nearer)?
            }
            Self::Interpolate if index <= first[0] => first,
            Self::Interpolate if index >= last[0] => last,
            Self::Interpolate => return between(rows, index),
        };
        row.get(1..).map(<[f64]>::to_vec)
    }
}

/// On the straight line between the rows around an index.
fn between(rows: &[Vec<f64>], index: f64) -> Option<Vec<f64>> {
    let after = rows.iter().position(|row| row[0] >= index)?;
    let (a, b) = (rows.get(after.checked_sub(1)?)?, &rows[after]);
    let weight = (index - a[0]) / (b[0] - a[0]);
    let columns = a.iter().zip(b).skip(1);
    Some(columns.map(|(a, b)| a + weight * (b - a)).collect())
}

/// Columns over an index, in its order.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    index: Variable,
    lookup: Lookup,
    rows: Vec<Vec<f64>>,
}

impl Table {
    /// The first columns after the index.
    fn at<const N: usize>(&self, environment: &Environment) -> Option<[f64; N]> {
        let index = environment.get(self.index)?;
        let columns = self.lookup.columns(&self.rows, index)?;
        columns.first_chunk().copied()
    }
}

/// First and last index of rows.
fn extent(rows: &[Vec<f64>]) -> Option<[f64; 2]> {
    Some([rows.first()?[0], rows.last()?[0]])
}

/// Limits from an index on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsFrom {
    from: f64,
    #[serde(default)]
    low: Option<f64>,
    #[serde(default)]
    high: Option<f64>,
    #[serde(default)]
    low_open: bool,
    #[serde(default)]
    high_open: bool,
}

/// Limits that depend on an index.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsBy {
    index: Variable,
    rows: Vec<LimitsFrom>,
}

impl LimitsBy {
    fn at(&self, environment: &Environment) -> Option<Limits> {
        let index = environment.get(self.index)?;
        let row = self.rows.iter().rev().find(|row| row.from <= index)?;
        let &LimitsFrom {
            low,
            high,
            low_open,
            high_open,
            ..
        } = row;
        Some(Limits {
            low,
            high,
            low_open,
            high_open,
        })
    }
}

/// The curve of a percentile.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PercentileCurve {
    percentile: f64,
    value: Expression,
}

/// Pieces of a model over a variable.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Largest value of the variable; absent in the last piece.
    #[serde(default)]
    max: Option<f64>,
    model: Box<Model>,
}

/// How the values of a row are distributed or limited; each kind as contract/records/reference-pack.ts
/// describes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Model {
    /// Normal on a scale.
    Z(Normal),
    /// Box-Cox.
    Lms(BoxCox),
    /// Box-Cox over an index.
    LmsTable(Table),
    /// Exponential normal.
    ExtendedNormal(Exponential),
    /// Mean and standard deviation over an index.
    MeanSdTable(Table),
    /// Mean and limits of z -2 and +2 over an index.
    MeanLimitsTable(Table),
    /// One curve for each percentile.
    Percentiles(Percentiles),
    /// Values of percentiles over an index.
    PercentileTable(PercentileTable),
    /// The same limits for all.
    Limits(Limits),
    /// Limits over an index.
    LimitsBy(LimitsBy),
    /// Grades of severity.
    Grades(Grades),
    /// An expected value only.
    Formula(Formula),
    /// Multiples of a median.
    MultipleOfMedian(MultipleOfMedian),
    /// Another model in each piece.
    Piecewise(Piecewise),
}

/// z = (T(x) - mean) / sd.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normal {
    #[serde(default)]
    transform: Transform,
    mean: Expression,
    sd: Expression,
}

/// z = ((T(x) / M)^L - 1) / (L S), and ln(T(x) / M) / S where L is 0.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxCox {
    #[serde(default)]
    transform: Transform,
    #[serde(rename = "L")]
    l: Expression,
    #[serde(rename = "M")]
    m: Expression,
    #[serde(rename = "S")]
    s: Expression,
}

/// z = (exp((x - mu) gamma / sigma) - 1) / gamma.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exponential {
    gamma: f64,
    mu: Expression,
    sigma: Expression,
}

/// Curves in the order of their percentiles.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Percentiles {
    curves: Vec<PercentileCurve>,
}

/// Rows of values of percentiles.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PercentileTable {
    percentiles: Vec<f64>,
    index: Variable,
    lookup: Lookup,
    rows: Vec<Vec<f64>>,
}

/// An expected value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formula {
    value: Expression,
}

/// A median and what multiples of it suggest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MultipleOfMedian {
    median: Expression,
    cutoffs: Vec<Cutoff>,
}

/// The first piece whose `max` is not below the variable.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piecewise {
    on: Variable,
    pieces: Vec<Piece>,
}

impl Model {
    /// The model in one patient; none without a variable, and outside of a table.
    pub fn at(&self, environment: &Environment) -> Option<Resolved<'_>> {
        let value = |expression: &Expression| expression.at(environment);
        Some(match self {
            Self::Z(normal) => Resolved::Normal {
                transform: normal.transform,
                mean: value(&normal.mean)?,
                sd: value(&normal.sd)?,
            },
            Self::Lms(lms) => Resolved::BoxCox {
                transform: lms.transform,
                l: value(&lms.l)?,
                m: value(&lms.m)?,
                s: value(&lms.s)?,
            },
            Self::LmsTable(table) => {
                let [l, m, s] = table.at(environment)?;
                let transform = Transform::None;
                Resolved::BoxCox { transform, l, m, s }
            }
            Self::ExtendedNormal(model) => Resolved::Exponential {
                gamma: model.gamma,
                mu: value(&model.mu)?,
                sigma: value(&model.sigma)?,
            },
            Self::MeanSdTable(table) => {
                let [mean, sd] = table.at(environment)?;
                let transform = Transform::None;
                Resolved::Normal {
                    transform,
                    mean,
                    sd,
                }
            }
            Self::MeanLimitsTable(table) => {
                let [mean, low, high] = table.at(environment)?;
                Resolved::Halves { mean, low, high }
            }
            Self::Percentiles(Percentiles { curves }) => {
                let point =
                    |curve: &PercentileCurve| Some((curve.percentile, value(&curve.value)?));
                Resolved::Percentiles(curves.iter().map(point).collect::<Option<_>>()?)
            }
            Self::PercentileTable(model) => {
                let index = environment.get(model.index)?;
                let values = model.lookup.columns(&model.rows, index)?;
                Resolved::Percentiles(model.percentiles.iter().copied().zip(values).collect())
            }
            Self::Limits(limits) => Resolved::Limits(*limits),
            Self::LimitsBy(limits) => Resolved::Limits(limits.at(environment)?),
            Self::Grades(grades) => Resolved::Grades(grades),
            Self::Formula(formula) => Resolved::Expected(value(&formula.value)?),
            Self::MultipleOfMedian(model) => Resolved::Multiples {
                median: value(&model.median)?,
                cutoffs: &model.cutoffs,
            },
            Self::Piecewise(Piecewise { on, pieces }) => {
                let at = environment.get(*on)?;
                let here = |piece: &&Piece| piece.max.is_none_or(|max| at <= max);
                pieces.iter().find(here)?.model.at(environment)?
            }
        })
    }

    /// Index of a table with its first and last value.
    pub fn extent(&self) -> Option<(Variable, [f64; 2])> {
        let (index, rows) = match self {
            Self::LmsTable(table) | Self::MeanSdTable(table) | Self::MeanLimitsTable(table) => {
                (table.index, &table.rows)
            }
            Self::PercentileTable(model) => (model.index, &model.rows),
            _ => return None,
        };
        Some((index, extent(rows)?))
    }
}
