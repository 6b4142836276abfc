//! Calipers computed from their points with the calibration in force; what is stored with them is
//! compared, never used.
//!
//! Which points a distance runs between follows from the counts of a template: of 2n points n
//! distances are those of n pairs; of n + 1 points n distances are those of neighbours; two
//! distances of two points are those along x and along y of a strip. An angle is that at the middle
//! of three points, or between the lines from first to second and from third to fourth.

use std::borrow::Cow;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::calibration::choice::{Axes, Candidate, Need, choose};
use crate::calibration::region::{Axis, Region};
use crate::geometry::Point;
use crate::measure::evaluate::guard;
use crate::measure::image::{Image, Modality};
use crate::measure::null_reason::{Measured, NullReason, finite};
use crate::measure::study::sources::latest;
use crate::measure::trace::narrow;
use crate::records::calibration::{CalibrationSource, PixelPosition};
use crate::records::measurement::{CalibrationUsed, CaliperMeasurement, FormulaUsed, Provenance};
use crate::units::PhysicalUnit;

/// Degrees of half a turn, over pi.
const DEGREES_PER_RADIAN: f64 = 180.0 / core::f64::consts::PI;

/// A caliper with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CaliperValues {
    /// Identity of the caliper within the image.
    pub id: String,
    /// Name of the template, or the plain kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// Cycle, from 0; null while it is assigned to none.
    pub cycle: Option<u32>,
    /// Event of the cycle; null outside of events.
    pub event: Option<String>,
    /// A later one of the same template is in this cycle and event, and counts instead.
    pub superseded: bool,
    /// In the order of their names.
    pub distances: Vec<CaliperValue>,
    /// In the order of their names, degrees.
    pub angles: Vec<CaliperValue>,
    /// Its points in the units of their region, from its reference pixel, or from its upper left
    /// corner where an axis has none; empty without a region.
    pub real: Vec<PixelPosition>,
    /// Inputs of the values; null without a region.
    pub provenance: Option<Provenance>,
}

/// A distance or an angle of a caliper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CaliperValue {
    /// Name in the template.
    pub name: String,
    /// In `unit`; null where it cannot be computed.
    pub value: Option<f64>,
    /// `cm`, `s`, `cm/s` or `deg`; null without a value.
    pub unit: Option<String>,
    /// Code of why the value is null; null otherwise.
    pub reason: Option<String>,
    /// A distance in stored pixels, where the image has no scale; null otherwise.
    pub length_px: Option<f64>,
}

/// Every caliper of an image, in the order in which they were placed.
pub fn of_image(image: &Image, calipers: &[CaliperMeasurement]) -> Vec<CaliperValues> {
    let superseded = |place: usize| latest(calipers, place) != place;
    let numbered = calipers.iter().enumerate();
    let values = numbered.map(|(place, found)| CaliperValues {
        id: found.id.clone(),
        kind: found.kind.clone(),
        cycle: found.cycle,
        event: found.event.clone(),
        superseded: superseded(place),
        distances: named(&found.dists_name, distances(image, found), |place| {
            length_px(image, found, place)
        }),
        angles: named(&found.angles_name, angles(image, found), |_| None),
        real: real(image, found),
        provenance: provenance(image, found),
    });
    values.collect()
}

