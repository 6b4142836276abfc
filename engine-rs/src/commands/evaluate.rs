//! `evaluate`: all measurements of an analysis with what each was computed from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Output, error_output, to_line};
use crate::deid::identity;
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::measure::study::{
    Configuration, DataType, ImageMeasurements, Sex, StudyEvaluator, StudyFacts,
};
use crate::records::analysis::AnalysisImage;
use crate::records::metadata::ImageMetadata;

/// Files of a configuration folder that measurements need.
pub const CONFIG_FILES: [&str; 2] = ["echo_image_types.json", "echo_measurements.json"];
/// Newest version of the stored document that is read.
const FORMAT: u32 = 1;

/// What was read so far.
#[derive(Debug, Default)]
pub struct EvaluateSession {
    configuration: BTreeMap<String, Value>,
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    name: String,
    metadata: ImageMetadata,
    facts: StudyFacts,
}

/// An analysis as the server answers it, or as it is stored; facts of the study may stand beside.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysisFile {
    #[serde(default)]
    format: Option<u32>,
    images: Vec<AnalysisImage>,
    #[serde(default)]
    study: Option<StudyOfAnalysis>,
    #[serde(default)]
    config_versions: BTreeMap<String, u32>,
    #[serde(default, rename = "id")]
    _id: Value,
    #[serde(default, rename = "version")]
    _version: Value,
    #[serde(default, rename = "missing_images")]
    _missing_images: Value,
    #[serde(default, rename = "images_selected")]
    _images_selected: Value,
    #[serde(default, rename = "images_calibrated")]
    _images_calibrated: Value,
    #[serde(default, rename = "images_segmented")]
    _images_segmented: Value,
    #[serde(default, rename = "total_images")]
    _total_images: Value,
    #[serde(default, rename = "validated")]
    _validated: Value,
    #[serde(default, rename = "validated_by")]
    _validated_by: Value,
    #[serde(default, rename = "editor")]
    _editor: Value,
    #[serde(default, rename = "updated_at")]
    _updated_at: Value,
    #[serde(default, rename = "study_state")]
    _study_state: Value,
    #[serde(default, rename = "status")]
    _status: Value,
    #[serde(default, rename = "engine_version")]
    _engine_version: Value,
}

/// A quantity alone, or with where it comes from.
#[derive(Deserialize)]
#[serde(untagged)]
enum Quantity<T> {
    Sourced { value: T },
    Plain(T),
}

impl<T> Quantity<T> {
    fn value(self) -> T {
        match self {
            Self::Sourced { value } | Self::Plain(value) => value,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StudyOfAnalysis {
    data_type: Option<DataType>,
    gestational_age_days: Option<Quantity<f64>>,
    age_days: Option<Quantity<f64>>,
    sex: Option<Quantity<Sex>>,
    height_cm: Option<Quantity<f64>>,
    weight_kg: Option<Quantity<f64>>,
}

impl From<StudyOfAnalysis> for StudyFacts {
    fn from(study: StudyOfAnalysis) -> Self {
        Self {
            data_type: study.data_type,
            gestational_age_days: study.gestational_age_days.map(Quantity::value),
            age_days: study.age_days.map(Quantity::value),
            sex: study.sex.map(Quantity::value),
            height_cm: study.height_cm.map(Quantity::value),
            weight_kg: study.weight_kg.map(Quantity::value),
        }
    }
}

/// The answer for one analysis.
#[derive(Serialize)]
struct EvaluateLine<'a> {
    file: &'a str,
    engine_version: &'static str,
    config_versions: &'a BTreeMap<String, u32>,
    study: StudyFacts,
    images: Vec<ImageMeasurements>,
    warnings: Vec<String>,
}

fn invalid(argument: &str, detail: impl ToString) -> EngineError {
    EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail: detail.to_string(),
    }
}

impl EvaluateSession {
    /// Takes a set of the configuration.
    pub fn config(&mut self, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
        match serde_json::from_slice::<Value>(bytes) {
            Ok(set) => {
                let name = set["name"].as_str().unwrap_or_default().to_owned();
                self.configuration.insert(name, set);
            }
            Err(error) => emit(error_output(file, &invalid("config", error))),
        }
    }

