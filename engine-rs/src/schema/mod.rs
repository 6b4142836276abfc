//! TypeScript and JSON Schema of the records, for `contract/generated`.
//!
//! Pure: returns file names and texts; the command line writes or compares them.

mod formulas_page;

pub use formulas_page::generated_docs;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use ts_rs::{Config, TS};

use crate::agreement::request as agreement;
use crate::calibration::physical;
use crate::deid::mask;
use crate::dicom::transfer_syntax::{TRANSFER_SYNTAXES, TransferSyntax, is_jpeg, video};
use crate::error::EngineError;
use crate::measure::time_curve::MAX_GAP_MS;
use crate::measure::{atrial, image, strain, study, time_curve, transverse};
use crate::records::tracking::DOUBTFUL_QUALITY;
use crate::records::{
    analysis, calibration, dense_lines, envelope, events, measurement, metadata, origin, proposals,
    quality, segmentation, sequence, tracking,
};
use crate::references::guideline::{cohort, grade, table};
use crate::references::{cohort as values, curve, expression, patient, standing};
use crate::segmentation::endo_epi::{
    DEFAULT_THICKNESS, MAX_THICKNESS, MIN_THICKNESS, THICKNESS_STEP,
};
use crate::units::PhysicalUnit;
use crate::workbench::{in_curves, jitter};

const HEADER: &str =
    "// Written by `echometry-engine generate-types` from the Rust records. Do not edit.\n";

/// One generated file.
pub struct GeneratedFile {
    /// Name within `contract/generated`.
    pub name: &'static str,
    /// Whole content.
    pub content: String,
}

/// All files of `contract/generated`, in a fixed order.
pub fn generated_files() -> Vec<GeneratedFile> {
    let mut files = vec![
        GeneratedFile {
            name: "image-metadata.ts",
            content: metadata_types(),
        },
        GeneratedFile {
            name: "engine-error.ts",
            content: error_types(),
        },
        GeneratedFile {
            name: "analysis-image.ts",
            content: analysis_types(),
        },
        GeneratedFile {
            name: "physical-reading.ts",
            content: physical_types(),
        },
        GeneratedFile {
            name: "proposals.ts",
            content: proposal_types(),
        },
        GeneratedFile {
            name: "envelope.ts",
            content: envelope_types(),
        },
        GeneratedFile {
            name: "tracking.ts",
            content: tracking_types(),
        },
        GeneratedFile {
            name: "study-measurements.ts",
            content: study_types(),
        },
        GeneratedFile {
            name: "cycle-curves.ts",
            content: curve_types(),
        },
        GeneratedFile {
            name: "references.ts",
            content: reference_types(),
        },
    ];
    files.push(GeneratedFile {
        name: "picture-mask.ts",
        content: mask_types(),
    });
    files.push(GeneratedFile {
        name: "agreement.ts",
        content: agreement_types(),
    });
    files.push(GeneratedFile {
        name: "transfer-syntaxes.ts",
        content: transfer_syntaxes(),
    });
    files.push(GeneratedFile {
        name: "drawing-limits.ts",
        content: drawing_limits(),
    });
    files.push(GeneratedFile {
        name: "document-format.ts",
        content: document_format(),
    });
    files.push(schema_file::<analysis::AnalysisImage>(
        "analysis-image.schema.json",
    ));
    files.push(schema_file::<dense_lines::SequenceLines>(
        "sequence-lines.schema.json",
    ));
    files.push(schema_file::<metadata::ImageMetadata>(
        "image-metadata.schema.json",
    ));
    files
}

fn declare<T: TS>(content: &mut String, config: &Config) {
    content.push('\n');
    if let Some(docs) = T::docs() {
        content.push_str(&docs);
    }
    content.push_str("export ");
    content.push_str(&T::decl(config));
    content.push('\n');
}

macro_rules! declare_all {
    ($content:expr, $config:expr, $($record:ty),+ $(,)?) => {
        $(declare::<$record>($content, $config);)+
    };
}

