//! A value on other drawings of its image: the result if a user had drawn differently.

use super::configured::{Configured, InputSource};
use super::evaluator::{Outcomes, StudyEvaluator};
use crate::measure::curves::Curves;
use crate::measure::definition::Definition;
use crate::measure::image::Image;

/// A measurement of an image with everything it is drawn from.
#[derive(Debug)]
pub struct Drawn<'a> {
    /// The image as it is drawn.
    pub image: &'a Image,
    /// The measurement.
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

    /// The aggregate of a measurement as drawn, and up to `rounds` aggregates on other drawings of
    /// its image. Everything that it takes of this image is computed from the same drawing; the
    /// other images stay as they are. Drawings that have no value in one of the cycles that have
    /// one as drawn are left out, because their aggregate is another quantity.
    pub fn aggregates_on(
        &mut self,
        (instance_id, name): (&str, &str),
        drawings: impl Iterator<Item = Image>,
        rounds: usize,
    ) -> (Option<f64>, Vec<f64>) {
        let nothing = (None, Vec::new());
        let Some(place) = self.place(instance_id) else {
            return nothing;
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
            return nothing;
        };
        let taken = self.taken_by(place, wanted, &in_order);
        let mut outcomes = self.outcomes();
        let read = |outcomes: &Outcomes| {
            let answer = |one: usize| outcomes[place][one].as_ref()?.answer.as_ref().ok();
            let cycles: Vec<_> = taken
                .iter()
                .map(|&one| answer(one).map(|answer| answer.values.cycles()))
                .collect();
            (answer(wanted).and_then(|answer| answer.aggregate), cycles)
        };
        let (value, drawn_cycles) = read(&outcomes);
        let as_drawn = self.images[place].image.take();
        let aggregate = |drawing: Image| {
            self.images[place].image = Some(drawing);
            self.images[place].curves = Curves::default();
            for &measurement in &in_order {
                outcomes[place][measurement] = self.outcome(place, measurement, &outcomes);
            }
            let (value, cycles) = read(&outcomes);
            value.filter(|_| cycles == drawn_cycles)
        };
        let aggregates = match value {
            Some(_) => drawings.filter_map(aggregate).take(rounds).collect(),
            None => Vec::new(),
        };
        self.images[place].image = as_drawn;
        self.images[place].curves = Curves::default();
        (value, aggregates)
    }

    /// A measurement and all measurements of the same image that it uses, directly or not.
    fn taken_by(&self, place: usize, wanted: usize, in_order: &[usize]) -> Vec<usize> {
        let configured = &self.images[place].configured;
        let mut taken = vec![wanted];
        for &measurement in in_order.iter().rev() {
            let Some(row) = configured.get(measurement) else {
                continue;
            };
            let name = &row.presentation.name;
            let takes = |&one: &usize| {
                let own = |input: &InputSource| matches!(input, InputSource::Own(of) if of == name);
                configured[one].inputs().iter().any(own)
            };
            if measurement != wanted && taken.iter().any(takes) {
                taken.push(measurement);
            }
        }
        taken
    }
}
