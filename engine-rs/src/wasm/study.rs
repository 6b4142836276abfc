//! Measurements of a study, and the formula bench.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::commands::compare_formulas_json;
use crate::error::EngineError;
use crate::measure::study::configuration::{Configuration, Sets};
use crate::measure::study::cycle_curves::CurvesRequest;
use crate::measure::study::evaluator::StudyEvaluator;
use crate::measure::study::facts::StudyFacts;
use crate::measure::study::structure::ConfigurationFault;
use crate::references::cohort::JudgedValues;
use crate::references::guideline::cohort::Cohort;
use crate::workbench::in_curves::{shake_curves, shake_views};
use crate::workbench::in_study::compare_in_study;
use crate::workbench::jitter::Jitter;

/// Sets as they are stored, each as JSON.
fn opened(
    image_types: &str,
    measurements: &str,
    calipers: Option<String>,
) -> Result<Configuration, JsValue> {
    let types = from_json("image_types", image_types)?;
    let measurements = from_json("measurements", measurements)?;
    let calipers = calipers
        .map(|set| from_json("calipers", &set))
        .transpose()?;
    Configuration::open(&Sets {
        image_types: &types,
        measurements: &measurements,
        calipers: calipers.as_ref(),
    })
    .map_err(|refusal| throw(refusal.into()))
}

/// Definitions of the sets, given as for `StudyMeasurements`, that cannot be loaded: a list of
/// `ConfigurationFault` as JSON, which is empty for sets that are right as a whole.
///
/// # Errors
/// `invalid-argument` for an invalid set.
#[wasm_bindgen]
pub fn configuration_faults(
    image_types: &str,
    measurements: &str,
    calipers: Option<String>,
) -> Result<String, JsValue> {
    let faults = opened(image_types, measurements, calipers)?.faults();
    to_json(
        &faults
            .iter()
            .map(ConfigurationFault::from)
            .collect::<Vec<_>>(),
    )
}

/// The images of a study with everything that is measured on them; a changed image is set again
/// separately.
#[wasm_bindgen]
pub struct StudyMeasurements {
    inner: StudyEvaluator,
}

#[wasm_bindgen]
impl StudyMeasurements {
    /// From the sets `echo_image_types`, `echo_measurements` and `echo_caliper` and `StudyFacts`, all
    /// as JSON; without the set of calipers their names are not checked. A definition of a stored set
    /// that cannot be loaded measures nothing and gives the reason.
    ///
    /// # Errors
    /// `invalid-argument` for an invalid set.
    #[wasm_bindgen(constructor)]
    pub fn new(
        image_types: &str,
        measurements: &str,
        calipers: Option<String>,
        facts: &str,
    ) -> Result<Self, JsValue> {
        let facts: StudyFacts = from_json("study", facts)?;
        let configuration = opened(image_types, measurements, calipers)?;
        Ok(Self {
            inner: StudyEvaluator::new(configuration, facts),
        })
    }