fn proposal_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare_all!(
        &mut content,
        &config,
        proposals::ProposalMethod,
        proposals::Unclear,
        proposals::Proposals,
    );
    content
}

fn mask_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare_all!(&mut content, &config, mask::Rectangle, mask::Mask);
    content
}

fn envelope_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare_all!(
        &mut content,
        &config,
        envelope::EnvelopeSide,
        envelope::EnvelopeKnot,
        envelope::EnvelopeRequest,
        envelope::EnvelopePoint,
        envelope::Envelope,
    );
    content
}

fn tracking_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare_all!(
        &mut content,
        &config,
        tracking::TrackForm,
        tracking::TrackLine,
        tracking::TrackAnchor,
        tracking::TrackRequest,
        tracking::TrackedPoint,
        tracking::TrackedFrame,
        tracking::Tracks,
    );
    content
}

fn agreement_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str(
        "import type { LinePoint, LineShape } from './analysis-image.ts';
import type { Interpolation } from './study-measurements.ts';
",
    );
    declare_all!(
        &mut content,
        &config,
        agreement::CurveEnds,
        agreement::AgreementCurve,
        agreement::CurvePair,
        agreement::EventPair,
        agreement::EventTime,
        agreement::ValuePair,
        agreement::Steady,
        agreement::NoAgreement,
        agreement::Agreed,
        agreement::Estimate,
        agreement::CurveAgreement,
        agreement::EventAgreement,
        agreement::ValueAgreement,
        agreement::Reliability,
        agreement::BlandAltman,
        agreement::AlarmChart,
        agreement::Deviation,
        agreement::Alarm,
        agreement::ControlPoint,
        agreement::ControlChart,
    );
    content
}

fn metadata_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare_all!(
        &mut content,
        &config,
        PhysicalUnit,
        metadata::WarningCode,
        metadata::MetadataElement,
        metadata::Palette,
        metadata::Window,
        metadata::PixelSpacingSource,
        metadata::PixelSpacing,
        metadata::FrameTimeSource,
        metadata::FrameAxis,
        metadata::ValueFault,
        metadata::ValueNote,
        metadata::EcgUnit,
        metadata::Ecg,
        metadata::ColourBasis,
        metadata::ColourDecision,
        metadata::FlowRegion,
        metadata::DopplerRegion,
        metadata::ImageMetadata,
    );
    content
}

fn error_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    declare::<EngineError>(&mut content, &config);
    content.push_str(
        "\n/** A typed failure: the cause, its fields and a sentence for logs. */\n\
         export type EngineError = EngineErrorCause & { message: string };\n\
         \nexport type EngineErrorCode = EngineErrorCause['code'];\n\
         \n/** Every code, for tables that must name each one. */\n\
         export const ENGINE_ERROR_CODES = [\n",
    );
    for error in EngineError::examples() {
        content.push_str(&format!("  '{}',\n", error.code()));
    }
    content.push_str("] as const satisfies readonly EngineErrorCode[];\n");
    content
}

fn transfer_syntaxes() -> String {
    let mut content = HEADER.to_owned();
    content.push_str(
        "\n/** What is known of a transfer syntax (PS3.6 table A-1). */\n\
         export interface TransferSyntax {\n\
         \x20 /** Name in the standard. */\n\
         \x20 name: string;\n\
         \x20 /** Name as people say it. */\n\
         \x20 short: string;\n\
         \x20 /** Samples may have been lost when the frames were written. */\n\
         \x20 lossy: boolean;\n\
         \x20 /** Frames are JPEG streams of process 1 to 14. */\n\
         \x20 jpeg: boolean;\n\
         \x20 /** Frames are those of a video stream. */\n\
         \x20 video: boolean;\n\
         }\n\
         \n/** Every transfer syntax that is known by name, by its UID. */\n\
         export const TRANSFER_SYNTAXES: Readonly<Record<string, TransferSyntax>> = {\n",
    );
    for TransferSyntax {
        uid,
        name,
        short,
        lossy,
    } in TRANSFER_SYNTAXES
    {
        let (jpeg, video) = (is_jpeg(uid), video(uid).is_some());
        content.push_str(&format!(
            "  '{uid}': {{ name: '{name}', short: '{short}', lossy: {lossy}, jpeg: {jpeg}, video: {video} }},\n"
        ));
    }
    content.push_str("};\n");
    content
}

