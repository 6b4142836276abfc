//! Volumes and areas of lines on every frame of a cycle.

use serde_json::json;

use super::configured::Configured;
use super::cycle_curves::{Chamber, CurvesRequest, CycleCurve, MarkValues};
use super::cycle_frames::{Frames, Measure, OnFrames, frame_numbers, values_at};
use super::evaluator::{Held, StudyEvaluator};
use super::facts::DataType;
use super::redrawn::Drawn;
use crate::error::EngineError;
use crate::measure::atrial::AtrialPhases;
use crate::measure::curves::Curves;
use crate::measure::definition::Definition;
use crate::measure::image::{Image, Modality};
use crate::measure::marks::Event;
use crate::measure::request::Combined;
use crate::measure::time_curve::emptying_fraction;
use crate::records::dense_lines::SequenceLines;

/// Kinds of measurement that make a curve.
const KINDS: [&str; 2] = ["volume", AREA];
const AREA: &str = "area";
const AREA_UNIT: &str = "cm2";
/// Pattern of a cycle that is not drawn yet.
pub(super) const NORMAL: &str = "normal";

/// Curves of volumes and areas, with what they were made from.
pub(super) struct Sizes<'a> {
    pub(super) held: &'a Held,
    pub(super) image: &'a Image,
    pub(super) frames: Frames<'a>,
    pub(super) measures: Vec<Measure<'a>>,
    pub(super) curves: Vec<CycleCurve>,
}

impl StudyEvaluator {
    /// Curves of the volumes and areas that are configured for lines of an image.
    pub(super) fn sizes<'a>(
        &'a self,
        request: &'a CurvesRequest,
    ) -> Result<Option<Sizes<'a>>, EngineError> {
        let numbers = frame_numbers(&request.lines)?;
        let Some(held) = self.held_of(&request.instance_id) else {
            return Ok(None);
        };
        let Some(image) = held.image.as_ref() else {
            return Ok(None);
        };
        let image_type = held.record.image_type.as_deref().unwrap_or_default();
        let pattern = image.cycles.get(request.cycle);
        let pattern = pattern.and_then(|cycle| cycle.pattern.clone());
        let pattern = pattern.unwrap_or_else(|| NORMAL.to_owned());
        let interpolation =
            |name: &str| self.configuration.interpolation(image_type, &pattern, name);
        let frames = Frames::of(request, numbers, (image, &pattern), interpolation);
        let measures = self.measures(held, image, &request.lines);
        let curves = measures.iter().map(|one| frames.curve(image, one));
        Ok(Some(Sizes {
            curves: curves.collect(),
            held,
            image,
            frames,
            measures,
        }))
    }

    /// Volumes and areas that are configured for one line of the image, each formula once.
    fn measures<'a>(
        &self,
        held: &'a Held,
        image: &'a Image,
        lines: &SequenceLines,
    ) -> Vec<Measure<'a>> {
        let mut found: Vec<Measure> = Vec::new();
        let followed = |name: &str| lines.lines.iter().any(|line| line.name == name);
        for configured in held.configured.iter() {
            let Ok(loaded) = &configured.loaded else {
                continue;
            };
            let [line] = loaded.definition.request.lines.as_slice() else {
                continue;
            };
            let is_curve = KINDS.contains(&loaded.definition.kind.name)
                && loaded.definition.request.combined == Combined::None;
            if !is_curve || !followed(line) || !self.exists_on(configured, loaded, held) {
                continue;
            }
            let drawn = Drawn {
                image,
                measured: configured,
            };
            // The formula in use comes first; a measurement of two planes has none of one.
            let mut definitions = drawn.alternatives().unwrap_or_default();
            let in_use = loaded.definition.formula_on(image.modality).name;
            definitions.sort_by_key(|one| one.formula_on(image.modality).name != in_use);
            for definition in definitions {
                add(&mut found, (configured, line, definition), image.modality);
            }
        }
        if self.facts.data_type == Some(DataType::Fetal) {
            add_areas(&mut found);
        }
        // The lines stay in the order of the configuration, each with all of its formulas.
        let mut order: Vec<&str> = Vec::new();
        for one in &found {
            if !order.contains(&one.line) {
                order.push(one.line);
            }
        }
        found.sort_by_key(|one| order.iter().position(|line| *line == one.line));
        found
    }
}

/// The fractional area change of a fetus is of both ventricles; configurations measure the area of one.
fn add_areas(found: &mut Vec<Measure>) {
    let is_area = |one: &Measure| one.definition.kind.name == AREA;
    for place in 0..found.len() {
        let (line, chamber) = (found[place].line, found[place].chamber);
        let is_known = found.iter().any(|one| one.line == line && is_area(one));
        let area = json!({"type": AREA, "line": line, "cardiac_event": "end_diastole"});
        if let (Chamber::Ventricle, false, Ok(definition)) =
            (chamber, is_known, Definition::load(&area))
        {
            found.push(Measure {
                line,
                definition,
                chamber,
                unit: AREA_UNIT,
                names: Vec::new(),
            });
        }
    }
}

fn add<'a>(
    found: &mut Vec<Measure<'a>>,
    (configured, line, definition): (&'a Configured, &'a String, Definition),
    modality: Modality,
) {
    let shown = &configured.presentation;
    let same = |one: &&mut Measure| {
        let formula = |of: &Definition| (of.formula_on(modality).name, of.unit_scale.to_bits());
        one.line == line.as_str()
            && one.definition.kind.name == definition.kind.name
            && formula(&one.definition) == formula(&definition)
    };
    if let Some(known) = found.iter_mut().find(same) {
        known.names.push(&shown.name);
        return;
    }
    found.push(Measure::of(configured, line, definition));
}

impl Frames<'_> {
    fn curve(&self, image: &Image, measure: &Measure) -> CycleCurve {
        let definition = &measure.definition;
        let formula = definition.formula_on(Modality::TwoD);
        let OnFrames {
            refused,
            values,
            reasons,
        } = self.measured(image, measure);
        let of_curve = self.summary(image, measure.chamber, &values, Some(emptying_fraction));
        CycleCurve {
            line: measure.line.to_owned(),
            outer_line: None,
            chamber: measure.chamber,
            measurements: measure.names.iter().map(|&name| name.to_owned()).collect(),
            segment: None,
            kind: definition.kind.name.to_owned(),
            formula: formula.name.to_owned(),
            formula_version: formula.version,
            unit: measure.unit.to_owned(),
            refused,
            between: None,
            atrial: self.phases(
                image,
                measure.chamber,
                (&values, &of_curve),
                AtrialPhases::of_size,
            ),
            of_curve,
            of_marks: of_marks(image, measure, self.request.cycle),
            systolic: None,
            dispersion_ms: None,
            no_dispersion: None,
            values,
            reasons,
        }
    }
}

fn of_marks(image: &Image, measure: &Measure, cycle: usize) -> MarkValues {
    let curves = Curves::default();
    let at = |event| {
        let (values, _) = values_at(&measure.definition, image, &curves, event).ok()?;
        values.get(cycle).copied().flatten()
    };
    let (end_diastole, end_systole) = (at(Event::EndDiastole), at(Event::EndSystole));
    let (before, after) = match measure.chamber {
        Chamber::Atrium => (end_systole, end_diastole),
        _ => (end_diastole, end_systole),
    };
    let both = before.zip(after);
    MarkValues {
        end_diastole,
        end_systole,
        emptying_fraction: both.and_then(|(before, after)| emptying_fraction(before, after).ok()),
    }
}
