//! Definitions against the other sets and against one another: names that do not exist, and units
//! that the inputs do not make.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::configured::{Configured, InputSource, Loaded};
use super::image_types::ImageType;
use super::templates::Templates;
use crate::measure::definition::{Definition, EventValues};
use crate::measure::image::Modality;
use crate::measure::kind::ResultUnit;
use crate::measure::refusal::MeasurementRefusal;
use crate::measure::unit::{Dimension, Unit, conversion};

/// Measurements of each image type.
pub type Measurements = BTreeMap<String, Vec<Configured>>;
/// Relative rounding of a scale that is written in decimals.
const SCALE_ROUNDING: f64 = 1e-9;

/// A definition that cannot be loaded, and why.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Image type of the row.
    pub image_type: String,
    /// Place in the row.
    pub place: usize,
    /// Name of the measurement.
    pub name: String,
    /// The fault.
    pub refusal: MeasurementRefusal,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.image_type, self.name, self.refusal)
    }
}

/// The same as plain text, for the author of the set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ConfigurationFault {
    /// Image type of the row.
    pub image_type: String,
    /// Place of the definition in the row, from 0.
    pub place: usize,
    /// Name of the measurement.
    pub name: String,
    /// The fault.
    pub detail: String,
}

impl From<&Fault> for ConfigurationFault {
    fn from(fault: &Fault) -> Self {
        Self {
            image_type: fault.image_type.clone(),
            place: fault.place,
            name: fault.name.clone(),
            detail: fault.refusal.to_string(),
        }
    }
}

/// One loaded definition with its place.
struct Placed<'a> {
    image_type: &'a str,
    place: usize,
    row: &'a Configured,
    loaded: &'a Loaded,
}

impl Placed<'_> {
    fn fault(&self, detail: String) -> Fault {
        Fault {
            image_type: self.image_type.to_owned(),
            place: self.place,
            name: self.row.presentation.name.to_string(),
            refusal: MeasurementRefusal::Configuration(detail),
        }
    }
}

fn placed(all: &Measurements) -> impl Iterator<Item = Placed<'_>> {
    all.iter().flat_map(|(image_type, rows)| {
        rows.iter().enumerate().filter_map(move |(place, row)| {
            let loaded = row.loaded.as_ref().ok()?;
            Some(Placed {
                image_type,
                place,
                row,
                loaded,
            })
        })
    })
}

/// Requirements of every single definition: a unique name, and a unit.
pub fn faults(all: &Measurements) -> Vec<Fault> {
    let of = |at: Placed| {
        let rows = &all[at.image_type];
        let name = &at.row.presentation.name;
        let before = rows[..at.place]
            .iter()
            .any(|row| row.presentation.name == *name);
        let definition = &at.loaded.definition;
        let base = definition.formula_on(Modality::Any).unit;
        let detail = if name.is_empty() {
            "it has no name".to_owned()
        } else if before {
            "another measurement has its name".to_owned()
        } else if let (ResultUnit::Is(base), None | Some(Unit::None)) = (base, definition.unit)
            && base != Unit::None
        {
            format!("it names no unit of {}", base.name())
        } else {
            return None;
        };
        Some(at.fault(detail))
    };
    placed(all).filter_map(of).collect()
}

/// Image types, patterns, lines, points and calipers that do not exist.
pub fn unknown_names(
    all: &Measurements,
    (types, templates): (&BTreeMap<String, ImageType>, Option<&Templates>),
) -> Vec<Fault> {
    let of = |at: Placed| {
        let detail = match types.get(at.image_type) {
            None => Some(format!("unknown image type {}", at.image_type)),
            Some(image_type) => unknown_of_type(&at.loaded.definition, image_type)
                .or_else(|| unknown_plane(&at, types))
                .or_else(|| unknown_caliper(at.loaded, templates)),
        };
        detail.map(|detail| at.fault(detail))
    };
    placed(all).filter_map(of).collect()
}

