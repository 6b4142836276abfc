//! The images of a study with everything that is measured on them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::calipers::{self, CaliperValues};
use super::configuration::Configuration;
use super::configured::{Configured, InputSource, Loaded};
use super::facts::{DataType, StudyFacts};
use super::normal::normal_state;
use super::record::image_of;
use super::references::{MeasurementStandings, StudyReferences};
use super::sources::{image_for, of_several_images, takes_own};
use crate::measure::aggregate::Inputs;
use crate::measure::curves::Curves;
use crate::measure::evaluate::{Answer, Sources, Values, evaluate_with, guard};
use crate::measure::image::Image;
use crate::measure::marks::Event;
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::provenance::provenance_of;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::trace::warning;
use crate::records::analysis::AnalysisImage;
use crate::records::calibration::CalibrationSource;
use crate::records::events::OnsetType;
use crate::records::measurement::{InputUsed, Measurement, Refused};
use crate::records::metadata::ImageMetadata;
use crate::references::patient::Patient;

/// Pattern of a cycle that is not drawn yet.
const NORMAL: &str = "normal";

/// Measurements of one image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
pub struct ImageMeasurements {
    /// The image.
    pub instance_id: String,
    /// In the order of the configuration.
    pub measurements: Vec<Measurement>,
    /// In the order in which they were placed.
    pub calipers: Vec<CaliperValues>,
    /// Values against reference values; absent where none are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<MeasurementStandings>>,
}

/// Only the values of one image, for a screen that follows a drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImageValues {
    /// The image.
    pub instance_id: String,
    /// In the order of the configuration.
    pub values: Vec<NamedValues>,
}

/// Values of one measurement, without what they were computed from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NamedValues {
    /// Name in the configuration.
    pub name: String,
    /// One value per cycle; null where it could not be computed.
    pub value: Vec<Option<f64>>,
    /// Code of why a value is null, in the places of `value`.
    pub reasons: Vec<Option<String>>,
    /// Mean of the values that are there; null without any.
    pub aggregate: Option<f64>,
    /// Code of a refusal; null otherwise.
    pub refused: Option<String>,
}

/// An image of the study, read once.
pub(super) struct Held {
    /// The image's `instance_id`, shared with every provenance that names it.
    id: Rc<str>,
    pub(super) record: AnalysisImage,
    /// Measurements on images of its type.
    pub(super) configured: Rc<[Configured]>,
    pub(super) image: Option<Image>,
    pub(super) curves: Curves,
}

/// Evaluates a study; images are replaced one by one while they are worked on.
pub struct StudyEvaluator {
    pub(super) configuration: Configuration,
    pub(super) facts: StudyFacts,
    files: BTreeMap<String, ImageMetadata>,
    pub(super) images: Vec<Held>,
    pub(super) references: Option<StudyReferences>,
}

/// Values of every measurement of every image; none before it is computed or where it does not exist.
pub(super) type Outcomes = Vec<Vec<Option<Outcome>>>;

pub(super) struct Outcome {
    pub(super) answer: Result<Answer, MeasurementRefusal>,
    /// Values in base units, for measurements that use them.
    base: Vec<Option<f64>>,
    inputs: Vec<Input>,
    pub(super) other_image: Option<Rc<str>>,
}

/// An input with why it is missing and the warnings that go with it.
struct Input {
    used: InputUsed,
    /// The reason for no values.
    missing: Option<NullReason>,
    /// Some cycle has several calipers.
    repeated: bool,
    /// Place of the image, where the value counts from an onset.
    from_onset_of: Option<usize>,
    /// Where the scale of its values came from; none for what needs no scale.
    scale: Option<CalibrationSource>,
}

impl StudyEvaluator {
    /// A study without images.
    pub fn new(configuration: Configuration, facts: StudyFacts) -> Self {
        Self {
            configuration,
            facts,
            files: BTreeMap::new(),
            images: Vec::new(),
            references: None,
        }
    }

    /// Configured measurements.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Metadata of the DICOM file of an image.
    pub fn set_file(&mut self, instance_id: &str, metadata: ImageMetadata) {
        self.files.insert(instance_id.to_owned(), metadata);
        if let Some(place) = self.place(instance_id) {
            self.images[place] = self.held(self.images[place].record.clone());
        }
    }

    /// Adds an image, or replaces the one of the same `instance_id`.
    pub fn set_image(&mut self, record: AnalysisImage) {
        let place = self.place(&record.instance_id);
        let held = self.held(record);
        match place {
            Some(place) => self.images[place] = held,
            None => self.images.push(held),
        }
    }

