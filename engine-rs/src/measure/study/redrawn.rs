//! A value on other drawings of its image: what it would be had somebody drawn differently.

use super::configured::Configured;
use super::evaluator::StudyEvaluator;
use crate::measure::curves::Curves;
use crate::measure::definition::Definition;
use crate::measure::image::Image;

/// A measurement of an image with everything it is drawn from.
#[derive(Debug)]
pub struct Drawn<'a> {
    /// The image as it is drawn.
    pub image: &'a Image,
    /// What is measured.
    pub measured: &'a Configured,
}

impl Drawn<'_> {
    /// The definition with each of the formulas that the configuration offers in its place; none
    /// for a value that takes others, or a second image.
    pub fn alternatives(&self) -> Option<Vec<Definition>> {
        let loaded = self.measured.loaded.as_ref().ok()?;
        if !loaded.inputs.is_empty() || self.measured.presentation.with_image_type.is_some() {
            return None;
        }
        let stored = &self.measured.stored;
        let offered = stored["formulas"].as_array().map_or(&[][..], Vec::as_slice);
        if offered.is_empty() {
            return Some(vec![loaded.definition.clone()]);
        }
        let with = |formula: &serde_json::Value| {
            let mut definition = stored.clone();
            definition["formula"] = formula.clone();
            Definition::load(&definition).ok()
        };
        Some(offered.iter().filter_map(with).collect())
    }
}

impl StudyEvaluator {
    /// A measurement of an image; none where the image has no data or no such measurement.
    pub fn drawn(&self, instance_id: &str, name: &str) -> Option<Drawn<'_>> {
        let held = self.held_of(instance_id)?;
        let named = |row: &&Configured| *row.presentation.name == *name;
        Some(Drawn {
            image: held.image.as_ref()?,
            measured: held.configured.iter().find(named)?,
        })
    }

    /// The aggregate of a measurement on other drawings of its image, everything that it takes of
    /// this image computed from the same drawing, and the other images as they are.
    pub fn aggregates_on(
        &mut self,
        (instance_id, name): (&str, &str),
        drawings: impl Iterator<Item = Image>,
    ) -> Vec<Option<f64>> {
        let Some(place) = self.place(instance_id) else {
            return Vec::new();
        };
        let image_type = self.images[place].record.image_type.clone();
        let image_type = image_type.unwrap_or_default();
        let in_order: Vec<usize> = self
            .configuration
            .in_order()
            .filter(|(of, _)| *of == image_type)
            .map(|(_, measurement)| measurement)
            .collect();
        let named = |row: &Configured| *row.presentation.name == *name;
        let Some(wanted) = self.images[place].configured.iter().position(named) else {
            return Vec::new();
        };
        let mut outcomes = self.outcomes();
        let as_drawn = self.images[place].image.take();
        let aggregate = |drawing: Image| {
            self.images[place].image = Some(drawing);
            self.images[place].curves = Curves::default();
            for &measurement in &in_order {
                outcomes[place][measurement] = self.outcome(place, measurement, &outcomes);
            }
            let outcome = outcomes[place][wanted].as_ref()?;
            outcome.answer.as_ref().ok()?.aggregate
        };
        let aggregates = drawings.map(aggregate).collect();
        self.images[place].image = as_drawn;
        self.images[place].curves = Curves::default();
        aggregates
    }
}
