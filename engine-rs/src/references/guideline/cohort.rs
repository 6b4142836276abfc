//! Many studies by two tables: who changes class, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::grade::{GuidelineValues, States};
use super::table::{GuidelineTable, Rule};
use crate::measure::study::facts::StudyFacts;
use crate::references::row::MeasurementName;

/// A measurement that studies of a cohort have.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CohortMeasurement {
    /// Image type.
    pub image_type: String,
    /// Name within it.
    pub name: String,
    /// Unit of its values.
    pub unit: String,
}

/// A study of a cohort.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct CohortStudy {
    /// Its name.
    pub id: String,
    /// Its sex, and values of inputs; they count where it does not measure them.
    pub given: GuidelineValues,
    /// Height for body surface, cm.
    pub height_cm: Option<f64>,
    /// Weight for body surface, kg.
    pub weight_kg: Option<f64>,
    /// Its values, each with the place of its measurement in `measurements` of the request.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<(usize, f64)>>"))]
    pub measured: Vec<(usize, f64)>,
}

/// Two tables and the studies to grade.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CohortRequest {
    /// The table before, and the table after.
    pub tables: [GuidelineTable; 2],
    /// Measurements that studies refer to by their place.
    #[serde(default)]
    pub measurements: Vec<CohortMeasurement>,
    /// The studies.
    pub studies: Vec<CohortStudy>,
}

/// Studies with the same results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CohortCount {
    /// Class by the first table; null where it is open.
    pub before: Option<String>,
    /// Class by the second table; null where it is open.
    pub after: Option<String>,
    /// Number of studies.
    pub studies: u32,
}

/// A criterion that decides, with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CohortCriterion {
    /// The criterion.
    pub name: String,
    /// Whether it is met; null where it is unknown.
    pub met: Option<bool>,
}

/// A study of another class by the second table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CohortChange {
    /// The study.
    pub id: String,
    /// Class by the first table; null where it is open.
    pub before: Option<String>,
    /// Class by the second table; null where it is open.
    pub after: Option<String>,
    /// Criteria of the first table that decide, or all that are known where none decides on its own.
    pub because_before: Vec<CohortCriterion>,
    /// The same of the second table.
    pub because_after: Vec<CohortCriterion>,
}

/// A study that a table does not grade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CohortOpen {
    /// The study.
    pub id: String,
    /// Inputs without a value that leave the first table open; empty where it grades the study.
    pub missing_before: Vec<String>,
    /// The same of the second table.
    pub missing_after: Vec<String>,
}

/// A cohort by two tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Cohort {
    /// Number of studies for each pair of classes.
    pub counts: Vec<CohortCount>,
    /// Studies whose class differs, in their order.
    pub changed: Vec<CohortChange>,
    /// Studies without a class by one of the tables, in their order.
    pub open: Vec<CohortOpen>,
}

/// Tables whose rules all have classes are compared by these, others by their grades.
fn is_classed(table: &GuidelineTable) -> bool {
    table.rules.iter().all(|rule| rule.class.is_some())
}

fn because(table: &GuidelineTable, states: &States) -> Vec<CohortCriterion> {
    let mut places = table.deciding(states);
    if places.is_empty() {
        let known = states.iter().enumerate();
        let known = known.filter(|(_, state)| state.is_some());
        places = known.map(|(at, _)| at).collect();
    }
    let criteria = places.iter().map(|&at| CohortCriterion {
        name: table.criteria[at].name.clone(),
        met: states[at],
    });
    criteria.collect()
}

impl CohortRequest {
    /// Inputs of a table in a study.
    fn given(&self, table: &GuidelineTable, study: &CohortStudy) -> GuidelineValues {
        let mut given = study.given.clone();
        let facts = StudyFacts {
            height_cm: study.height_cm,
            weight_kg: study.weight_kg,
            ..StudyFacts::default()
        };
        let surface_m2 = facts.body_surface_m2();
        let measured = |of: &MeasurementName| {
            let own = study.measured.iter();
            own.filter_map(|&(at, value)| Some((self.measurements.get(at)?, value)))
                .find(|(one, _)| one.name == of.name && one.image_type == of.image_type)
                .map(|(one, value)| (value, one.unit.as_str()))
        };
        for input in &table.inputs {
            if let Some(value) = input.value(surface_m2, measured) {
                given.values.insert(input.name.clone(), value);
            }
        }
        given
    }
}

impl Cohort {
    /// Grades every study by both tables.
    pub fn of(request: &CohortRequest) -> Self {
        let tables = &request.tables;
        let by_class = tables.iter().all(is_classed);
        let name = |rule: &Rule| match &rule.class {
            Some(class) if by_class => class.clone(),
            _ => rule.grade.clone(),
        };
        let mut counts: BTreeMap<[Option<String>; 2], u32> = BTreeMap::new();
        let mut changed = Vec::new();
        let mut open = Vec::new();
        for study in &request.studies {
            let id = &study.id;
            let given = tables.each_ref().map(|table| request.given(table, study));
            let states = [0, 1].map(|at| tables[at].states(&given[at]));
            let [before, after] = [0, 1].map(|at| tables[at].rule(&states[at]).map(name));
            if before != after {
                changed.push(CohortChange {
                    id: id.clone(),
                    before: before.clone(),
                    after: after.clone(),
                    because_before: because(&tables[0], &states[0]),
                    because_after: because(&tables[1], &states[1]),
                });
            }
            if before.is_none() || after.is_none() {
                let missing = |at: usize, class: &Option<String>| match class {
                    Some(_) => Vec::new(),
                    None => tables[at].missing(&states[at], &given[at]),
                };
                open.push(CohortOpen {
                    id: id.clone(),
                    missing_before: missing(0, &before),
                    missing_after: missing(1, &after),
                });
            }
            *counts.entry([before, after]).or_default() += 1;
        }
        let counts = counts
            .into_iter()
            .map(|([before, after], studies)| CohortCount {
                before,
                after,
                studies,
            });
        Self {
            counts: counts.collect(),
            changed,
            open,
        }
    }
}