    /// Takes an image out; one that is not there changes nothing.
    pub fn remove_image(&mut self, instance_id: &str) {
        self.images
            .retain(|held| held.record.instance_id != instance_id);
        self.files.remove(instance_id);
    }

    /// The stored analysis of an image.
    pub fn record(&self, instance_id: &str) -> Option<&AnalysisImage> {
        self.place(instance_id)
            .map(|place| &self.images[place].record)
    }

    pub(super) fn place(&self, instance_id: &str) -> Option<usize> {
        let found = |held: &Held| held.record.instance_id == instance_id;
        self.images.iter().position(found)
    }

    fn held(&self, record: AnalysisImage) -> Held {
        let file = self.files.get(&record.instance_id);
        let image_type = record.image_type.as_deref().unwrap_or_default();
        Held {
            id: record.instance_id.as_str().into(),
            configured: self.configuration.shared_of_type(image_type),
            image: image_of(&record, file, &self.configuration, &self.facts),
            record,
            curves: Curves::default(),
        }
    }

    /// Everything that is measured, image by image in the order in which they were added.
    pub fn evaluate(&self) -> Vec<ImageMeasurements> {
        self.evaluate_some(|_| true)
    }

    /// As [`Self::evaluate`], but only what is measured on one image.
    pub fn evaluate_image(&self, instance_id: &str) -> Option<ImageMeasurements> {
        let mut found = self.evaluate_some(|record| record.instance_id == instance_id);
        found.pop()
    }

    /// Only the values, computed as by [`Self::evaluate`]; a series has none.
    pub fn values(&self) -> Vec<ImageValues> {
        let outcomes = self.outcomes();
        let named = |(configured, outcome): (&Configured, &Option<Outcome>)| {
            let outcome = outcome.as_ref()?;
            let name = configured.presentation.name.to_string();
            Some(match &outcome.answer {
                Ok(answer) => NamedValues {
                    name,
                    value: match &answer.values {
                        Values::Numbers(numbers) => numbers.clone(),
                        Values::Pairs(_) => Vec::new(),
                    },
                    reasons: codes(&answer.reasons, str::to_owned),
                    aggregate: answer.aggregate,
                    refused: None,
                },
                Err(refusal) => NamedValues {
                    name,
                    value: Vec::new(),
                    reasons: Vec::new(),
                    aggregate: None,
                    refused: Some(refusal.code().to_owned()),
                },
            })
        };
        let held = self.images.iter().zip(&outcomes);
        held.map(|(held, outcomes)| ImageValues {
            instance_id: held.record.instance_id.clone(),
            values: held
                .configured
                .iter()
                .zip(outcomes)
                .filter_map(named)
                .collect(),
        })
        .collect()
    }

    fn evaluate_some(&self, wanted: impl Fn(&AnalysisImage) -> bool) -> Vec<ImageMeasurements> {
        let outcomes = self.outcomes();
        let patient = self.patient(&outcomes);
        let held = self.images.iter().zip(&outcomes);
        held.filter(|(held, _)| wanted(&held.record))
            .map(|(held, outcomes)| self.present(held, outcomes, &patient))
            .collect()
    }

    /// One measurement of an image as it came out; none where it is not measured.
    pub(super) fn outcome_of(
        &self,
        instance_id: &str,
        name: &str,
    ) -> Option<(&Held, &Configured, Outcome)> {
        let place = self.place(instance_id)?;
        let held = &self.images[place];
        let named = |row: &Configured| *row.presentation.name == *name;
        let at = held.configured.iter().position(named)?;
        let outcome = self.outcomes().swap_remove(place).swap_remove(at)?;
        Some((held, &held.configured[at], outcome))
    }

    /// The frame of the mark of an event in a cycle of an image, from 1.
    pub fn marked_frame(&self, (instance_id, cycle): (&str, usize), event: Event) -> Option<u32> {
        let image = self.held_of(instance_id)?.image.as_ref()?;
        image.mark(cycle, event).map(|frame| frame as u32)
    }

    /// An image of the study.
    pub(super) fn held_of(&self, instance_id: &str) -> Option<&Held> {
        self.place(instance_id).map(|place| &self.images[place])
    }

