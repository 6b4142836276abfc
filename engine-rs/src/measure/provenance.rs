//! Inputs of a result, as stored with the value.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::definition::Definition;
use super::evaluate::Answer;
use super::image::Image;
use crate::records::calibration::CalibrationSource;
use crate::records::measurement::{CalibrationUsed, FormulaUsed, Provenance};

/// Inputs of a value, as far as the image and the definition state them.
pub fn provenance_of(definition: &Definition, image: &Image, answer: &Answer) -> Provenance {
    let (kind, trace) = (definition.kind, &answer.trace);
    let of_other = trace.other.iter().flat_map(|other| &other.warnings);
    let warnings: BTreeSet<&str> = trace.warnings.iter().chain(of_other).copied().collect();
    let single = answer.formula.name.is_empty();
    Provenance {
        formula: FormulaUsed {
            kind: Cow::Borrowed(kind.name),
            name: (!single).then_some(Cow::Borrowed(answer.formula.name)),
            version: answer.formula.version,
        },
        engine_version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
        config_versions: Rc::default(),
        calibration: CalibrationUsed {
            source: trace.calibration_source.unwrap_or(CalibrationSource::None),
            region_indices: trace.region_indices.iter().copied().collect(),
            version: None,
            velocity_axis: image.velocity_axis,
            flow_direction: image.flow_direction,
            baseline_y: image.baseline_y,
        },
        points: trace.points_read(image),
        marks: trace.marks_read(image),
        inputs: Vec::new(),
        other_image: None,
        warnings: warnings.into_iter().map(Cow::Borrowed).collect(),
    }
}
