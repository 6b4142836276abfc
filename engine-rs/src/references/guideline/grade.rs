//! The grade of one study by a table, what it rests on, and what would change it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::table::{
    Comparison, Condition, Count, Criterion, GuidelineTable, Operator, Part, Rule, Share,
};
use crate::measure::study::facts::Sex;

/// Values of inputs by name, in the units of the table, with the sex for thresholds that depend on it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineValues {
    /// Sex of the patient.
    pub sex: Option<Sex>,
    /// Values that are known.
    pub values: BTreeMap<String, f64>,
}

/// A comparison with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ComparisonResult {
    /// The input.
    pub input: String,
    /// Its value; null where it is missing.
    pub value: Option<f64>,
    /// How it is compared.
    pub op: Operator,
    /// With what; null where it depends on a sex that is unknown.
    pub threshold: Option<f64>,
    /// Whether it holds; null where it is unknown.
    pub met: Option<bool>,
}

/// A criterion with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CriterionResult {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whether it is met; null where it is unknown.
    pub met: Option<bool>,
    /// Its comparisons.
    pub comparisons: Vec<ComparisonResult>,
    /// The grade if this criterion were met and all others as they are; null where it stays open.
    pub if_met: Option<String>,
    /// The grade if it were not met.
    pub if_not_met: Option<String>,
    /// Another result of this criterion, or a first one, would change the grade.
    pub decides: bool,
}

/// The grade of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GuidelineResult {
    /// The table.
    pub table: String,
    /// The grade; null while missing values leave it open.
    pub grade: Option<String>,
    /// Meaning of the grade, in words that tables share.
    pub class: Option<String>,
    /// Every grade that is possible while values are missing.
    pub possible: Vec<String>,
    /// Criteria in the order of the table.
    pub criteria: Vec<CriterionResult>,
    /// Inputs without a value, of criteria that are unknown.
    pub missing: Vec<String>,
}

/// Whether each criterion is met; none where it is unknown.
pub(super) type States = Vec<Option<bool>>;

fn value_of(
    table: &GuidelineTable,
    comparison: &Comparison,
    given: &GuidelineValues,
) -> Option<f64> {
    let input = &table.inputs[comparison.input];
    given.values.get(&input.name).copied()
}

impl Comparison {
    fn met(&self, table: &GuidelineTable, given: &GuidelineValues) -> Option<bool> {
        let value = value_of(table, self, given)?;
        Some(self.op.holds(value, self.threshold.of(given.sex)?))
    }
}

impl Criterion {
    fn met(&self, table: &GuidelineTable, given: &GuidelineValues) -> Option<bool> {
        self.groups.iter().find_map(|group| {
            let known = group.iter().filter_map(|one| one.met(table, given));
            known.reduce(|a, b| a || b)
        })
    }
}

/// All parts hold: false when one is false, unknown when one is unknown.
fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// Criteria that are met, and that are known.
fn counts(of: &[usize], states: &[Option<bool>]) -> (usize, usize) {
    let known = of.iter().filter_map(|&at| states[at]);
    known.fold((0, 0), |(met, known), is_met| {
        (met + usize::from(is_met), known + 1)
    })
}

impl Count {
    fn at_least(&self, states: &[Option<bool>]) -> Option<bool> {
        let (met, known) = counts(&self.of, states);
        let unknown = self.of.len() - known;
        if met >= self.n {
            Some(true)
        } else if met + unknown < self.n {
            Some(false)
        } else {
            None
        }
    }

    fn at_most(&self, states: &[Option<bool>]) -> Option<bool> {
        let more = Self {
            n: self.n + 1,
            of: self.of.clone(),
        };
        more.at_least(states).map(|more| !more)
    }
}

impl Share {
    fn holds(&self, states: &[Option<bool>]) -> Option<bool> {
        let (met, known) = counts(&self.of, states);
        if known < self.known {
            return None;
        }
        Some(match self.is {
            Part::All => met == known,
            Part::More => 2 * met > known,
            Part::Half => 2 * met == known,
            Part::Less => 2 * met < known,
            Part::Some => met > 0,
            Part::None => met == 0,
        })
    }
}

impl Condition {
    fn holds(&self, states: &[Option<bool>]) -> Option<bool> {
        let met = self.met.iter().map(|&at| states[at]);
        let not_met = self.not_met.iter().map(|&at| states[at].map(|met| !met));
        let at_least = self.at_least.iter().map(|count| count.at_least(states));
        let at_most = self.at_most.iter().map(|count| count.at_most(states));
        let share = self.share.iter().map(|share| share.holds(states));
        all(met
            .chain(not_met)
            .chain(at_least)
            .chain(at_most)
            .chain(share))
    }
}

impl GuidelineTable {
    /// Whether each criterion is met.
    pub(super) fn states(&self, given: &GuidelineValues) -> States {
        let criteria = self.criteria.iter();
        criteria
            .map(|criterion| criterion.met(self, given))
            .collect()
    }