fn unknown_of_type(definition: &Definition, image_type: &ImageType) -> Option<String> {
    let (request, patterns) = (&definition.request, &definition.patterns);
    let pattern = patterns.iter().find(|name| !image_type.has_pattern(name));
    if let Some(pattern) = pattern {
        return Some(format!("unknown pattern {pattern}"));
    }
    let mut lines = request.lines.iter();
    if let Some(line) = lines.find(|line| !image_type.has_line(patterns, line)) {
        return Some(format!("unknown line {line}"));
    }
    let mut points = request.points.iter().chain(&request.named);
    if let Some(point) = points.find(|point| !image_type.has_point(patterns, &request.lines, point))
    {
        return Some(format!("unknown point {point}"));
    }
    match &definition.of {
        EventValues::Of(nested) => unknown_of_type(nested, image_type),
        EventValues::Inputs => None,
    }
}

fn unknown_plane(at: &Placed, types: &BTreeMap<String, ImageType>) -> Option<String> {
    let other = at.row.presentation.with_image_type.as_deref()?;
    let Some(image_type) = types.get(other) else {
        return Some(format!("unknown image type {other}"));
    };
    let mut lines = at.loaded.definition.request.lines.iter();
    let line = lines.find(|line| !image_type.has_line(&[], line))?;
    Some(format!("unknown line {line} of {other}"))
}

fn unknown_caliper(loaded: &Loaded, templates: Option<&Templates>) -> Option<String> {
    let templates = templates?;
    loaded.inputs.iter().find_map(|input| match input {
        InputSource::Caliper(distance) => templates.unknown(&distance.caliper, &distance.name),
        InputSource::Own(_) | InputSource::Other(_) => None,
    })
}

/// Calculated measurements whose unit their inputs do not make.
pub fn units_of_inputs(all: &Measurements) -> Vec<Fault> {
    let of = |at: Placed| {
        let definition = &at.loaded.definition;
        let result = definition.formula_on(Modality::Any).unit;
        let units: Option<Vec<Unit>> = at
            .loaded
            .inputs
            .iter()
            .map(|input| unit_of(all, at.image_type, input))
            .collect();
        let units = units.filter(|units| !units.is_empty())?;
        let unit = definition.unit.unwrap_or(Unit::None);
        let fits = match result {
            ResultUnit::OfTheInputs => {
                let scale = definition.unit_scale.abs();
                units.iter().all(|input| {
                    let factor = conversion(input.base().0, unit);
                    factor.is_some_and(|factor| (scale / factor - 1.0).abs() <= SCALE_ROUNDING)
                })
            }
            ResultUnit::OfTheProduct => {
                made_of(&units, |product, input| product + input) == unit.dimension()
            }
            ResultUnit::OfTheRatio => ratio_fits(&units, unit, definition.unit_scale.abs()),
            ResultUnit::PerSurface => {
                units[0].dimension() - Unit::SquareCentimetre.dimension() == unit.dimension()
            }
            ResultUnit::Is(_) | ResultUnit::OfTheAxis => true,
        };
        let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
        let detail = format!(
            "units {} with unit_scale {} do not fit inputs in {}",
            unit.name(),
            definition.unit_scale,
            names.join(", ")
        );
        (!fits).then(|| at.fault(detail))
    };
    placed(all).filter_map(of).collect()
}

fn made_of(units: &[Unit], combine: impl Fn(Dimension, Dimension) -> Dimension) -> Dimension {
    let dimensions = units.iter().map(|unit| unit.dimension());
    dimensions.reduce(combine).unwrap_or(Unit::None.dimension())
}

/// The factor of an index is part of the formula; another ratio is scaled to its unit.
fn ratio_fits(units: &[Unit], unit: Unit, scale: f64) -> bool {
    let dimension = made_of(units, |first, second| first - second);
    let exact = (scale / unit.base().1 - 1.0).abs() <= SCALE_ROUNDING;
    dimension == unit.dimension() && (dimension == Unit::None.dimension() || exact)
}

/// Unit of an input; none for one that cannot be loaded. A caliper measures cm.
fn unit_of(all: &Measurements, image_type: &str, input: &InputSource) -> Option<Unit> {
    let of_type = match input {
        InputSource::Own(_) => image_type,
        InputSource::Other(other) => other.image_type.as_str(),
        InputSource::Caliper(_) => return Some(Unit::Centimetre),
    };
    let mut rows = all.get(of_type)?.iter();
    let row = rows.find(|row| row.presentation.name == *input.name())?;
    row.loaded.as_ref().ok()?.definition.unit
}
