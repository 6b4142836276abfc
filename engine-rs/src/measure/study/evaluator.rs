//! The images of a study with everything that is measured on them.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::configuration::{Configuration, Configured, InputSource};
use super::normal::normal_state;
use super::record::{image_of, pattern_of};
use super::sources::{caliper_distances, image_for, of_several_images};
use super::{StudyFacts, sources};
use crate::measure::Refusal;
use crate::measure::aggregate;
use crate::measure::curves::Curves;
use crate::measure::evaluate::{Answer, Sources, Values, evaluate_with};
use crate::measure::image::Image;
use crate::measure::provenance::provenance_of;
use crate::records::analysis::AnalysisImage;
use crate::records::measurement::{InputUsed, Measurement, Refused};
use crate::records::metadata::ImageMetadata;

/// Measurements of one image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImageMeasurements {
    /// The image.
    pub instance_id: String,
    /// In the order of the configuration.
    pub measurements: Vec<Measurement>,
}

/// Values of one image alone, for a screen that follows a drawing.
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
    /// Mean of the values that are there; null without any.
    pub aggregate: Option<f64>,
    /// Code of a refusal; null otherwise.
    pub refused: Option<String>,
}

/// An image of the study, read once.
struct Held {
    /// The image's `instance_id`, shared with every provenance that names it.
    id: Rc<str>,
    record: AnalysisImage,
    /// What is measured on images of its type.
    configured: Rc<[Configured]>,
    image: Option<Image>,
    curves: Curves,
}

/// Evaluates a study; images are replaced one by one while they are worked on.
pub struct StudyEvaluator {
    configuration: Configuration,
    facts: StudyFacts,
    files: BTreeMap<String, ImageMetadata>,
    images: Vec<Held>,
}

/// Values of every measurement of every image; none before it is computed or where it does not exist.
type Outcomes = Vec<Vec<Option<Outcome>>>;

struct Outcome {
    answer: Result<Answer, Refusal>,
    /// Values in base units, for those that take them.
    base: Vec<Option<f64>>,
    inputs: Vec<InputUsed>,
    other_image: Option<Rc<str>>,
}

impl StudyEvaluator {
    /// A study without images.
    pub fn new(configuration: Configuration, facts: StudyFacts) -> Self {
        Self {
            configuration,
            facts,
            files: BTreeMap::new(),
            images: Vec::new(),
        }
    }

    /// Configured measurements.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// What the DICOM file of an image says.
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

