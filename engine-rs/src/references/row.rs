//! A row of the set `echo_references`, as it is stored (contract/records/reference-pack.ts).

use serde::Deserialize;

use super::expression::Variable;
use super::model::Model;
use super::surface::SurfaceFormula;
use crate::records::data_type::DataType;

/// A measurement by its place in the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasurementName {
    /// Image type.
    pub image_type: String,
    /// Name within it.
    pub name: String,
}

/// Sex of a population.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PopulationSex {
    /// Both.
    Any,
    /// Male only.
    Male,
    /// Female only.
    Female,
}

/// Who was measured; outside of its ranges a row gives no result.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Population {
    /// Kinds of data.
    pub data_types: Vec<DataType>,
    /// Sex.
    pub sex: PopulationSex,
    /// Years; the upper bound counts completed years.
    #[serde(default)]
    pub age_years: Option<[f64; 2]>,
    /// Days.
    #[serde(default)]
    pub age_days: Option<[f64; 2]>,
    /// Exact weeks.
    #[serde(default)]
    pub ga_weeks: Option<[f64; 2]>,
    /// Body surface, m2.
    #[serde(default)]
    pub bsa_m2: Option<[f64; 2]>,
    /// Height, cm.
    #[serde(default)]
    pub height_cm: Option<[f64; 2]>,
    /// Weight, kg.
    #[serde(default)]
    pub weight_kg: Option<[f64; 2]>,
    /// Crown-rump length, mm.
    #[serde(default)]
    pub crl_mm: Option<[f64; 2]>,
    /// The ranges were seen in a source.
    pub range_checked: bool,
}

/// How well the numbers are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Status {
    /// Seen in two independent sources.
    #[serde(rename = "two sources")]
    TwoSources,
    /// Seen in one.
    #[serde(rename = "one source")]
    OneSource,
    /// Of a site's own.
    #[serde(rename = "local")]
    Local,
}

/// Direction of values in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// Shortening is a positive number in the source.
    Reversed,
}

/// What sources disagree about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// What was found.
    pub found: Vec<String>,
    /// What the row uses.
    pub chosen: String,
}

/// Reference values of one quantity.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceRow {
    /// Unique name.
    pub id: String,
    /// What is measured, in words.
    pub quantity: String,
    /// Measurements that it judges.
    pub measurements: Vec<MeasurementName>,
    /// Who was measured.
    pub population: Population,
    /// Distribution or limits.
    pub model: Model,
    /// Unit of the model.
    pub unit: String,
    /// Direction of the values, where it differs from the product's.
    #[serde(default)]
    pub sign: Option<Sign>,
    /// What it needs of the patient.
    pub predictors: Vec<Variable>,
    /// Formula of body surface.
    pub bsa_formula: Option<SurfaceFormula>,
    /// How well the numbers are known.
    pub status: Status,
    /// What sources disagree about.
    pub disagreement: Option<Disagreement>,
    /// Remarks for people.
    pub remarks: Vec<String>,
}