    /// The first rule that holds, as far as the rules before it are known not to.
    fn first_rule(&self, states: &[Option<bool>]) -> Option<&Rule> {
        for rule in &self.rules {
            match rule.when.holds(states) {
                Some(true) => return Some(rule),
                Some(false) => {}
                None => return None,
            }
        }
        None
    }

    /// Passes the rule of every completion of the unknown criteria, until `take` returns false.
    fn completions<'a>(
        &'a self,
        states: &[Option<bool>],
        mut take: impl FnMut(Option<&'a Rule>) -> bool,
    ) {
        let unknown = states
            .iter()
            .enumerate()
            .filter(|(_, state)| state.is_none());
        let unknown: Vec<usize> = unknown.map(|(at, _)| at).collect();
        let mut completed = states.to_vec();
        for bits in 0..1_usize << unknown.len() {
            for (bit, &at) in unknown.iter().enumerate() {
                completed[at] = Some(bits >> bit & 1 == 1);
            }
            if !take(self.first_rule(&completed)) {
                return;
            }
        }
    }

    /// The rule that gives the grade: the first that holds, otherwise the one whose grade is the same
    /// whatever the missing values are.
    pub(super) fn rule(&self, states: &[Option<bool>]) -> Option<&Rule> {
        if let Some(rule) = self.first_rule(states) {
            return Some(rule);
        }
        let mut found: Option<Option<&Rule>> = None;
        self.completions(states, |rule| {
            let same = found.is_none_or(|before| {
                before.map(|rule| &rule.grade) == rule.map(|rule| &rule.grade)
            });
            found = Some(if same { rule } else { None });
            same
        });
        found.flatten()
    }

    /// With one criterion decided.
    fn rule_if(&self, states: &[Option<bool>], at: usize, met: bool) -> Option<&Rule> {
        let mut states = states.to_vec();
        states[at] = Some(met);
        self.rule(&states)
    }

    /// Criteria of which another result, or a first one, changes the grade.
    pub(super) fn deciding(&self, states: &[Option<bool>]) -> Vec<usize> {
        let grade = |rule: Option<&Rule>| rule.map(|rule| rule.grade.clone());
        let now = grade(self.rule(states));
        let differs = |at: usize, met| grade(self.rule_if(states, at, met)) != now;
        let places = 0..states.len();
        places
            .filter(|&at| match states[at] {
                Some(met) => differs(at, !met),
                None => differs(at, true) || differs(at, false),
            })
            .collect()
    }

    /// The grade of a study.
    pub fn grade(&self, given: &GuidelineValues) -> GuidelineResult {
        let states = self.states(given);
        let rule = self.rule(&states);
        let mut possible: Vec<String> = Vec::new();
        self.completions(&states, |rule| {
            if let Some(rule) = rule
                && !possible.contains(&rule.grade)
            {
                possible.push(rule.grade.clone());
            }
            true
        });
        if let Some(rule) = rule
            && !possible.contains(&rule.grade)
        {
            possible.insert(0, rule.grade.clone());
        }
        let deciding = self.deciding(&states);
        let criterion = |(at, one): (usize, &Criterion)| {
            let grade = |met| {
                self.rule_if(&states, at, met)
                    .map(|rule| rule.grade.clone())
            };
            CriterionResult {
                name: one.name.clone(),
                title: one.title.clone(),
                met: states[at],
                comparisons: self.compared(one, given),
                if_met: grade(true),
                if_not_met: grade(false),
                decides: deciding.contains(&at),
            }
        };
        GuidelineResult {
            table: self.id.clone(),
            grade: rule.map(|rule| rule.grade.clone()),
            class: rule.and_then(|rule| rule.class.clone()),
            possible,
            criteria: self.criteria.iter().enumerate().map(criterion).collect(),
            missing: self.missing(&states, given),
        }
    }

    fn compared(&self, criterion: &Criterion, given: &GuidelineValues) -> Vec<ComparisonResult> {
        let compared = criterion
            .groups
            .iter()
            .flatten()
            .map(|one| ComparisonResult {
                input: self.inputs[one.input].name.clone(),
                value: value_of(self, one, given),
                op: one.op,
                threshold: one.threshold.of(given.sex),
                met: one.met(self, given),
            });
        compared.collect()
    }

    /// Inputs without a value, of criteria that are unknown.
    pub(super) fn missing(&self, states: &[Option<bool>], given: &GuidelineValues) -> Vec<String> {
        let unknown = self.criteria.iter().zip(states);
        let unknown = unknown.filter(|(_, state)| state.is_none());
        let mut missing = Vec::new();
        for comparison in unknown.flat_map(|(criterion, _)| criterion.groups.iter().flatten()) {
            let name = &self.inputs[comparison.input].name;
            if value_of(self, comparison, given).is_none() && !missing.contains(name) {
                missing.push(name.clone());
            }
        }
        missing
    }
}