    fn place(&self, instance_id: &str) -> Option<usize> {
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

    /// The values alone, computed as by [`Self::evaluate`]; a series has none.
    pub fn values(&self) -> Vec<ImageValues> {
        let outcomes = self.outcomes();
        let named = |(configured, outcome): (&Configured, &Option<Outcome>)| {
            let outcome = outcome.as_ref()?;
            let name = configured.definition.name.clone();
            Some(match &outcome.answer {
                Ok(answer) => NamedValues {
                    name,
                    value: match &answer.values {
                        Values::Numbers(numbers) => numbers.clone(),
                        Values::Pairs(_) => Vec::new(),
                    },
                    aggregate: answer.aggregate,
                    refused: None,
                },
                Err(refusal) => NamedValues {
                    name,
                    value: Vec::new(),
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
        let held = self.images.iter().zip(&outcomes);
        held.filter(|(held, _)| wanted(&held.record))
            .map(|(held, outcomes)| self.present(held, outcomes))
            .collect()
    }

    /// Computes each measurement after those it takes.
    fn outcomes(&self) -> Outcomes {
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

    /// One measurement; none where the image has no data or another pattern.
    fn outcome(&self, place: usize, measurement: usize, before: &Outcomes) -> Option<Outcome> {
        let held = &self.images[place];
        let configured = held.configured.get(measurement)?;
        let image = held.image.as_ref()?;
        let patterns = &configured.presentation.patterns;
        let pattern = pattern_of(&held.record).unwrap_or("normal");
        if !patterns.is_empty() && patterns.iter().all(|wanted| wanted != pattern) {
            return None;
        }
        let mut inputs = Vec::with_capacity(configured.inputs.len());
        for input in &configured.inputs {
            inputs.push(self.input(place, input, before));
        }
        let with = configured.presentation.with_image_type.as_deref();
        let second = with.map(|with| image_for(self.candidates(), with, &BTreeMap::new()));
        let missing_plane = matches!(second, Some(None));
        let other = second.flatten().map(|other| &self.images[other]);
        let several = of_several_images(&configured.inputs);
        let definition = &configured.definition;
        let sources = Sources {
            inputs: inputs.iter().map(|input| input.value.as_deref()).collect(),
            aggregates: several && definition.kind.name == "time-combined",
            other: other.and_then(|held| Some((held.image.as_ref()?, &held.curves))),
            curves: &held.curves,
        };
        let answer = if missing_plane {
            Ok(nothing(image, configured))
        } else {
            evaluate_with(definition, image, &sources)
        };
        let base = match &answer {
            Ok(Answer {
                values: Values::Numbers(numbers),
                ..
            }) => {
                let scale = definition.unit_scale.abs();
                let base = |value: &Option<f64>| value.map(|value| value / scale);
                numbers.iter().map(base).collect()
            }
            _ => Vec::new(),
        };
        Some(Outcome {
            answer,
            base,
            inputs,
            other_image: other.map(|held| held.id.clone()),
        })
    }

    /// Values of an input in base units, and where they are from.
    fn input(&self, place: usize, input: &InputSource, before: &Outcomes) -> InputUsed {
        let used = |image: Option<&Held>, value: Option<Vec<Option<f64>>>| InputUsed {
            name: input.name().clone(),
            image: image.map(|held| held.id.clone()),
            value,
        };
        let of_image = |place: usize| {
            let held = &self.images[place];
            let named = |row: &Configured| row.presentation.name == *input.name();
            let measurement = held.configured.iter().position(named);
            let outcome = measurement.and_then(|at| before.get(place)?.get(at)?.as_ref());
            let answered = outcome.filter(|outcome| outcome.answer.is_ok());
            used(Some(held), answered.map(|outcome| outcome.base.clone()))
        };
        match input {
            InputSource::Own(_) => of_image(place),
            InputSource::Other {
                image_type, label, ..
            } => sources::image_for(self.candidates(), image_type, label)
                .map_or_else(|| used(None, None), of_image),
            InputSource::Caliper {
                caliper,
                name,
                event,
            } => {
                let own = &self.images[place];
                let distances = caliper_distances(&own.record, caliper, name, event.as_deref());
                used(distances.is_some().then_some(own), distances)
            }
        }
    }

    fn present(&self, held: &Held, outcomes: &[Option<Outcome>]) -> ImageMeasurements {
        let rows = held.configured.iter().zip(outcomes);
        let made = rows.filter_map(|(configured, outcome)| {
            Some(self.measurement(held, configured, outcome.as_ref()?))
        });
        ImageMeasurements {
            instance_id: held.record.instance_id.clone(),
            measurements: made.collect(),
        }
    }

    /// The record that is stored and shown.
    fn measurement(&self, held: &Held, configured: &Configured, outcome: &Outcome) -> Measurement {
        let (shown, definition) = (&configured.presentation, &configured.definition);
        let mut measurement = Measurement {
            name: shown.name.clone(),
            kind: shown.kind.clone(),
            formula: definition.formula.map(|formula| formula.name.into()),
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
        measurement.aggregate = answer.aggregate;
        let named = answer.formula.name;
        measurement.formula = (!named.is_empty()).then_some(named.into());
        if !configured.normal.is_empty() {
            let state = normal_state(&configured.normal, answer.aggregate, &self.facts);
            measurement.normal = Some(state);
        }
        if let Some(image) = &held.image {
            let mut provenance = provenance_of(definition, image, answer);
            provenance.config_versions = self.configuration.versions.clone();
            provenance.calibration.version = held.record.calibration.as_ref().map(|c| c.version);
            provenance.inputs.clone_from(&outcome.inputs);
            provenance.other_image.clone_from(&outcome.other_image);
            measurement.provenance = Some(provenance);
        }
        measurement
    }
}

/// The answer of a measurement whose second image is missing: null for each cycle.
fn nothing(image: &Image, configured: &Configured) -> Answer {
    let values = vec![None; image.cycle_count()];
    Answer {
        aggregate: aggregate::mean(&values),
        values: Values::Numbers(values),
        formula: configured.definition.formula_on(image.modality),
        trace: Default::default(),
    }
}