    /// Takes an image file.
    pub fn dicom(&mut self, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
        let read = Parser::parse(bytes).and_then(|parser| {
            let metadata = parser.metadata().ok_or(EngineError::NoPixelData)?;
            Ok((metadata, facts_of(parser.data_set())))
        });
        match read {
            Ok((metadata, facts)) => self.files.push(File {
                name: file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
                metadata,
                facts,
            }),
            Err(error) => emit(error_output(file, &error)),
        }
    }

    /// Evaluates an analysis with the configuration and files taken before.
    pub fn analysis(&self, file: &str, bytes: &[u8], emit: &mut dyn FnMut(Output)) {
        emit(match self.line(file, bytes) {
            Ok(line) => Output {
                line,
                failed: false,
                file: None,
            },
            Err(error) => error_output(file, &error),
        });
    }

    fn line(&self, file: &str, bytes: &[u8]) -> Result<String, EngineError> {
        let analysis: AnalysisFile =
            serde_json::from_slice(bytes).map_err(|error| invalid("analysis", error))?;
        if let Some(format) = analysis.format.filter(|format| *format > FORMAT) {
            let detail = format!("format {format} is newer than {FORMAT}");
            return Err(invalid("analysis", detail));
        }
        let set = |name: &str| {
            let set = self.configuration.get(name);
            set.ok_or_else(|| invalid("config", format!("{name} is missing")))
        };
        let configuration =
            Configuration::load(set("echo_image_types")?, set("echo_measurements")?)
                .map_err(|refusal| invalid("config", refusal))?;
        let mut warnings = Vec::new();
        for (name, version) in configuration.versions.iter() {
            let made_with = analysis.config_versions.get(name);
            if made_with.is_some_and(|made_with| made_with != version) {
                warnings.push(format!("config_version_differs: {name}"));
            }
        }
        let matched = |image: &AnalysisImage| {
            let by_uid = |file: &&File| file.metadata.sop_instance_uid == image.instance_id;
            let by_name = |file: &&File| file.name == image.filename;
            self.files
                .iter()
                .find(by_uid)
                .or_else(|| self.files.iter().find(by_name))
        };
        let facts = match analysis.study {
            Some(study) => study.into(),
            None => analysis
                .images
                .iter()
                .find_map(matched)
                .map(|file| file.facts)
                .unwrap_or_default(),
        };
        let versions = configuration.versions.clone();
        let mut evaluator = StudyEvaluator::new(configuration, facts);
        for image in analysis.images {
            match matched(&image) {
                Some(file) => evaluator.set_file(&image.instance_id, file.metadata.clone()),
                None => warnings.push(format!("file_missing: {}", image.filename)),
            }
            evaluator.set_image(image);
        }
        to_line(&EvaluateLine {
            file,
            engine_version: env!("CARGO_PKG_VERSION"),
            config_versions: &versions,
            study: facts,
            images: evaluator.evaluate(),
            warnings,
        })
    }
}

/// Facts of the patient as the file has them: fetal with a gestational age, else by age.
fn facts_of(data: &DataSet) -> StudyFacts {
    /// Age at which patients are adult, days.
    const ADULT_DAYS: f64 = 18.0 * 365.2425;
    let quantities = identity::study_quantities(data);
    let gestational_age_days = quantities.gestational_age_days.map(f64::from);
    let age_days = quantities.age_days.map(f64::from);
    let positive = |tag: u32| data.f64(Tag(tag)).filter(|value| *value > 0.0);
    StudyFacts {
        data_type: match (gestational_age_days, age_days) {
            (Some(_), _) => Some(DataType::Fetal),
            (None, Some(age)) if age < ADULT_DAYS => Some(DataType::Pediatric),
            (None, Some(_)) => Some(DataType::Adult),
            (None, None) => None,
        },
        gestational_age_days,
        age_days,
        sex: match data.text(Tag(0x0010_0040)).as_deref() {
            Some("M") => Some(Sex::M),
            Some("F") => Some(Sex::F),
            Some("O") => Some(Sex::O),
            _ => None,
        },
        height_cm: positive(0x0010_1020).map(|metres| metres * 100.0),
        weight_kg: positive(0x0010_1030),
    }
}