    /// Computes each measurement after those it takes.
    pub(super) fn outcomes(&self) -> Outcomes {
        let counts = self.images.iter().map(|held| held.configured.len());
        let mut outcomes: Outcomes = counts
            .map(|count| (0..count).map(|_| None).collect())
            .collect();
        let mut of_type: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, held) in self.images.iter().enumerate() {
            let image_type = held.record.image_type.as_deref().unwrap_or_default();
            of_type.entry(image_type).or_default().push(place);
        }
        for (image_type, measurement) in self.configuration.in_order() {
            for &place in of_type.get(image_type).map_or(&[][..], Vec::as_slice) {
                let outcome = self.outcome(place, measurement, &outcomes);
                outcomes[place][measurement] = outcome;
            }
        }
        outcomes
    }

    /// The images with their place and whether their data are there.
    fn candidates(&self) -> impl Iterator<Item = (usize, &AnalysisImage, bool)> + Clone {
        let numbered = self.images.iter().enumerate();
        numbered.map(|(place, held)| (place, &held.record, held.image.is_some()))
    }

    /// One measurement; none where the image has no data, or the measurement does not exist on it.
    pub(super) fn outcome(
        &self,
        place: usize,
        measurement: usize,
        before: &Outcomes,
    ) -> Option<Outcome> {
        let held = &self.images[place];
        let configured = held.configured.get(measurement)?;
        let image = held.image.as_ref()?;
        let loaded = match &configured.loaded {
            Ok(loaded) => loaded,
            Err(refusal) => return Some(Outcome::refused(refusal.clone())),
        };
        if !self.exists_on(configured, loaded, held) {
            return None;
        }
        if let Err(refusal) = guard(image) {
            return Some(Outcome::refused(refusal));
        }
        let references_alone =
            loaded.definition.kind.references_alone && of_several_images(&loaded.inputs);
        let inputs: Vec<Input> = loaded
            .inputs
            .iter()
            .map(|input| self.input(place, (input, references_alone), before))
            .collect();
        let with = configured.presentation.with_image_type.as_deref();
        let plane = |with| image_for(self.candidates(), (with, &BTreeMap::new()), false);
        let second = with.map(plane);
        let other = second.flatten().map(|other| &self.images[other]);
        let alone = references_alone && takes_own(&loaded.inputs);
        let answer = if matches!(second, Some(None)) {
            let cycles = image.cycle_count();
            Ok(nothing(image, loaded, (NullReason::MissingPlane, cycles)))
        } else if alone && !(held.record.reference && held.record.is_segmented) {
            Ok(nothing(image, loaded, (NullReason::NotAReference, 1)))
        } else {
            let sources = Sources {
                inputs: values_of(&inputs),
                aggregates: references_alone,
                other: other.and_then(|held| Some((held.image.as_ref()?, &held.curves))),
                curves: &held.curves,
            };
            evaluate_with(&loaded.definition, image, &sources)
        };
        let mut outcome = Outcome::of(answer, loaded.definition.unit_scale, inputs);
        outcome.other_image = other.map(|held| held.id.clone());
        self.warn(&mut outcome);
        Some(outcome)
    }

    /// A measurement exists on images of its modalities, for its kinds of data, and where a cycle
    /// is traced in one of its patterns; a cycle that is not drawn yet counts as normal.
    pub(super) fn exists_on(&self, configured: &Configured, loaded: &Loaded, held: &Held) -> bool {
        let shown = &configured.presentation;
        let of_modality = held.record.modality;
        let of_modality = of_modality.is_some_and(|own| shown.modalities.contains(&own));
        let for_data = self.facts.data_type;
        let for_data = for_data.is_some_and(|own| shown.data_types.contains(&own));
        let patterns = &loaded.definition.patterns;
        let cycles = held.image.iter().flat_map(|image| &image.cycles);
        let mut drawn = cycles.filter_map(|cycle| cycle.pattern.as_ref()).peekable();
        let in_pattern = match drawn.peek() {
            None => patterns.iter().any(|pattern| pattern == NORMAL),
            Some(_) => drawn.any(|pattern| patterns.contains(pattern)),
        };
        (shown.modalities.is_empty() || of_modality)
            && (shown.data_types.is_empty() || for_data)
            && (patterns.is_empty() || in_pattern)
    }

    /// Adds warnings about the inputs.
    fn warn(&self, outcome: &mut Outcome) {
        let Ok(answer) = &mut outcome.answer else {
            return;
        };
        if outcome.inputs.iter().any(|input| input.repeated) {
            answer.trace.warnings.insert(warning::CALIPER_REPEATED);
        }
        let onsets = outcome
            .inputs
            .iter()
            .filter_map(|input| input.from_onset_of);
        let mut types = onsets.map(|place| self.onset_type(&self.images[place].record));
        if let Some(first) = types.next()
            && types.any(|other| other != first)
        {
            answer.trace.warnings.insert(warning::ONSET_TYPES_DIFFER);
        }
    }

    /// The landmark of the onsets of an image; usually flow for fetal data, else the R wave.
    pub(super) fn onset_type(&self, record: &AnalysisImage) -> OnsetType {
        let usual = match self.facts.data_type {
            Some(DataType::Fetal) => OnsetType::Flow,
            _ => OnsetType::RWave,
        };
        record.onset_type.unwrap_or(usual)
    }

    /// Values of an input in base units, and where they are from.
    fn input(
        &self,
        place: usize,
        (input, references_alone): (&InputSource, bool),
        before: &Outcomes,
    ) -> Input {
        match input {
            InputSource::Own(_) => self.of_image(place, input, before),
            InputSource::Other(other) => {
                let wanted = (other.image_type.as_str(), &other.label);
                match image_for(self.candidates(), wanted, references_alone) {
                    Some(place) => self.of_image(place, input, before),
                    None => Input::missing(input, None, NullReason::MissingSource),
                }
            }
            InputSource::Caliper(wanted) => {
                let held = &self.images[place];
                let named = (&*wanted.caliper, &*wanted.name, wanted.event.as_deref());
                let image = held.image.as_ref();
                let found = image.and_then(|image| {
                    calipers::by_cycle(image, &held.record.measurements_caliper, named)
                });
                match found {
                    None => Input::missing(input, None, NullReason::MissingCaliper),
                    Some((values, repeated)) => Input {
                        repeated,
                        scale: image.and_then(|image| {
                            calipers::scale_of(image, &held.record.measurements_caliper, named)
                        }),
                        ..Input::found(input, held, values)
                    },
                }
            }
        }
    }

    /// An input that is a measurement of an image.
    fn of_image(&self, place: usize, input: &InputSource, before: &Outcomes) -> Input {
        let held = &self.images[place];
        let named = |row: &Configured| row.presentation.name == *input.name();
        let Some(at) = held.configured.iter().position(named) else {
            return Input::missing(input, Some(held), NullReason::MissingSource);
        };
        let outcome = before.get(place).and_then(|row| row.get(at)?.as_ref());
        match outcome {
            Some(outcome) if outcome.answer.is_ok() => {
                let kind = held.configured[at].loaded.as_ref();
                let from_onset = kind.is_ok_and(|loaded| loaded.definition.kind.from_onset);
                Input {
                    from_onset_of: from_onset.then_some(place),
                    scale: outcome.scale(),
                    ..Input::found(input, held, outcome.base.clone())
                }
            }
            Some(Outcome {
                answer: Err(MeasurementRefusal::NotCalibrated),
                ..
            }) => Input::missing(input, Some(held), NullReason::SourceNotCalibrated),
            _ => Input::missing(input, Some(held), NullReason::MissingSource),
        }
    }

    fn present(
        &self,
        held: &Held,
        outcomes: &[Option<Outcome>],
        patient: &Patient,
    ) -> ImageMeasurements {
        let rows = held.configured.iter().zip(outcomes);
        let made = rows.filter_map(|(configured, outcome)| {
            Some(self.measurement(held, configured, outcome.as_ref()?))
        });
        ImageMeasurements {
            instance_id: held.record.instance_id.clone(),
            measurements: made.collect(),
            calipers: self.calipers_of(held).unwrap_or_default(),
            standings: self.standings_of(held, outcomes, patient),
        }
    }

    fn calipers_of(&self, held: &Held) -> Option<Vec<CaliperValues>> {
        let stored = &held.record.measurements_caliper;
        let mut values = calipers::of_image(held.image.as_ref()?, stored);
        for provenance in values.iter_mut().filter_map(|one| one.provenance.as_mut()) {
            provenance.config_versions = self.configuration.versions.clone();
            provenance.calibration.version = held.record.calibration.as_ref().map(|c| c.version);
        }
        Some(values)
    }

    /// The record that is stored and shown.
    pub(super) fn measurement(
        &self,
        held: &Held,
        configured: &Configured,
        outcome: &Outcome,
    ) -> Measurement {
        let shown = &configured.presentation;
        let loaded = configured.loaded.as_ref().ok();
        let named = loaded.and_then(|loaded| loaded.definition.formula);
        let mut measurement = Measurement {
            name: shown.name.clone(),
            kind: shown.kind.clone(),
            formula: named.map(|formula| formula.name.into()),
            line: shown.line.clone(),
            lines: shown.lines.clone(),
            shape: shown.shape.clone(),
            cardiac_event: shown.cardiac_event.clone(),
            axis: shown.axis.clone(),
            unit_scale: shown.unit_scale,
            combined: shown.combined.clone(),
            units: Some(shown.units.clone()),
            class: shown.class.clone(),
            anatomy: shown.anatomy.clone(),
            value: Vec::new(),
            reasons: None,
            aggregate: None,
            series: None,
            normal: None,
            refused: None,
            provenance: None,
        };
        let answer = match &outcome.answer {
            Ok(answer) => answer,
            Err(refusal) => {
                measurement.refused = Some(Refused {
                    code: refusal.code().to_owned(),
                    message: refusal.to_string(),
                });
                return measurement;
            }
        };
        match &answer.values {
            Values::Numbers(numbers) => measurement.value.clone_from(numbers),
            Values::Pairs(pairs) => measurement.series = Some(pairs.clone()),
        }
        if answer.reasons.iter().any(Option::is_some) {
            measurement.reasons = Some(codes(&answer.reasons, Cow::Borrowed));
        }
        measurement.aggregate = answer.aggregate;
        let named = answer.formula.name;
        measurement.formula = (!named.is_empty()).then_some(named.into());
        if let (Some(loaded), Some(image)) = (loaded, &held.image) {
            if !loaded.normal.is_empty() {
                let state = normal_state(&loaded.normal, answer.aggregate, &self.facts);
                measurement.normal = Some(state);
            }
            let mut provenance = provenance_of(&loaded.definition, image, answer);
            provenance.config_versions = self.configuration.versions.clone();
            provenance.calibration.version = held.record.calibration.as_ref().map(|c| c.version);
            if let Some(source) = outcome.scale() {
                provenance.calibration.source = source;
            }
            provenance.inputs = outcome
                .inputs
                .iter()
                .map(|input| input.used.clone())
                .collect();
            provenance.other_image.clone_from(&outcome.other_image);
            measurement.provenance = Some(provenance);
        }
        measurement
    }

    /// The calipers of an image with their values; none for an image that is not there.
    pub fn calipers(&self, instance_id: &str) -> Option<Vec<CaliperValues>> {
        self.calipers_of(self.held_of(instance_id)?)
    }
}

