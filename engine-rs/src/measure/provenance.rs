//! What a result was computed from.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::definition::Definition;
use super::evaluate::Answer;
use super::image::Image;
use super::marks::Event;
use crate::records::calibration::CalibrationSource;
use crate::records::measurement::{CalibrationUsed, FormulaUsed, MarkRead, PointsRead, Provenance};
use crate::records::point_ids::PointIds;

/// Codes of what a reader of a value should know.
pub mod warning {
    /// A contour crosses itself.
    pub const SELF_INTERSECTING: &str = "self_intersecting";
    /// Two long axes differ by more than a fifth of the longer.
    pub const BIPLANE_LENGTHS_DIFFER: &str = "biplane_lengths_differ";
}

/// Which points of a line were read.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Which {
    /// The line was only looked up.
    None,
    /// These, by their place.
    Some(BTreeSet<u16>),
    /// Its curve, so all.
    All,
}

/// Cycle, event (none on a strip) and place of the line among those drawn.
pub type LinePlace = (u32, Option<Event>, u16);

/// What was used on the way, gathered while formulas run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trace {
    lines: BTreeMap<LinePlace, Which>,
    marks: BTreeSet<(u32, Event)>,
    /// Regions that gave the scale, from 0 in the order of the file.
    pub region_indices: BTreeSet<u32>,
    /// Where the scale came from; none when no geometry was scaled.
    pub calibration_source: Option<CalibrationSource>,
    /// Codes of what a reader should know.
    pub warnings: BTreeSet<&'static str>,
}

impl Trace {
    /// A line was looked up.
    pub fn line(&mut self, place: LinePlace) {
        self.lines.entry(place).or_insert(Which::None);
    }

    /// The curve of a line was read.
    pub fn whole_line(&mut self, place: LinePlace) {
        self.lines.insert(place, Which::All);
    }

    /// One point of a line was read.
    pub fn point(&mut self, place: LinePlace, point: usize) {
        let point = u16::try_from(point).unwrap_or(u16::MAX);
        match self.lines.entry(place).or_insert(Which::None) {
            Which::All => {}
            Which::Some(points) => {
                points.insert(point);
            }
            none @ Which::None => *none = Which::Some(BTreeSet::from([point])),
        }
    }

    /// A mark of a cycle was read.
    pub fn mark(&mut self, cycle: usize, event: Event) {
        self.marks.insert((narrow(cycle), event));
    }

    /// Points that were read, with their lines, cycles and frames.
    pub fn points_read(&self, image: &Image) -> Vec<PointsRead> {
        let read = |(&(cycle, event, line), which): (&LinePlace, &Which)| {
            let line = image
                .cycles
                .get(cycle as usize)?
                .lines_at(event)
                .get(usize::from(line))?;
            let point_ids = match which {
                Which::None => PointIds::default(),
                Which::All => line.point_ids(),
                Which::Some(places) => {
                    let read = places.iter();
                    let points = read.filter_map(|place| line.points.get(usize::from(*place)));
                    let ids = points.map(|point| point.id.clone());
                    ids.filter(|id| !id.is_empty()).collect()
                }
            };
            let frame = event.and_then(|event| image.mark(cycle as usize, event));
            Some(PointsRead {
                cycle,
                event: event.map(|event| event.name().into()),
                frame_number: frame.map(|frame| frame as u32),
                line: line.name.clone(),
                point_ids,
            })
        };
        self.lines.iter().filter_map(read).collect()
    }

    /// Marks that were read, with their positions.
    pub fn marks_read(&self, image: &Image) -> Vec<MarkRead> {
        let read = |&(cycle, event): &(u32, Event)| {
            Some(MarkRead {
                cycle,
                event: event.name().into(),
                position: image.mark(cycle as usize, event)?,
            })
        };
        self.marks.iter().filter_map(read).collect()
    }
}

/// Cycles and lines are few; more than these types count would not have been read.
pub fn narrow(cycle: usize) -> u32 {
    u32::try_from(cycle).unwrap_or(u32::MAX)
}

/// What an answer was computed from, as far as the image and the definition tell.
pub fn provenance_of(definition: &Definition, image: &Image, answer: &Answer) -> Provenance {
    let (kind, trace) = (definition.kind, &answer.trace);
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
        warnings: trace.warnings.iter().map(|&code| code.into()).collect(),
    }
}