fn named(
    names: &[String],
    values: Vec<Measured<(f64, &'static str)>>,
    length_px: impl Fn(usize) -> Option<f64>,
) -> Vec<CaliperValue> {
    let numbered = names.iter().zip(values).enumerate();
    let named = numbered.map(|(place, (name, value))| CaliperValue {
        name: name.clone(),
        value: value.ok().map(|(value, _)| value),
        unit: value.ok().map(|(_, unit)| unit.to_owned()),
        reason: value.err().map(|reason| reason.code().to_owned()),
        length_px: length_px(place),
    });
    named.collect()
}

/// The points a distance runs between; none where the template's counts make no distances.
fn ends(points: usize, distances: usize, place: usize) -> Option<(usize, usize)> {
    match points {
        all if all == 2 * distances => Some((2 * place, 2 * place + 1)),
        all if all == distances + 1 => Some((place, place + 1)),
        _ => None,
    }
}

/// The two distances of two points on a strip run along its axes.
fn is_along(image: &Image, caliper: &CaliperMeasurement) -> bool {
    let counts = (caliper.points.pixel.len(), caliper.dists_name.len());
    image.modality != Modality::TwoD && counts == (2, 2)
}

fn length_px(image: &Image, caliper: &CaliperMeasurement, place: usize) -> Option<f64> {
    guard(image).err()?;
    let points = &caliper.points.pixel;
    if is_along(image, caliper) {
        let (dx, dy) = (points[1].x - points[0].x, points[1].y - points[0].y);
        return Some(if place == 0 { dx.abs() } else { dy.abs() });
    }
    let (first, second) = ends(points.len(), caliper.dists_name.len(), place)?;
    let at = |place: usize| Point::new(points[place].x, points[place].y);
    Some(at(first).distance(at(second)))
}

/// The region that contains all points of a caliper.
fn region_of<'a>(image: &'a Image, caliper: &CaliperMeasurement) -> Option<&'a Candidate> {
    let points = caliper.points.pixel.iter();
    let positions: Vec<[f64; 2]> = points.map(|point| [point.x, point.y]).collect();
    guard(image).ok()?;
    choose(
        &image.candidates,
        (Need::Any, Axes::Xy),
        image.aliasing,
        &positions,
    )
}

fn real(image: &Image, caliper: &CaliperMeasurement) -> Vec<PixelPosition> {
    let Some(Candidate { region, .. }) = region_of(image, caliper) else {
        return Vec::new();
    };
    let along = |axis: &Axis, corner: f64, at: f64| match axis.reference {
        Some(reference) => axis.reference_value + (at - reference) * axis.delta,
        None => (at - corner) * axis.delta,
    };
    let points = caliper.points.pixel.iter();
    points
        .map(|point| PixelPosition {
            x: along(&region.x, region.min_x, point.x),
            y: along(&region.y, region.min_y, point.y),
        })
        .collect()
}

/// The study adds configuration and calibration versions.
fn provenance(image: &Image, caliper: &CaliperMeasurement) -> Option<Provenance> {
    let Candidate { index, source, .. } = region_of(image, caliper)?;
    Some(Provenance {
        formula: FormulaUsed {
            kind: Cow::Borrowed("caliper"),
            name: Some(Cow::Owned(caliper.kind.clone())),
            version: 1,
        },
        engine_version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
        config_versions: Rc::default(),
        calibration: CalibrationUsed {
            source: *source,
            region_indices: index.iter().copied().collect(),
            version: None,
            velocity_axis: image.velocity_axis,
            flow_direction: image.flow_direction,
            baseline_y: image.baseline_y,
        },
        points: Vec::new(),
        marks: Vec::new(),
        inputs: Vec::new(),
        other_image: None,
        warnings: Vec::new(),
    })
}

/// Distances with their units, one for each name.
pub fn distances(
    image: &Image,
    caliper: &CaliperMeasurement,
) -> Vec<Measured<(f64, &'static str)>> {
    let points = &caliper.points.pixel;
    let count = caliper.dists_name.len();
    let between = |place: usize| -> Measured<(f64, &'static str)> {
        counts(image, caliper)?;
        guard(image).map_err(|_| NullReason::NoRegion)?;
        if is_along(image, caliper) {
            return along(image, points, place);
        }
        let (first, second) = ends(points.len(), count, place).ok_or(NullReason::MissingPoint)?;
        let [from, to] = in_cm(image, [points[first], points[second]])?;
        Ok((finite(from.distance(to))?, "cm"))
    };
    (0..count).map(between).collect()
}

/// Angles in degrees, one for each name.
pub fn angles(image: &Image, caliper: &CaliperMeasurement) -> Vec<Measured<(f64, &'static str)>> {
    let one = |place: usize| -> Measured<(f64, &'static str)> {
        counts(image, caliper)?;
        guard(image).map_err(|_| NullReason::NoRegion)?;
        let (first, second) = match *caliper.points.pixel.as_slice() {
            [one, vertex, other] if place == 0 => {
                let [one, vertex, other] = in_cm(image, [one, vertex, other])?;
                (one.minus(vertex), other.minus(vertex))
            }
            [a, b, c, d] if place == 0 => {
                let [a, b, c, d] = in_cm(image, [a, b, c, d])?;
                (b.minus(a), d.minus(c))
            }
            _ => return Err(NullReason::MissingPoint),
        };
        if first.length() == 0.0 || second.length() == 0.0 {
            return Err(NullReason::NoExtent);
        }
        let turn = libm::atan2(first.cross(second).abs(), first.dot(second));
        Ok((finite(turn * DEGREES_PER_RADIAN)?, "deg"))
    };
    (0..caliper.angles_name.len()).map(one).collect()
}