    /// Takes `ImageMetadata` of an image's file, as JSON.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn set_file(&mut self, instance_id: &str, metadata: &str) -> Result<(), JsValue> {
        self.inner
            .set_file(instance_id, from_json("metadata", metadata)?);
        Ok(())
    }

    /// Adds or replaces an `AnalysisImage`, as JSON.
    ///
    /// # Errors
    /// `invalid-argument` with the field that is wrong.
    pub fn set_image(&mut self, image: &str) -> Result<(), JsValue> {
        self.inner.set_image(from_json("image", image)?);
        Ok(())
    }

    /// Takes the reference values to judge by as JSON: `{z_limit, rows, chosen: [{image_type, name,
    /// rows}], fetus, tables, values}`, rows named in the order in which they count; `null` for none.
    ///
    /// # Errors
    /// `invalid-argument` with the row that is wrong.
    pub fn set_references(&mut self, references: &str) -> Result<(), JsValue> {
        self.inner
            .set_references(from_json("references", references)?);
        Ok(())
    }

    /// `Curve` of a `CurveRequest`, as JSON; `null` where the row was not handed over.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn reference_curve(&self, request: &str) -> Result<String, JsValue> {
        to_json(&self.inner.reference_curve(&from_json("curve", request)?))
    }

    /// `CycleCurves` of a `CurvesRequest`, as JSON; `null` when the image is not there.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn cycle_curves(&self, request: &str) -> Result<String, JsValue> {
        let curves = self.inner.cycle_curves(&from_json("curves", request)?);
        to_json(&curves.map_err(throw)?)
    }

    /// `ShakenCurves` of a `ShakeCurvesRequest`, as JSON; `null` when the image is not there.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn shake_curves(&self, request: &str) -> Result<String, JsValue> {
        let shaken = shake_curves(&self.inner, from_json("curves", request)?);
        to_json(&shaken.map_err(throw)?)
    }

    /// `ShakenViews` of a `ShakeViewsRequest`, as JSON.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn shake_views(&self, request: &str) -> Result<String, JsValue> {
        let shaken = shake_views(&self.inner, from_json("curves", request)?);
        to_json(&shaken.map_err(throw)?)
    }

    /// `BullsEye` of a list of `CurvesRequest`, as JSON.
    ///
    /// # Errors
    /// `invalid-argument`.
    pub fn bulls_eye(&self, cycles: &str) -> Result<String, JsValue> {
        let cycles: Vec<CurvesRequest> = from_json("curves", cycles)?;
        to_json(&self.inner.bulls_eye(&cycles).map_err(throw)?)
    }

    /// `GuidelineResult` of each table that `set_references` took in `tables`, as a JSON list.
    ///
    /// # Errors
    /// None in practice.
    pub fn guidelines(&self) -> Result<String, JsValue> {
        to_json(&self.inner.guidelines())
    }

    /// Takes an image out.
    pub fn remove_image(&mut self, instance_id: &str) {
        self.inner.remove_image(instance_id);
    }

    /// `ImageMeasurements` of all images, as a JSON list.
    ///
    /// # Errors
    /// None in practice.
    pub fn evaluate(&self) -> Result<String, JsValue> {
        to_json(&self.inner.evaluate())
    }

    /// `ImageValues` of all images, as a JSON list: the same numbers without what they were computed
    /// from.
    ///
    /// # Errors
    /// None in practice.
    pub fn values(&self) -> Result<String, JsValue> {
        to_json(&self.inner.values())
    }

    /// `ImageMeasurements` of one image as JSON; `null` when it is not there.
    ///
    /// # Errors
    /// None in practice.
    pub fn evaluate_image(&self, instance_id: &str) -> Result<String, JsValue> {
        to_json(&self.inner.evaluate_image(instance_id))
    }

    /// Stored values of an image compared with computed ones: a list of `Comparison` as JSON;
    /// `null` when the image is not there.
    ///
    /// # Errors
    /// None in practice.
    pub fn recompute(&self, instance_id: &str) -> Result<String, JsValue> {
        to_json(&self.inner.recompute(instance_id))
    }

    /// `Explanation` of a value as JSON; `null` when it is not measured.
    ///
    /// # Errors
    /// None in practice.
    pub fn explain(&self, instance_id: &str, name: &str) -> Result<String, JsValue> {
        to_json(&self.inner.explain(instance_id, name))
    }

    /// A value by every formula that its definition offers, with the spread that `Jitter`, as JSON,
    /// makes: a list of `Compared` as JSON; `null` when it is not measured.
    ///
    /// # Errors
    /// `invalid-argument` for an invalid jitter.
    pub fn compare(
        &mut self,
        instance_id: &str,
        name: &str,
        jitter: &str,
    ) -> Result<String, JsValue> {
        let jitter: Jitter = from_json("jitter", jitter)?;
        let compared = compare_in_study(&mut self.inner, (instance_id, name), &jitter);
        to_json(&compared.map_err(|detail| {
            throw(EngineError::InvalidArgument {
                argument: "jitter".to_owned(),
                detail,
            })
        })?)
    }
}

/// `Cohort` of `{tables, studies}`, as JSON: every study by two tables.
///
/// # Errors
/// `invalid-argument` with the table that is wrong.
#[wasm_bindgen]
pub fn grade_cohort(request: &str) -> Result<String, JsValue> {
    to_json(&Cohort::of(&from_json("cohort", request)?))
}

/// `JudgedValues` of `{z_limit, rows, unit, points, sizes, values}`, as JSON: a measurement of many
/// studies among its reference values.
///
/// # Errors
/// `invalid-argument` with the row that is wrong.
#[wasm_bindgen]
pub fn judge_values(request: &str) -> Result<String, JsValue> {
    to_json(&JudgedValues::of(&from_json("values", request)?))
}

/// The formula bench on `{input, definitions, jitter}` as JSON: a list of `Compared` as JSON.
///
/// # Errors
/// `invalid-argument`.
#[wasm_bindgen]
pub fn compare_formulas(bench: &str) -> Result<String, JsValue> {
    to_json(&compare_formulas_json(bench.as_bytes()).map_err(throw)?)
}
