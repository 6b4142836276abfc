//! Inputs of a value, in numbers: enough to compute it by hand without the record.

use serde::{Deserialize, Serialize};

use crate::calibration::choice::Candidate;
use crate::calibration::region::Region;
use crate::measure::curves::is_closed;
use crate::measure::image::{ControlPoint, Image, Interpolation, Line};
use crate::measure::marks::Event;
use crate::measure::trace::{LinePlace, Trace};
use crate::records::analysis::{AliasingCorrection, AnalysisImage, ImageModality};
use crate::records::calibration::{CalibrationSource, FlowDirection, VelocityAxis};
use crate::records::measurement::MarkRead;
use crate::units::PhysicalUnit;

/// Inputs read from one image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ImageRead {
    /// The image.
    pub instance_id: String,
    /// How it was taken.
    pub modality: ImageModality,
    /// It is a segmented reference of its type, which values over several images need.
    pub reference: bool,
    /// Pattern in which each cycle is traced; null before a line is drawn. As many as there are
    /// cycles.
    pub patterns: Vec<Option<String>>,
    /// Regions that gave a scale.
    pub regions: Vec<RegionRead>,
    /// How rows became velocities.
    pub velocity_axis: VelocityAxis,
    /// Direction of flow.
    pub flow_direction: FlowDirection,
    /// Rows moved from one end of the spectrum to the other.
    pub correct_aliasing: AliasingCorrection,
    /// Lines that were looked up, by cycle and event.
    pub lines: Vec<LineRead>,
    /// Marks that were read, by cycle.
    pub marks: Vec<MarkRead>,
    /// Times of the frames that marks name; empty on a strip and where the file gives none.
    pub frame_times: Vec<FrameTimeRead>,
}

/// A region with its scale in force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RegionRead {
    /// Place in the file's sequence, from 0; null for a scale of the whole image.
    pub index: Option<u32>,
    /// Where its scale comes from.
    pub source: CalibrationSource,
    /// Region Spatial Format (0018,6012).
    pub spatial_format: u16,
    /// Of overlapping regions it goes before those without.
    pub high_priority: bool,
    /// Left and top edge, px.
    pub min: [f64; 2],
    /// Right and lower edge, px, inclusive; null for an image of unknown size.
    pub max: [Option<f64>; 2],
    /// Units along x and y.
    pub units: [PhysicalUnit; 2],
    /// Units per pixel to the right and downwards, as signed in the file.
    pub delta: [f64; 2],
    /// Absolute row where the velocity is 0, px: set by the user, else by the region; null where
    /// neither is known.
    pub zero_line: Option<f64>,
}

/// A line as its curve runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LineRead {
    /// Cycle, from 0.
    pub cycle: u32,
    /// `end_diastole` or `end_systole`; null on a strip and on a still picture.
    pub event: Option<String>,
    /// Frame of the event, from 1; null without one.
    pub frame_number: Option<f64>,
    /// Name of the line.
    pub name: String,
    /// Shape, as stored.
    pub shape: String,
    /// How it runs between its points.
    pub interpolation: Interpolation,
    /// The curve ends where it begins.
    pub closed: bool,
    /// All control points, in order.
    pub points: Vec<PointRead>,
}

/// A control point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PointRead {
    /// Id within the image.
    pub id: String,
    /// Name of the point.
    #[serde(rename = "type")]
    pub kind: String,
    /// Column, px.
    pub x: f64,
    /// Row, px, unwrapped.
    pub y: f64,
    /// It entered the value: directly, or by the curve through it.
    pub read: bool,
    /// Held on the zero line.
    pub forced_to_zero: bool,
    /// Held on the cycle's onset.
    pub on_onset: bool,
    /// Takes the height of the cycle's first point.
    pub same_as_start: bool,
    /// Takes the height of the previous cycle's last point.
    pub same_as_end: bool,
}

