//! Inputs read for a value, gathered while formulas run.

use std::collections::{BTreeMap, BTreeSet};

use super::image::{Image, Line};
use super::marks::Event;
use crate::records::calibration::CalibrationSource;
use crate::records::measurement::{MarkRead, PointsRead};
use crate::records::point_ids::PointIds;

/// Codes of what a reader of a value should know.
pub mod warning {
    /// A contour crosses itself.
    pub const SELF_INTERSECTING: &str = "self_intersecting";
    /// Two long axes differ by more than a fifth of the longer.
    pub const BIPLANE_LENGTHS_DIFFER: &str = "biplane_lengths_differ";
    /// End-diastolic and end-systolic values differ in number, so that none are paired.
    pub const EVENT_COUNTS_DIFFER: &str = "event_counts_differ";
    /// One template was placed more than once in one cycle and event; the latest counts.
    pub const CALIPER_REPEATED: &str = "caliper_repeated";
    /// Times of several images count from onsets of different types.
    pub const ONSET_TYPES_DIFFER: &str = "onset-types-differ";
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

/// Inputs used for a value, gathered while formulas run.
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
    /// Inputs read from the second image of a biplane measurement.
    pub other: Option<Box<Trace>>,
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

    /// Lines that were looked up, each with whether the point at a place of it was read.
    pub fn lines_read<'a>(
        &'a self,
        image: &'a Image,
    ) -> impl Iterator<Item = (LinePlace, &'a Line, impl Fn(usize) -> bool)> {
        self.lines.iter().filter_map(|(&place, which)| {
            let (cycle, event, line) = place;
            let drawn = image.cycles.get(cycle as usize)?.lines_at(event);
            let read = |point: usize| match which {
                Which::None => false,
                Which::All => true,
                Which::Some(places) => u16::try_from(point).is_ok_and(|at| places.contains(&at)),
            };
            Some((place, drawn.get(usize::from(line))?, read))
        })
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
