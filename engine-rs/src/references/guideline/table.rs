//! A decision table: criteria compare inputs with thresholds, rules grade by criteria.

use serde::{Deserialize, Serialize};

use crate::measure::study::facts::Sex;
use crate::records::data_type::DataType;
use crate::references::row::{Disagreement, MeasurementName, Status};
use crate::references::scale::Scale;

/// Most criteria of a table: every combination of unknown ones is tried.
const MAX_CRITERIA: usize = 12;

/// A comparison with a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Operator {
    /// Above it.
    #[serde(rename = ">")]
    Above,
    /// Above it, or equal.
    #[serde(rename = ">=")]
    AtLeast,
    /// Below it.
    #[serde(rename = "<")]
    Below,
    /// Below it, or equal.
    #[serde(rename = "<=")]
    AtMost,
}

impl Operator {
    /// Whether a value meets it.
    pub fn holds(self, value: f64, threshold: f64) -> bool {
        match self {
            Self::Above => value > threshold,
            Self::AtLeast => value >= threshold,
            Self::Below => value < threshold,
            Self::AtMost => value <= threshold,
        }
    }
}

/// A threshold, for everyone or by sex.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Threshold {
    /// The same for everyone.
    Same(f64),
    /// By sex.
    BySex(BySex),
}

/// Thresholds of men and women.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySex {
    male: f64,
    female: f64,
}

impl Threshold {
    /// The threshold of a patient; none where it depends on a sex that is unknown.
    pub fn of(self, sex: Option<Sex>) -> Option<f64> {
        match self {
            Self::Same(threshold) => Some(threshold),
            Self::BySex(by_sex) => match sex? {
                Sex::M => Some(by_sex.male),
                Sex::F => Some(by_sex.female),
                Sex::O => None,
            },
        }
    }
}

/// An input of the table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableInput {
    /// Unique name; the same in all tables for the same quantity.
    pub name: String,
    /// The quantity, in words.
    pub quantity: String,
    /// Unit of thresholds.
    pub unit: String,
    /// Measurements that give it, the preferred one first; empty where a person states it.
    pub measurements: Vec<MeasurementName>,
}

impl TableInput {
    /// Its value in its unit, by the first of its measurements that has a value with a unit.
    pub fn value<'a>(
        &self,
        surface_m2: Option<f64>,
        measured: impl Fn(&MeasurementName) -> Option<(f64, &'a str)>,
    ) -> Option<f64> {
        self.measurements.iter().find_map(|of| {
            let (value, unit) = measured(of)?;
            let scale = Scale::between(unit, &self.unit, surface_m2).ok()?;
            Some(scale.to_row(value))
        })
    }
}

/// A comparison of a stored table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ComparisonWire {
    input: String,
    op: Operator,
    value: Threshold,
}

/// A criterion of a stored table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CriterionWire {
    name: String,
    title: String,
    groups: Vec<Vec<ComparisonWire>>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountWire {
    n: usize,
    of: Vec<String>,
}

/// Which part of the known criteria is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All.
    All,
    /// More than half.
    More,
    /// Half.
    Half,
    /// Less than half.
    Less,
    /// At least one.
    Some,
    /// None.
    None,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShareWire {
    is: Part,
    known: usize,
    of: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ConditionWire {
    met: Vec<String>,
    not_met: Vec<String>,
    at_least: Option<CountWire>,
    at_most: Option<CountWire>,
    share: Option<ShareWire>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleWire {
    #[serde(default)]
    when: Option<ConditionWire>,
    grade: String,
    #[serde(default)]
    class: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    id: String,
    title: String,
    premise: String,
    data_types: Vec<DataType>,
    status: Status,
    #[serde(rename = "disagreement")]
    _disagreement: Option<Disagreement>,
    #[serde(rename = "remarks")]
    _remarks: Vec<String>,
    inputs: Vec<TableInput>,
    criteria: Vec<CriterionWire>,
    rules: Vec<RuleWire>,
}

/// An input against a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// Place of the input.
    pub input: usize,
    /// How it is compared.
    pub op: Operator,
    /// With what.
    pub threshold: Threshold,
}

/// Comparisons of which the first group with a known one counts; in it, one that is met is enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    /// Unique name.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Groups of comparisons.
    pub groups: Vec<Vec<Comparison>>,
}

