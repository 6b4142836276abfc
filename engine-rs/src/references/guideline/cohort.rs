//! Many studies by two tables: who changes class, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::grade::{GuidelineValues, States};
use super::table::{GuidelineTable, Rule};

/// A study of a cohort.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CohortStudy {
    /// Its name.
    pub id: String,
    /// Its values.
    pub given: GuidelineValues,
}

/// Two tables and the studies to grade.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CohortRequest {
    /// The table before, and the table after.
    pub tables: [GuidelineTable; 2],
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
    pub because_before: Vec<String>,
    /// The same of the second table.
    pub because_after: Vec<String>,
}

/// A cohort by two tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Cohort {
    /// Number of studies for each pair of classes.
    pub counts: Vec<CohortCount>,
    /// Studies whose class differs, in their order.
    pub changed: Vec<CohortChange>,
}

/// Tables whose rules all have classes are compared by these, others by their grades.
fn is_classed(table: &GuidelineTable) -> bool {
    table.rules.iter().all(|rule| rule.class.is_some())
}

fn because(table: &GuidelineTable, states: &States) -> Vec<String> {
    let mut places = table.deciding(states);
    if places.is_empty() {
        let known = states.iter().enumerate();
        let known = known.filter(|(_, state)| state.is_some());
        places = known.map(|(at, _)| at).collect();
    }
    let names = places.iter().map(|&at| table.criteria[at].name.clone());
    names.collect()
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
        for CohortStudy { id, given } in &request.studies {
            let states = tables.each_ref().map(|table| table.states(given));
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
        }
    }
}
