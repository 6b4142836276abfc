//! `evaluate`: all measurements of an analysis with what each was computed from.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::analysis_file::{AnalysisFile, ReadImage};
use super::{Output, error_output, to_line};
use crate::deid::identity;
use crate::dicom::element::{DataSet, Tag};
use crate::dicom::parse::Parser;
use crate::error::EngineError;
use crate::measure::study::configuration::{
    CALIPERS, Configuration, IMAGE_TYPES, MEASUREMENTS, Sets,
};
use crate::measure::study::evaluator::{ImageMeasurements, StudyEvaluator};
use crate::measure::study::facts::{DataType, Sex, StudyFacts};
use crate::measure::study::followed::FollowedCycle;
use crate::records::analysis::AnalysisImage;
use crate::records::metadata::ImageMetadata;

/// Files of a configuration folder that measurements need.
pub const CONFIG_FILES: [&str; 2] = ["echo_image_types.json", "echo_measurements.json"];
/// Files that are read where they are there: without them names of calipers are not checked.
pub const OPTIONAL_CONFIG_FILES: [&str; 1] = ["echo_caliper.json"];

/// Input that was read so far.
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

/// The result for one analysis.
#[derive(Serialize)]
struct EvaluateLine<'a> {
    file: &'a str,
    engine_version: &'static str,
    config_versions: &'a BTreeMap<String, u32>,
    study: StudyFacts,
    images: Vec<ImageLine>,
    warnings: Vec<String>,
}

/// One image: what was measured, or where its record is wrong.
#[derive(Serialize)]
#[serde(untagged)]
enum ImageLine {
    Measured(MeasuredImage),
    Refused(RefusedImage),
}

#[derive(Serialize)]
struct MeasuredImage {
    #[serde(flatten)]
    measured: ImageMeasurements,
    /// Of the cycles that are followed through every frame.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cycles: Vec<FollowedCycle>,
}

#[derive(Serialize)]
struct RefusedImage {
    /// Null where the record does not have it.
    instance_id: Option<String>,
    measurements: [(); 0],
    calipers: [(); 0],
    refused: RecordFault,
}

/// A fault of a record, and its place.
#[derive(Serialize)]
struct RecordFault {
    code: &'static str,
    path: String,
    message: String,
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
            Ok((line, failed)) => Output {
                line,
                failed,
                file: None,
            },
            Err(error) => error_output(file, &error),
        });
    }

    pub(super) fn configuration(&self) -> Result<Configuration, EngineError> {
        let set = |name: &str| {
            let set = self.configuration.get(name);
            set.ok_or_else(|| invalid("config", format!("{name} is missing")))
        };
        Configuration::load(&Sets {
            image_types: set(IMAGE_TYPES)?,
            measurements: set(MEASUREMENTS)?,
            calipers: self.configuration.get(CALIPERS),
        })
        .map_err(EngineError::from)
    }

    /// The image file of a record: by its SOP Instance UID, else by its name.
    fn file_of(&self, image: &AnalysisImage) -> Option<&File> {
        let by_uid = |file: &&File| file.metadata.sop_instance_uid == image.instance_id;
        let by_name = |file: &&File| file.name == image.filename;
        let mut files = self.files.iter();
        let found = files.find(by_uid);
        found.or_else(|| self.files.iter().find(by_name))
    }

    /// The line, and whether some image of it was refused.
    fn line(&self, file: &str, bytes: &[u8]) -> Result<(String, bool), EngineError> {
        let analysis = AnalysisFile::read(bytes)?;
        let configuration = self.configuration()?;
        let mut warnings = Vec::new();
        for (name, version) in configuration.versions.iter() {
            let made_with = analysis.config_versions.get(name);
            if made_with.is_some_and(|made_with| made_with != version) {
                warnings.push(format!("config_version_differs: {name}"));
            }
        }
        let readable = || {
            analysis
                .images
                .iter()
                .filter_map(|image| image.as_ref().ok())
        };
        let facts = analysis.study.unwrap_or_else(|| {
            let file = readable().find_map(|image| self.file_of(image));
            file.map(|file| file.facts).unwrap_or_default()
        });
        let versions = configuration.versions.clone();
        let mut evaluator = StudyEvaluator::new(configuration, facts);
        evaluator.set_references(analysis.references.clone());
        for image in readable() {
            match self.file_of(image) {
                Some(file) => evaluator.set_file(&image.instance_id, file.metadata.clone()),
                None => warnings.push(format!("file_missing: {}", image.filename)),
            }
            evaluator.set_image(image.clone());
        }
        let mut measured = Vec::new();
        for (image, values) in readable().zip(evaluator.evaluate()) {
            measured.push(MeasuredImage {
                measured: values,
                cycles: evaluator.followed_cycles(image, &analysis.sequences)?,
            });
        }
        let images = image_lines(&analysis.images, measured);
        let failed = analysis.images.iter().any(Result::is_err);
        let line = to_line(&EvaluateLine {
            file,
            engine_version: env!("CARGO_PKG_VERSION"),
            config_versions: &versions,
            study: facts,
            images,
            warnings,
        })?;
        Ok((line, failed))
    }
}

/// Measurements and refusals in the order of the record.
fn image_lines(images: &[ReadImage], measured: Vec<MeasuredImage>) -> Vec<ImageLine> {
    let mut measured = measured.into_iter();
    let line = |image: &ReadImage| match image {
        Ok(_) => measured.next().map(ImageLine::Measured),
        Err(fault) => Some(ImageLine::Refused(RefusedImage {
            instance_id: fault.instance_id.clone(),
            measurements: [],
            calipers: [],
            refused: RecordFault {
                code: "invalid-input",
                path: fault.path.clone(),
                message: fault.message.clone(),
            },
        })),
    };
    images.iter().filter_map(line).collect()
}

/// Facts of the patient as the file has them: fetal with a gestational age, else by age.
pub(super) fn facts_of(data: &DataSet) -> StudyFacts {
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