/// Number of criteria that are met.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Count {
    pub(super) n: usize,
    pub(super) of: Vec<usize>,
}

/// Part of the known criteria that is met, once enough are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Share {
    pub(super) is: Part,
    pub(super) known: usize,
    pub(super) of: Vec<usize>,
}

/// Everything in it has to hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Condition {
    pub(super) met: Vec<usize>,
    pub(super) not_met: Vec<usize>,
    pub(super) at_least: Option<Count>,
    pub(super) at_most: Option<Count>,
    pub(super) share: Option<Share>,
}

/// A grade and when it applies.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    pub(super) when: Condition,
    /// The grade.
    pub grade: String,
    /// Meaning of the grade, in words that tables share.
    pub class: Option<String>,
}

/// A guideline as inputs, criteria and rules, of which the first that holds counts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Wire")]
pub struct GuidelineTable {
    /// Unique name.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// For whom it is.
    pub premise: String,
    /// Kinds of data.
    pub data_types: Vec<DataType>,
    /// How well it is known.
    pub status: Status,
    /// Inputs.
    pub inputs: Vec<TableInput>,
    /// Criteria.
    pub criteria: Vec<Criterion>,
    /// Rules in their order.
    pub rules: Vec<Rule>,
}

fn place<'a>(
    mut names: impl Iterator<Item = &'a String>,
    wanted: &String,
    table: &str,
) -> Result<usize, String> {
    let place = names.position(|name| name == wanted);
    place.ok_or_else(|| format!("{table}: nothing is named {wanted}"))
}

impl TryFrom<Wire> for GuidelineTable {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        let id = &wire.id;
        if wire.criteria.len() > MAX_CRITERIA {
            return Err(format!("{id}: more than {MAX_CRITERIA} criteria"));
        }
        let input = |name: &String| place(wire.inputs.iter().map(|input| &input.name), name, id);
        let comparison = |one: &ComparisonWire| {
            Ok(Comparison {
                input: input(&one.input)?,
                op: one.op,
                threshold: one.value,
            })
        };
        let group = |group: &Vec<ComparisonWire>| group.iter().map(comparison).collect();
        let criterion = |one: &CriterionWire| {
            Ok(Criterion {
                name: one.name.clone(),
                title: one.title.clone(),
                groups: one
                    .groups
                    .iter()
                    .map(group)
                    .collect::<Result<_, String>>()?,
            })
        };
        let criteria = wire.criteria.iter().map(criterion);
        let criteria: Vec<Criterion> = criteria.collect::<Result<_, String>>()?;
        let of = |names: &Vec<String>| -> Result<Vec<usize>, String> {
            let known = || wire.criteria.iter().map(|criterion| &criterion.name);
            names.iter().map(|name| place(known(), name, id)).collect()
        };
        let rules = wire.rules.iter().map(|rule| {
            Ok(Rule {
                when: match &rule.when {
                    Some(when) => condition(when, &of)?,
                    None => Condition::default(),
                },
                grade: rule.grade.clone(),
                class: rule.class.clone(),
            })
        });
        Ok(Self {
            rules: rules.collect::<Result<_, String>>()?,
            criteria,
            id: wire.id,
            title: wire.title,
            premise: wire.premise,
            data_types: wire.data_types,
            status: wire.status,
            inputs: wire.inputs,
        })
    }
}

/// Finds the places of criteria by their names.
type PlacesOf<'a> = &'a dyn Fn(&Vec<String>) -> Result<Vec<usize>, String>;

fn condition(wire: &ConditionWire, of: PlacesOf) -> Result<Condition, String> {
    let count = |count: &Option<CountWire>| {
        let counted = count.as_ref().map(|CountWire { n, of: names }| {
            Ok::<_, String>(Count {
                n: *n,
                of: of(names)?,
            })
        });
        counted.transpose()
    };
    let share = wire.share.as_ref().map(|share| {
        Ok::<_, String>(Share {
            is: share.is,
            known: share.known,
            of: of(&share.of)?,
        })
    });
    Ok(Condition {
        met: of(&wire.met)?,
        not_met: of(&wire.not_met)?,
        at_least: count(&wire.at_least)?,
        at_most: count(&wire.at_most)?,
        share: share.transpose()?,
    })
}