impl Outcome {
    fn of(answer: Result<Answer, MeasurementRefusal>, unit_scale: f64, inputs: Vec<Input>) -> Self {
        let base = match &answer {
            Ok(Answer {
                values: Values::Numbers(numbers),
                ..
            }) => {
                let base = |value: &Option<f64>| value.map(|value| value / unit_scale.abs());
                numbers.iter().map(base).collect()
            }
            _ => Vec::new(),
        };
        Self {
            answer,
            base,
            inputs,
            other_image: None,
        }
    }

    fn refused(refusal: MeasurementRefusal) -> Self {
        Self::of(Err(refusal), 1.0, Vec::new())
    }

    /// Where the scale came from: that of what was read, else the least trusted of the inputs. None
    /// where nothing was scaled.
    fn scale(&self) -> Option<CalibrationSource> {
        let read = self.answer.as_ref().ok()?.trace.calibration_source;
        read.or_else(|| self.inputs.iter().filter_map(|input| input.scale).max())
    }
}

impl Input {
    fn values(&self) -> Measured<&[Option<f64>]> {
        let values = self.used.value.as_deref();
        values.ok_or(self.missing.unwrap_or(NullReason::MissingSource))
    }

    fn found(input: &InputSource, image: &Held, values: Vec<Option<f64>>) -> Self {
        Self {
            used: InputUsed {
                name: input.name().clone(),
                image: Some(image.id.clone()),
                value: Some(values),
            },
            missing: None,
            repeated: false,
            from_onset_of: None,
            scale: None,
        }
    }

    fn missing(input: &InputSource, image: Option<&Held>, reason: NullReason) -> Self {
        Self {
            used: InputUsed {
                name: input.name().clone(),
                image: image.map(|held| held.id.clone()),
                value: None,
            },
            missing: Some(reason),
            repeated: false,
            from_onset_of: None,
            scale: None,
        }
    }
}

fn values_of(inputs: &[Input]) -> Inputs<'_> {
    inputs.iter().map(Input::values).collect()
}

/// Codes of reasons in their places.
fn codes<T>(reasons: &[Option<NullReason>], make: impl Fn(&'static str) -> T) -> Vec<Option<T>> {
    let code = |reason: &Option<NullReason>| reason.map(|reason| make(reason.code()));
    reasons.iter().map(code).collect()
}

/// The result of a measurement that cannot be taken at all: one null per cycle, with the reason.
fn nothing(image: &Image, loaded: &Loaded, (reason, count): (NullReason, usize)) -> Answer {
    Answer {
        values: Values::Numbers(vec![None; count]),
        reasons: vec![Some(reason); count],
        aggregate: None,
        formula: loaded.definition.formula_on(image.modality),
        trace: Default::default(),
    }
}
