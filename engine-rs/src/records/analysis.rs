//! The analysis of one image as it is stored (docs/specification.md#image-analysis, docs/contracts.md#stored-work).

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::calibration::ImageCalibration;
use super::events::{CardiacEvents, OnsetType};
use super::measurement::{CaliperMeasurement, Measurement};
use super::metadata::{DopplerRegion, FlowRegion};
use super::quality::{Accepted, Comment, QualityScore};
use super::segmentation::CycleSegmentation;

/// Format of the records of images; an older one is completed when it is read, a newer one refused
/// by name (docs/contracts.md#stored-work). 1 knew neither cycles nor calipers by an id, no frame of
/// lines and calipers, and no origin of points and marks; 2 no lines on every frame of a cycle.
pub const DOCUMENT_FORMAT: u32 = 3;

/// Everything a study keeps about one image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisImage {
    /// Equals `instance_id`.
    pub id: String,
    /// Name of the stored file, unique in a study.
    pub filename: String,
    /// De-identified SOP Instance UID: the only key of an image.
    pub instance_id: String,
    /// Image type of the configuration; null without one.
    #[serde(default, rename = "type")]
    pub image_type: Option<String>,
    /// View of the configuration; null without one.
    #[serde(default)]
    pub view: Option<String>,
    /// How the picture was taken; null until labelled.
    #[serde(default)]
    pub modality: Option<ImageModality>,
    /// The reference image of its type.
    #[serde(default)]
    pub reference: bool,
    /// Category to label, or false when cleared.
    #[serde(default)]
    pub additional_labels: BTreeMap<String, LabelChoice>,
    /// Result of quality control; null until given.
    #[serde(default)]
    pub accepted: Option<Accepted>,
    /// Filled quality template.
    #[serde(default)]
    pub score: Option<QualityScore>,
    /// Comments of editors.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// Comments of the review.
    #[serde(default)]
    pub comments_review: Vec<Comment>,
    /// Where pictures and file are fetched from.
    #[serde(default)]
    pub urls: Option<ImageUrls>,
    /// Chosen to be loaded.
    #[serde(default = "yes")]
    pub active: bool,
    /// Stands for a picture the study lacks.
    #[serde(default)]
    pub missing_image: bool,
    /// Approved by the reviewer.
    #[serde(default)]
    pub validated: bool,
    /// Cycles with a complete segmentation.
    #[serde(default)]
    pub cycles_segmented: u32,
    /// The landmark of onsets.
    #[serde(default)]
    pub onset_type: Option<OnsetType>,
    /// Marks, one entry per cycle.
    #[serde(default)]
    pub cardiac_events: Vec<CardiacEvents>,
    /// Cycle timing is finished.
    #[serde(default)]
    pub is_annotated: bool,
    /// All cycles are segmented.
    #[serde(default)]
    pub is_segmented: bool,
    /// Measurements exist.
    #[serde(default)]
    pub is_measured: bool,
    /// Lines, one entry per cycle.
    #[serde(default)]
    pub segmentation: Vec<CycleSegmentation>,
    /// Computed measurements.
    #[serde(default)]
    pub measurements: Vec<Measurement>,
    /// Measurements by caliper.
    #[serde(default)]
    pub measurements_caliper: Vec<CaliperMeasurement>,
    /// Rows moved by the correction of aliasing.
    #[serde(default)]
    pub correct_aliasing: Option<AliasingCorrection>,
    /// The file it was made from.
    #[serde(default)]
    pub dicom: Option<DicomReference>,
    /// Metadata of the file that measurements need.
    #[serde(default)]
    pub metadata: Option<StoredMetadata>,
    /// The scale chosen by a person; null while it is the file's own.
    #[serde(default)]
    pub calibration: Option<ImageCalibration>,
    /// Version of each configuration set the image is worked on with; a newer one is taken only on
    /// request. Empty before it is stored.
    #[serde(default)]
    pub config_versions: BTreeMap<String, u32>,
}

