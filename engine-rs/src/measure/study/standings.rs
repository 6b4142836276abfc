//! Values of a study among published reference values. They are shown beside the measurements and
//! never stored with them.

use serde::Deserialize;

use super::evaluator::{Held, Outcome, Outcomes, StudyEvaluator};
use super::references::{MeasurementStandings, StudyReferences};
use crate::references::curve::{Curve, Plot};
use crate::references::guideline::grade::{GuidelineResult, GuidelineValues};
use crate::references::guideline::table::GuidelineTable;
use crate::references::patient::{FetalSizes, Patient};
use crate::references::standing::{Judged, Standing};

/// What is plotted of a row, in a study.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CurveRequest {
    /// The row.
    pub row: String,
    /// Unit, predictor and number of points.
    pub plot: Plot,
}

impl StudyEvaluator {
    /// Judges values by these rows from now on; without any, none are judged.
    pub fn set_references(&mut self, references: Option<StudyReferences>) {
        self.references = references;
    }

    /// The patient, with the sizes of the fetus that the study measures.
    pub(super) fn patient(&self, outcomes: &Outcomes) -> Patient {
        let known = self.references.as_ref();
        let known = known.map_or_else(FetalSizes::default, |references| references.fetus);
        Patient {
            facts: self.facts,
            fetus: known.with_measured(|of| self.measured(of, outcomes)),
        }
    }

    /// A value with its unit: of the reference image of the type, otherwise of the first that has it.
    fn measured(
        &self,
        (image_type, name): (&str, &str),
        outcomes: &Outcomes,
    ) -> Option<(f64, &str)> {
        let images = self.images.iter().zip(outcomes);
        let of_type =
            images.filter(|(held, _)| held.record.image_type.as_deref() == Some(image_type));
        let measured = of_type.filter_map(|(held, outcomes)| {
            let mut rows = held.configured.iter();
            let at = rows.position(|row| *row.presentation.name == *name)?;
            let value = aggregate(outcomes.get(at)?.as_ref()?)?;
            let unit = &*held.configured[at].presentation.units;
            Some((held.record.reference, (value, unit)))
        });
        let found: Vec<(bool, (f64, &str))> = measured.collect();
        let reference = found.iter().find(|(reference, _)| *reference);
        reference.or(found.first()).map(|(_, value)| *value)
    }

    /// The study by the tables that were handed over for its kind of data.
    pub fn guidelines(&self) -> Vec<GuidelineResult> {
        let Some(references) = &self.references else {
            return Vec::new();
        };
        let data_type = self.facts.data_type;
        let for_data =
            |table: &&GuidelineTable| data_type.is_some_and(|own| table.data_types.contains(&own));
        let tables: Vec<_> = references.tables.iter().filter(for_data).collect();
        if tables.is_empty() {
            return Vec::new();
        }
        let outcomes = self.outcomes();
        let grade = |table: &GuidelineTable| table.grade(&self.given(table, references, &outcomes));
        tables.into_iter().map(grade).collect()
    }

    /// Inputs of a table.
    fn given(
        &self,
        table: &GuidelineTable,
        references: &StudyReferences,
        outcomes: &Outcomes,
    ) -> GuidelineValues {
        let surface_m2 = self.facts.body_surface_m2();
        let values = table.inputs.iter().filter_map(|input| {
            let measured = input.value(surface_m2, |of| {
                self.measured((&of.image_type, &of.name), outcomes)
            });
            let value = measured.or_else(|| references.values.get(&input.name).copied())?;
            Some((input.name.clone(), value))
        });
        GuidelineValues {
            sex: self.facts.sex,
            values: values.collect(),
        }
    }

    /// The measurements of an image against their rows; none without reference values.
    pub(super) fn standings_of(
        &self,
        held: &Held,
        outcomes: &[Option<Outcome>],
        patient: &Patient,
    ) -> Option<Vec<MeasurementStandings>> {
        let references = self.references.as_ref()?;
        let image_type = held.record.image_type.as_deref().unwrap_or_default();
        let measured = held.configured.iter().zip(outcomes);
        let judged = measured.filter_map(|(configured, outcome)| {
            let (shown, outcome) = (&configured.presentation, outcome.as_ref()?);
            let key = (image_type.to_owned(), shown.name.to_string());
            let judged = Judged {
                value: aggregate(outcome),
                unit: &shown.units,
            };
            let rows = references.chosen.get(&key)?.iter();
            let rows = rows.map(|&at| &references.rows[at]);
            let stands = rows.map(|row| Standing::of(row, judged, patient, references.z_limit));
            Some(MeasurementStandings {
                name: shown.name.to_string(),
                standings: stands.filter(Standing::is_for_patient).collect(),
            })
        });
        Some(judged.collect())
    }

    /// Limits of a row over a predictor in this study; none where the row was not handed over.
    pub fn reference_curve(&self, request: &CurveRequest) -> Option<Curve> {
        let references = self.references.as_ref()?;
        let row = references.rows.iter().find(|row| row.id == request.row)?;
        let patient = self.patient(&self.outcomes());
        Some(Curve::of(row, &patient, &request.plot, references.z_limit))
    }
}

fn aggregate(outcome: &Outcome) -> Option<f64> {
    outcome.answer.as_ref().ok()?.aggregate
}
