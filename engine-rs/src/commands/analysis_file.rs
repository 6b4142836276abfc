//! An analysis as a file: what the server returns, what it exports, or what is stored. A fault in one image refuses
//! that image by its JSON path and leaves the others.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::EngineError;
use crate::measure::marks::Event;
use crate::measure::study::facts::{DataType, Sex, StudyFacts};
use crate::measure::study::references::StudyReferences;
use crate::records::analysis::{AnalysisImage, DOCUMENT_FORMAT};
use crate::records::dense_lines::SequenceLines;

/// An image of the record, or where it is wrong.
pub type ReadImage = Result<AnalysisImage, ImageFault>;

/// Why an image of the record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFault {
    /// Its key, where the record names it.
    pub instance_id: Option<String>,
    /// Where the fault lies, as `images[2].segmentation[0].lines[1].points[3].x`.
    pub path: String,
    /// The fault there.
    pub message: String,
}

/// The evaluated file.
pub struct AnalysisFile {
    /// Images in their order.
    pub images: Vec<ReadImage>,
    /// Facts of the study, where the file has them.
    pub study: Option<StudyFacts>,
    /// Reference values to judge by, where the file asks for them.
    pub references: Option<StudyReferences>,
    /// Lines on every frame by their hashes, where the file has them.
    pub sequences: BTreeMap<String, SequenceLines>,
    /// Versions of the sets that the analysis was made with.
    pub config_versions: BTreeMap<String, u32>,
}

/// An analysis as the server returns or exports it, or as it is stored; facts of the study may be next to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    format: Option<u32>,
    images: Vec<Box<RawValue>>,
    #[serde(default)]
    study: Option<StudyOfAnalysis>,
    #[serde(default)]
    references: Option<StudyReferences>,
    #[serde(default)]
    sequences: BTreeMap<String, SequenceLines>,
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
    // Of an export (docs/data.md#json).
    #[serde(default, rename = "work")]
    _work: Value,
    #[serde(default, rename = "lines")]
    _lines: Value,
    /// Values among reference values, as an export has them.
    #[serde(default, rename = "standings")]
    _standings: Value,
    #[serde(default, rename = "guidelines")]
    _guidelines: Value,
}

/// A plain quantity, or with its source.
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
#[serde(default, deny_unknown_fields)]
struct StudyOfAnalysis {
    data_type: Option<DataType>,
    gestational_age_days: Option<Quantity<f64>>,
    age_days: Option<Quantity<f64>>,
    sex: Option<Quantity<Sex>>,
    height_cm: Option<Quantity<f64>>,
    weight_kg: Option<Quantity<f64>>,
    // Of an export or a raw download: where a quantity comes from, and which study it is.
    #[serde(rename = "gestational_age_source")]
    _gestational_age_source: Value,
    #[serde(rename = "age_source")]
    _age_source: Value,
    #[serde(rename = "sex_source")]
    _sex_source: Value,
    #[serde(rename = "height_source")]
    _height_source: Value,
    #[serde(rename = "stated")]
    _stated: Value,
    #[serde(rename = "weight_source")]
    _weight_source: Value,
    #[serde(rename = "project")]
    _project: Value,
    #[serde(rename = "study_id")]
    _study_id: Value,
    #[serde(rename = "patient")]
    _patient: Value,
    #[serde(rename = "study_date")]
    _study_date: Value,
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

fn invalid(detail: impl ToString) -> EngineError {
    EngineError::InvalidArgument {
        argument: "analysis".to_owned(),
        detail: detail.to_string(),
    }
}

/// Reads JSON; the error names the path to what is wrong.
fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, (String, String)> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| (error.path().to_string(), error.inner().to_string()))
}

impl AnalysisFile {
    /// Reads an analysis.
    ///
    /// # Errors
    /// `invalid-argument` for a file other than an analysis, an unknown key, a newer format, and
    /// for two images of one `instance_id`.
    pub fn read(bytes: &[u8]) -> Result<Self, EngineError> {
        let text = core::str::from_utf8(bytes).map_err(invalid)?;
        let document: Document = read(text).map_err(|(path, message)| match path.as_str() {
            "." => invalid(message),
            path => invalid(format!("{path}: {message}")),
        })?;
        if let Some(format) = document.format.filter(|format| *format > DOCUMENT_FORMAT) {
            return Err(invalid(format!(
                "format {format} is newer than {DOCUMENT_FORMAT}"
            )));
        }
        let numbered = document.images.iter().enumerate();
        let images: Vec<ReadImage> = numbered
            .map(|(place, raw)| read_image(place, raw.get()))
            .collect();
        refuse_repeated(&images)?;
        Ok(Self {
            images,
            study: document.study.map(StudyFacts::from),
            references: document.references,
            sequences: document.sequences,
            config_versions: document.config_versions,
        })
    }
}

fn read_image(place: usize, text: &str) -> ReadImage {
    let fault = |path: &str, message: String| ImageFault {
        instance_id: id_of(text),
        path: match path {
            "." => format!("images[{place}]"),
            path => format!("images[{place}].{path}"),
        },
        message,
    };
    let image: AnalysisImage = read(text).map_err(|(path, message)| fault(&path, message))?;
    for (at, caliper) in image.measurements_caliper.iter().enumerate() {
        if let Some(event) = &caliper.event
            && Event::of(event).is_none()
        {
            let path = format!("measurements_caliper[{at}].event");
            return Err(fault(&path, format!("unknown event {event}")));
        }
    }
    Ok(image)
}

/// The key of a record that cannot be read as a whole.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Key {
        instance_id: String,
    }
    serde_json::from_str::<Key>(text)
        .ok()
        .map(|key| key.instance_id)
}

fn refuse_repeated(images: &[ReadImage]) -> Result<(), EngineError> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, image) in images.iter().enumerate() {
        let id = match image {
            Ok(image) => Some(image.instance_id.as_str()),
            Err(fault) => fault.instance_id.as_deref(),
        };
        if let Some(id) = id
            && let Some(before) = seen.insert(id, place)
        {
            return Err(invalid(format!(
                "images[{place}].instance_id: {id} is that of images[{before}] too"
            )));
        }
    }
    Ok(())
}