fn yes() -> bool {
    true
}

/// How a picture was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ImageModality {
    /// Two-dimensional picture or clip.
    #[serde(rename = "2D")]
    TwoD,
    /// One line against time.
    #[serde(rename = "M-Mode")]
    MMode,
    /// Pulsed wave Doppler.
    #[serde(rename = "PW Doppler")]
    PwDoppler,
    /// Continuous wave Doppler.
    #[serde(rename = "CW Doppler")]
    CwDoppler,
    /// Tissue Doppler.
    #[serde(rename = "Tissue Doppler")]
    TissueDoppler,
}

/// A chosen label, or `false` when the choice was cleared.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string | false"))]
pub struct LabelChoice(pub Option<String>);

impl Serialize for LabelChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(label) => serializer.serialize_str(label),
            None => serializer.serialize_bool(false),
        }
    }
}

impl<'de> Deserialize<'de> for LabelChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Wire {
            Label(String),
            Cleared(bool),
        }
        match Wire::deserialize(deserializer)? {
            Wire::Label(label) => Ok(Self(Some(label))),
            Wire::Cleared(false) => Ok(Self(None)),
            Wire::Cleared(true) => Err(serde::de::Error::custom("a label is a text or false")),
        }
    }
}

#[cfg(feature = "types")]
impl schemars::JsonSchema for LabelChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LabelChoice".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "type": "string" }, { "const": false }] })
    }
}

/// Signed addresses of an image; not kept, filled in by the server.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ImageUrls {
    /// Icon for lists.
    pub small_icon: Option<String>,
    /// Icon for the preview grid.
    pub big_icon: Option<String>,
    /// The file itself.
    #[serde(rename = "DICOM_url")]
    pub dicom_url: Option<String>,
}

/// Rows that were moved from one end of the spectrum to the other; 0 or less is off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AliasingCorrection {
    /// Rows at the top that belong below, in pixels.
    pub up: f64,
    /// Rows at the bottom that belong above, in pixels.
    pub down: f64,
}

/// The file an analysis was made from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DicomReference {
    /// Name of the file.
    pub file: Option<String>,
    /// Key of the image in the viewer.
    pub image_id: Option<String>,
}

/// Metadata that is stored with an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StoredMetadata {
    /// Frames of the file.
    pub number_of_frames: u32,
    /// Columns, in pixels.
    pub width: u32,
    /// Rows, in pixels.
    pub height: u32,
    /// Frames per second; null when assumed or with one frame.
    pub frame_rate: Option<f64>,
    /// Manufacturer of the machine.
    pub manufacturer: Option<String>,
    /// Modality as in DICOM.
    pub modality: Option<String>,
    /// All regions of the file.
    pub doppler_regions: Vec<DopplerRegion>,
    /// The region measurements use.
    pub flow_region: Option<FlowRegion>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_image_needs_only_its_names() {
        let image: AnalysisImage =
            serde_json::from_str(r#"{"id":"2.25.1","filename":"a.dcm","instance_id":"2.25.1"}"#)
                .unwrap();
        assert!(image.active);
        assert_eq!(image.modality, None);
    }

    #[test]
    fn unknown_fields_are_refused_by_name() {
        let text = r#"{"id":"1","filename":"a","instance_id":"1","colour":"red"}"#;
        let error = serde_json::from_str::<AnalysisImage>(text).unwrap_err();
        assert!(error.to_string().contains("colour"));
    }

    #[test]
    fn a_cleared_label_is_false() {
        let text = r#"{"id":"1","filename":"a","instance_id":"1",
            "additional_labels":{"Quality":false,"Side":"left"},"modality":"M-Mode"}"#;
        let image: AnalysisImage = serde_json::from_str(text).unwrap();
        assert_eq!(image.additional_labels["Quality"], LabelChoice(None));
        let back = serde_json::to_value(&image).unwrap();
        assert_eq!(back["additional_labels"]["Quality"], false);
        assert_eq!(back["modality"], "M-Mode");
    }
}