fn drawing_limits() -> String {
    format!(
        "{HEADER}\n/** Limits of the thickness between endocardium and epicardium, shares of the image's height. */\n\
         export const EPI_THICKNESS = {{ min: {MIN_THICKNESS}, max: {MAX_THICKNESS}, initial: {DEFAULT_THICKNESS}, step: {THICKNESS_STEP} }} as const;\n\
         \n/** A point that was followed, or a line by the mean of its points, of lower quality is doubtful. */\n\
         export const DOUBTFUL_QUALITY = {DOUBTFUL_QUALITY};\n\
         \n/** Longest time without a value within which a curve still counts as known, in ms. */\n\
         export const MAX_CURVE_GAP_MS = {MAX_GAP_MS};\n"
    )
}

fn document_format() -> String {
    let newest = analysis::DOCUMENT_FORMAT;
    format!(
        "{HEADER}\n/** Format of the records of images that is written, and the newest that is read (docs/contracts.md#stored-work). */\n\
         export const DOCUMENT_FORMAT = {newest};\n"
    )
}

fn analysis_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str(
        "import type { DopplerRegion, FlowRegion, PhysicalUnit } from './image-metadata.ts';\n",
    );
    declare_all!(
        &mut content,
        &config,
        origin::Origin,
        origin::MarkOrigin,
        events::Mark,
        events::Exclusion,
        events::MarkOrigins,
        events::CardiacEvents,
        events::OnsetType,
        segmentation::LineShape,
        segmentation::LinePoint,
        segmentation::Line,
        segmentation::EventLines,
        sequence::SequenceAnchor,
        sequence::EndSystoleRule,
        sequence::Segment,
        sequence::ConfirmedPart,
        sequence::CycleSequence,
        segmentation::CycleSegmentation,
        dense_lines::DenseFrame,
        dense_lines::DenseLine,
        dense_lines::SequenceLines,
        calibration::CalibrationSource,
        calibration::VelocityAxis,
        calibration::FlowDirection,
        calibration::ReferencePixelOrigin,
        calibration::ScaleAxis,
        calibration::PixelPosition,
        calibration::ManualScale,
        calibration::ImageCalibration,
        measurement::EventReference,
        measurement::FormulaUsed,
        measurement::CalibrationUsed,
        measurement::PointsRead,
        measurement::MarkRead,
        measurement::InputUsed,
        measurement::Provenance,
        measurement::Refused,
        measurement::RangeState,
        measurement::NormalState,
        measurement::Measurement,
        measurement::CaliperPoints,
        measurement::CaliperMeasurement,
        quality::Accepted,
        quality::Comment,
        quality::QualityItem,
        quality::QualitySection,
        quality::QualityScore,
        analysis::ImageModality,
        analysis::LabelChoice,
        analysis::ImageUrls,
        analysis::AliasingCorrection,
        analysis::DicomReference,
        analysis::StoredMetadata,
        analysis::AnalysisImage,
    );
    content
}

fn study_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str(
        "import type {
  AliasingCorrection,
  CalibrationSource,
  FlowDirection,
  ImageModality,
  MarkRead,
  Measurement,
  PixelPosition,
  Provenance,
  VelocityAxis,
} from './analysis-image.ts';
import type { PhysicalUnit } from './image-metadata.ts';
import type { MeasurementStandings } from './references.ts';
",
    );
    declare_all!(
        &mut content,
        &config,
        study::facts::DataType,
        study::facts::Sex,
        study::facts::StudyFacts,
        study::calipers::CaliperValue,
        study::calipers::CaliperValues,
        study::evaluator::ImageMeasurements,
        study::evaluator::NamedValues,
        study::evaluator::ImageValues,
        study::recompute::CaliperPlace,
        study::recompute::ComparisonState,
        study::recompute::Comparison,
        study::structure::ConfigurationFault,
        image::Interpolation,
        study::read::PointRead,
        study::read::LineRead,
        study::read::RegionRead,
        study::read::FrameTimeRead,
        study::read::ImageRead,
        study::explain::Explanation,
        jitter::Jitter,
        jitter::Compared,
    );
    content
}