/// An unassigned caliper counts separately.
fn counts(image: &Image, caliper: &CaliperMeasurement) -> Measured<()> {
    let cycle = caliper.cycle.and_then(|cycle| usize::try_from(cycle).ok());
    cycle.map_or(Ok(()), |cycle| image.counts(cycle))
}

/// The one region that holds all of the points.
fn region<'a>(
    image: &'a Image,
    need: (Need, Axes),
    points: &[PixelPosition],
) -> Measured<&'a Region> {
    let positions: Vec<[f64; 2]> = points.iter().map(|point| [point.x, point.y]).collect();
    let chosen = choose(&image.candidates, need, image.aliasing, &positions);
    Ok(&chosen.ok_or(NullReason::NoRegion)?.region)
}

fn in_cm<const N: usize>(image: &Image, points: [PixelPosition; N]) -> Measured<[Point; N]> {
    let region = region(image, (Need::Length, Axes::Xy), &points)?;
    let (sx, sy) = (region.x.delta.abs(), region.y.delta.abs());
    Ok(points.map(|point| Point::new(point.x * sx, point.y * sy)))
}

/// The first distance of a strip runs along x, the second along y.
fn along(image: &Image, points: &[PixelPosition], place: usize) -> Measured<(f64, &'static str)> {
    let (dx, dy) = (points[1].x - points[0].x, points[1].y - points[0].y);
    let (need, pixels) = match place {
        0 => ((Need::Time, Axes::X), dx),
        _ => ((Need::Vertical, Axes::Y), dy),
    };
    let region = region(image, need, points)?;
    let axis = if place == 0 { &region.x } else { &region.y };
    let unit = match axis.unit {
        PhysicalUnit::Second => "s",
        PhysicalUnit::CentimetrePerSecond => "cm/s",
        _ => "cm",
    };
    Ok((finite(pixels.abs() * axis.delta.abs())?, unit))
}

/// A distance of calipers: template, name of the distance, and the event they were placed at where one is asked for.
type Wanted<'a> = (&'a str, &'a str, Option<&'a str>);

fn of_template<'a>(
    calipers: &'a [CaliperMeasurement],
    (template, name, event): Wanted<'a>,
) -> impl Iterator<Item = &'a CaliperMeasurement> {
    calipers.iter().filter(move |found| {
        found.kind == template
            && event.is_none_or(|event| found.event.as_deref() == Some(event))
            && found.dists_name.iter().any(|found| found == name)
    })
}

/// Where the scale of a distance came from: the least trusted of its calipers. None where none is in a region.
pub fn scale_of(
    image: &Image,
    calipers: &[CaliperMeasurement],
    wanted: Wanted<'_>,
) -> Option<CalibrationSource> {
    let regions = of_template(calipers, wanted).filter_map(|one| region_of(image, one));
    regions.map(|Candidate { source, .. }| *source).max()
}

/// Distances of a template and name, one entry for each cycle, and whether some cycle has several
/// of them; none where the image has no such caliper in a cycle.
pub fn by_cycle(
    image: &Image,
    calipers: &[CaliperMeasurement],
    wanted: Wanted<'_>,
) -> Option<(Vec<Option<f64>>, bool)> {
    let name = wanted.1;
    let found: Vec<&CaliperMeasurement> = of_template(calipers, wanted).collect();
    let last = found.iter().filter_map(|caliper| caliper.cycle).max()?;
    let cycles = narrow(image.cycle_count()).max(last.saturating_add(1));
    let mut repeated = false;
    let of_cycle = |cycle: u32| {
        let mut here = found.iter().filter(|caliper| caliper.cycle == Some(cycle));
        let caliper = here.next_back()?;
        repeated |= here.next().is_some();
        let place = caliper.dists_name.iter().position(|found| found == name)?;
        let values = distances(image, caliper);
        values.get(place)?.ok().map(|(value, _)| value)
    };
    let values = (0..cycles).map(of_cycle).collect();
    Some((values, repeated))
}