/// When a frame was taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FrameTimeRead {
    /// Frame, from 1.
    pub frame_number: u32,
    /// ms from the first frame.
    pub time_ms: f64,
}

impl ImageRead {
    /// Findings of a trace in an image; none of a record without a modality, which has no image.
    pub(super) fn of(record: &AnalysisImage, image: &Image, trace: &Trace) -> Option<Self> {
        let marks = trace.marks_read(image);
        let patterns = (0..image.cycle_count()).map(|cycle| {
            let drawn = image.cycles.get(cycle)?;
            drawn.pattern.clone()
        });
        let gave_scale = |candidate: &&Candidate| match candidate.index {
            Some(index) => trace.region_indices.contains(&index),
            None => trace.calibration_source == Some(candidate.source),
        };
        let regions = image.candidates.iter().filter(gave_scale);
        Some(Self {
            instance_id: record.instance_id.clone(),
            modality: record.modality?,
            reference: record.reference && record.is_segmented,
            patterns: patterns.collect(),
            regions: regions.map(|found| RegionRead::of(found, image)).collect(),
            velocity_axis: image.velocity_axis,
            flow_direction: image.flow_direction,
            correct_aliasing: AliasingCorrection {
                up: image.aliasing.up,
                down: image.aliasing.down,
            },
            lines: trace
                .lines_read(image)
                .map(|(place, line, read)| LineRead::of(place, line, (image, read)))
                .collect(),
            frame_times: frame_times(record, image, &marks),
            marks,
        })
    }
}

/// Times of the frames at end diastole or end systole.
fn frame_times(record: &AnalysisImage, image: &Image, marks: &[MarkRead]) -> Vec<FrameTimeRead> {
    let (Some(ImageModality::TwoD), Ok(times)) = (record.modality, &image.frame_times_ms) else {
        return Vec::new();
    };
    let of_mark = |mark: &MarkRead| {
        // The conversion saturates, so numbers without a frame of the file are outside of the list.
        let frame_number = mark.position as u32;
        let time_ms = *times.get((frame_number as usize).checked_sub(1)?)?;
        Some(FrameTimeRead {
            frame_number,
            time_ms,
        })
    };
    marks.iter().filter_map(of_mark).collect()
}

impl RegionRead {
    fn of(candidate: &Candidate, image: &Image) -> Self {
        let region: &Region = &candidate.region;
        let known = |bound: f64| (bound < f64::MAX).then_some(bound);
        let own = || region.zero_line(image.velocity_axis);
        Self {
            index: candidate.index,
            source: candidate.source,
            spatial_format: region.spatial_format,
            high_priority: region.high_priority,
            min: [region.min_x, region.min_y],
            max: [known(region.max_x), known(region.max_y)],
            units: [region.x.unit, region.y.unit],
            delta: [region.x.delta, region.y.delta],
            zero_line: image.baseline_y.or_else(own),
        }
    }
}

impl LineRead {
    fn of(
        (cycle, event, _): LinePlace,
        line: &Line,
        (image, read): (&Image, impl Fn(usize) -> bool),
    ) -> Self {
        let points = line.points.iter().enumerate();
        Self {
            cycle,
            event: event.map(|event: Event| event.name().to_owned()),
            frame_number: event.and_then(|event| image.mark(cycle as usize, event)),
            name: line.name.to_string(),
            shape: line.shape.clone(),
            interpolation: line.interpolation,
            closed: is_closed(line),
            points: points
                .map(|(place, point)| PointRead::of(point, read(place)))
                .collect(),
        }
    }
}

impl PointRead {
    fn of(point: &ControlPoint, read: bool) -> Self {
        Self {
            id: point.id.to_string(),
            kind: point.kind.clone(),
            x: point.x,
            y: point.y,
            read,
            forced_to_zero: point.pins.forced_to_zero,
            on_onset: point.pins.on_onset,
            same_as_start: point.pins.same_as_start,
            same_as_end: point.pins.same_as_end,
        }
    }
}