fn curve_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str("import type { ConfirmedPart, EndSystoleRule, Line, Segment, SequenceLines } from './analysis-image.ts';\n");
    content.push_str("import type { Jitter } from './study-measurements.ts';\n");
    declare_all!(
        &mut content,
        &config,
        time_curve::NoCurveValue,
        time_curve::CurvePeak,
        strain::SystolicStrain,
        atrial::PhaseStrain,
        atrial::AtrialPhases,
        transverse::TransverseWidths,
        study::cycle_curves::EndSystole,
        study::cycle_curves::CurvesRequest,
        study::cycle_curves::Chamber,
        study::cycle_curves::CurveSummary,
        study::cycle_curves::MarkValues,
        study::cycle_curves::CycleCurve,
        study::cycle_curves::MissingCurve,
        study::cycle_curves::MidWallLine,
        study::cycle_curves::CycleCurves,
        study::bulls_eye::ApicalView,
        study::bulls_eye::NoViewStrain,
        study::bulls_eye::ViewStrain,
        study::bulls_eye::BullsEyePart,
        study::bulls_eye::BullsEyeSegment,
        study::bulls_eye::BullsEye,
        in_curves::CurveValue,
        in_curves::CurveReading,
        in_curves::CurveValueKey,
        in_curves::ShakenValue,
        in_curves::ShakenCurves,
        in_curves::ShakeCurvesRequest,
        in_curves::ShakenStrain,
        in_curves::ShakenViews,
        in_curves::ShakeViewsRequest,
    );
    content
}

fn reference_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str("import type { RangeState } from './analysis-image.ts';\nimport type { Sex, StudyFacts } from './study-measurements.ts';\n");
    declare_all!(
        &mut content,
        &config,
        expression::Variable,
        patient::Fact,
        patient::FetalSizes,
        standing::Side,
        standing::Outcome,
        standing::NoOutcome,
        standing::LimitsUsed,
        standing::Standing,
        study::references::MeasurementStandings,
        curve::Plot,
        study::standings::CurveRequest,
        curve::CurvePoint,
        curve::Curve,
        table::Operator,
        grade::GuidelineValues,
        grade::ComparisonResult,
        grade::CriterionResult,
        grade::GuidelineResult,
        cohort::CohortMeasurement,
        cohort::CohortStudy,
        cohort::CohortCount,
        cohort::CohortCriterion,
        cohort::CohortChange,
        cohort::CohortOpen,
        cohort::Cohort,
        values::CohortValue,
        values::CohortStanding,
        values::RowCurve,
        values::JudgedValues,
    );
    content.push_str(
        "\n/** Measurements that give sizes of the fetus, which equations use. */\n\
         export const FETAL_MEASUREMENTS = [\n",
    );
    for (image_type, name) in patient::FETAL_MEASUREMENTS {
        content.push_str(&format!(
            "  {{ image_type: '{image_type}', name: '{name}' }},\n"
        ));
    }
    content.push_str("] as const;\n");
    content
}

fn physical_types() -> String {
    let config = Config::default();
    let mut content = HEADER.to_owned();
    content.push_str("import type { CalibrationSource } from './analysis-image.ts';\n");
    content.push_str("import type { PhysicalUnit } from './image-metadata.ts';\n");
    declare_all!(
        &mut content,
        &config,
        physical::AxisMap,
        physical::RegionMap,
        physical::PhysicalValue,
        physical::NoValue,
        physical::PhysicalReading,
    );
    content
}

fn schema_file<T: JsonSchema>(name: &'static str) -> GeneratedFile {
    let schema = SchemaSettings::draft07()
        .into_generator()
        .into_root_schema_for::<T>();
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    GeneratedFile {
        name,
        content: text + "\n",
    }
}
