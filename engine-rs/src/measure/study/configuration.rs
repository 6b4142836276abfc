//! Configured measurements of every image type, in an order in which each can be computed.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::configured::Configured;
use super::image_types::{ImageType, image_types};
use super::templates::Templates;
use super::{order, structure::Fault};
use super::{sole_event, structure};
use crate::measure::image::Interpolation;
use crate::measure::refusal::MeasurementRefusal;

/// A configuration set as it is stored.
#[derive(Deserialize)]
struct Set {
    name: String,
    version: u32,
    data: Value,
}

/// Set of measurements.
pub const MEASUREMENTS: &str = "echo_measurements";
/// Set of image types.
pub const IMAGE_TYPES: &str = "echo_image_types";
/// Set of caliper templates.
pub const CALIPERS: &str = "echo_caliper";

/// The sets that measurements are read from, as stored.
#[derive(Debug, Clone, Copy)]
pub struct Sets<'a> {
    /// `echo_image_types`.
    pub image_types: &'a Value,
    /// `echo_measurements`.
    pub measurements: &'a Value,
    /// `echo_caliper`; without it names of calipers are not checked.
    pub calipers: Option<&'a Value>,
}

/// Measurements on images of each type.
#[derive(Debug)]
pub struct Configuration {
    /// Versions of the sets that were read.
    pub versions: Rc<BTreeMap<String, u32>>,
    measurements: BTreeMap<String, Rc<[Configured]>>,
    types: BTreeMap<String, ImageType>,
    order: Vec<(String, usize)>,
}

fn refused(detail: String) -> MeasurementRefusal {
    MeasurementRefusal::Configuration(detail)
}

impl Configuration {
    /// Reads sets that must be right as a whole.
    ///
    /// # Errors
    /// `configuration` with every definition that cannot be loaded and why: an unknown key, line,
    /// point, caliper or input, a unit that its scale does not make, a loop.
    pub fn load(sets: &Sets) -> Result<Self, MeasurementRefusal> {
        let opened = Self::open(sets)?;
        let faults: Vec<String> = opened.faults().iter().map(Fault::to_string).collect();
        if faults.is_empty() {
            Ok(opened)
        } else {
            Err(refused(faults.join("; ")))
        }
    }

    /// Opens sets as they are stored: a definition that stricter checks refuse measures nothing and
    /// gives the reason, and the others stay usable.
    ///
    /// # Errors
    /// `configuration` where a set is none, or a row has no image type.
    pub fn open(sets: &Sets) -> Result<Self, MeasurementRefusal> {
        let mut versions = BTreeMap::new();
        let mut rows = |value: &Value, name: &str| -> Result<Vec<Value>, MeasurementRefusal> {
            let set =
                Set::deserialize(value).map_err(|error| refused(format!("{name}: {error}")))?;
            if set.name != name {
                return Err(refused(format!("{name} was expected, not {}", set.name)));
            }
            versions.insert(set.name, set.version);
            match set.data {
                Value::Array(rows) => Ok(rows),
                _ => Err(refused(format!("{name} holds no rows"))),
            }
        };
        let types = image_types(&rows(sets.image_types, IMAGE_TYPES)?)?;
        let mut all: BTreeMap<String, Vec<Configured>> = BTreeMap::new();
        for row in rows(sets.measurements, MEASUREMENTS)? {
            let row = Row::deserialize(&row)
                .map_err(|error| refused(format!("{MEASUREMENTS}: {error}")))?;
            let read = row.measurements.iter().map(Configured::read);
            if all.insert(row.image_type.clone(), read.collect()).is_some() {
                let detail = format!("{MEASUREMENTS} has two rows of {}", row.image_type);
                return Err(refused(detail));
            }
        }
        let templates = match sets.calipers {
            Some(calipers) => Some(Templates::read(&rows(calipers, CALIPERS)?)?),
            None => None,
        };
        refuse(&mut all, structure::faults);
        let known = (&types, templates.as_ref());
        refuse(&mut all, |all| structure::unknown_names(all, known));
        let order = loop {
            let walked = order::of(&all)?;
            if walked.faults.is_empty() {
                break walked.order;
            }
            refuse(&mut all, |_| walked.faults);
        };
        refuse(&mut all, structure::units_of_inputs);
        all.values_mut().for_each(|rows| sole_event::mark(rows));
        let shared = all.into_iter().map(|(name, rows)| (name, rows.into()));
        Ok(Self {
            versions: Rc::new(versions),
            measurements: shared.collect(),
            types,
            order,
        })
    }

    /// Definitions that cannot be loaded, in the order of the image types' names.
    pub fn faults(&self) -> Vec<Fault> {
        let rows = self.measurements.iter();
        let all = rows.flat_map(|(image_type, rows)| {
            let refused = move |(place, row): (usize, &Configured)| {
                let refusal = row.loaded.as_ref().err()?.clone();
                Some(Fault {
                    image_type: image_type.clone(),
                    place,
                    name: row.presentation.name.to_string(),
                    refusal,
                })
            };
            rows.iter().enumerate().filter_map(refused)
        });
        all.collect()
    }

    /// Measurements of an image type, in the order of the configuration.
    pub fn of_type(&self, image_type: &str) -> &[Configured] {
        self.measurements.get(image_type).map_or(&[], |rows| rows)
    }

    /// As [`Self::of_type`], to be kept with an image.
    pub(super) fn shared_of_type(&self, image_type: &str) -> Rc<[Configured]> {
        let rows = self.measurements.get(image_type).cloned();
        rows.unwrap_or_else(|| Rc::from([]))
    }

    /// Image types with measurements.
    pub fn image_types(&self) -> impl Iterator<Item = &str> {
        self.measurements.keys().map(String::as_str)
    }

    /// Image type and place of every measurement, each after those it takes.
    pub fn in_order(&self) -> impl Iterator<Item = (&str, usize)> {
        self.order
            .iter()
            .map(|(name, place)| (name.as_str(), *place))
    }

    /// How a line of an image type runs between its points; none where the type has no such line.
    pub fn interpolation(
        &self,
        image_type: &str,
        pattern: &str,
        line: &str,
    ) -> Option<Interpolation> {
        self.types.get(image_type)?.interpolation(pattern, line)
    }

    /// The line of an image type that is predicted around another one; none where there is none.
    pub fn outer(&self, image_type: &str, pattern: &str, line: &str) -> Option<&str> {
        self.types.get(image_type)?.outer(pattern, line)
    }
}

/// Keeps what is wrong with definitions in their places.
fn refuse(
    all: &mut BTreeMap<String, Vec<Configured>>,
    find: impl FnOnce(&BTreeMap<String, Vec<Configured>>) -> Vec<Fault>,
) {
    for fault in find(all) {
        let rows = all.get_mut(&fault.image_type);
        if let Some(row) = rows.and_then(|rows| rows.get_mut(fault.place)) {
            row.loaded = Err(fault.refusal);
        }
    }
}

/// A row of the set of measurements.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    image_type: String,
    measurements: Vec<Value>,
}
