//! Object of a measurement: drawn lines, marks and calibration of one image.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::marks::{Event, Marks};
use super::null_reason::{Measured, NullReason};
use crate::calibration::aliasing::Aliasing;
use crate::calibration::choice::{Candidate, flow};
use crate::calibration::region_need::RegionNeed;
use crate::cycles::pins::Pins;
use crate::records::calibration::{FlowDirection, VelocityAxis};
use crate::records::metadata::WarningCode;
use crate::records::point_ids::PointIds;
use crate::segmentation::pins::Pinned;

/// Kinds of image that are measured alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modality {
    /// Planes at end diastole and end systole.
    TwoD,
    /// Depths over time.
    MMode,
    /// Velocities over time.
    Doppler,
    /// No image: other measurements only.
    Any,
}

/// Why a clip has no frame times to measure with: cycle length and heart rate are null then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoFrameTimes {
    /// No attribute of the file gives them (docs/calibration.md#frame-times).
    NotInFile,
    /// The file is not available, and a stored record holds none: its frame rate is a mean.
    NoFile,
}

impl NoFrameTimes {
    /// The code that provenance names.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotInFile => "no_frame_times_in_file",
            Self::NoFile => "no_file_for_frame_times",
        }
    }
}

/// How a line runs between its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// Straight pieces.
    Linear,
    /// Monotone cubic over x.
    Pchip,
    /// Centripetal Catmull-Rom.
    CatmullRom,
    /// Spline over chord length.
    ChordSpline,
}

/// A control point.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ControlPoint {
    /// Id, shared with every provenance that names it; empty when the caller gives none.
    pub id: Rc<str>,
    /// Column in stored pixels.
    pub x: f64,
    /// Row in stored pixels, unwrapped.
    pub y: f64,
    /// Name of the point; empty for one without.
    pub kind: String,
    /// Its constraints.
    pub pins: Pins,
}

impl Pinned for ControlPoint {
    fn position(&self) -> [f64; 2] {
        [self.x, self.y]
    }

    fn put(&mut self, [x, y]: [f64; 2]) {
        (self.x, self.y) = (x, y);
    }

    fn pins(&self) -> Pins {
        self.pins
    }
}

/// A drawn line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Name in the configuration, shared with every provenance that names it.
    pub name: Rc<str>,
    /// Shape, as stored.
    pub shape: String,
    /// How it runs between its points.
    pub interpolation: Interpolation,
    /// Points in order.
    pub points: Vec<ControlPoint>,
    /// Frame it was drawn on, from 1; none on a strip, a still picture, and where it is not known.
    pub frame_number: Option<u32>,
    /// Their ids, once requested.
    ids: OnceCell<PointIds>,
}

impl Line {
    /// A line.
    pub fn new(
        name: &str,
        shape: &str,
        interpolation: Interpolation,
        points: Vec<ControlPoint>,
    ) -> Self {
        Self {
            name: name.into(),
            shape: shape.to_owned(),
            interpolation,
            points,
            frame_number: None,
            ids: OnceCell::new(),
        }
    }

    /// The same line, drawn on this frame.
    pub fn on_frame(self, frame_number: Option<u32>) -> Self {
        Self {
            frame_number,
            ..self
        }
    }

    /// Ids of the points that have one.
    pub fn point_ids(&self) -> PointIds {
        let given = |point: &&ControlPoint| !point.id.is_empty();
        let ids = || {
            self.points
                .iter()
                .filter(given)
                .map(|point| point.id.clone())
        };
        self.ids.get_or_init(|| ids().collect()).clone()
    }
}

/// Lines of one cycle.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CycleLines {
    /// At end diastole, 2D.
    pub end_diastole: Vec<Line>,
    /// At end systole, 2D.
    pub end_systole: Vec<Line>,
    /// On a strip, or on a still picture that has no events.
    pub timeless: Vec<Line>,
    /// Pattern in which the cycle is traced; none before a line is drawn.
    pub pattern: Option<String>,
}

impl CycleLines {
    /// Lines at an event of a plane; lines of a strip or a still picture without one.
    pub fn lines_at(&self, event: Option<Event>) -> &[Line] {
        match event {
            Some(Event::EndDiastole) => &self.end_diastole,
            Some(Event::EndSystole) => &self.end_systole,
            _ => &self.timeless,
        }
    }

    /// A still picture: lines without events.
    pub fn is_still(&self) -> bool {
        !self.timeless.is_empty() && self.end_diastole.is_empty() && self.end_systole.is_empty()
    }
}

/// One image; every number is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Kind of image.
    pub modality: Modality,
    /// Regions that give a scale.
    pub candidates: Vec<Candidate>,
    /// How rows become velocities.
    pub velocity_axis: VelocityAxis,
    /// Direction of flow.
    pub flow_direction: FlowDirection,
    /// Zero line set by the user, absolute row.
    pub baseline_y: Option<f64>,
    /// Aliasing correction.
    pub aliasing: Aliasing,
    /// Marks of each cycle; none: no cycle was ever marked.
    pub marks: Option<Vec<Marks>>,
    /// Lines of each cycle.
    pub cycles: Vec<CycleLines>,
    /// The file has one frame: a still picture, on which no cycle can be marked.
    pub single_frame: bool,
    /// Cycles that a person excluded.
    pub excluded: BTreeSet<usize>,
    /// Time of each frame, ms, or why there is none to measure with.
    pub frame_times_ms: Result<Vec<f64>, NoFrameTimes>,
    /// Irregularities of the calibration.
    pub region_warnings: Vec<WarningCode>,
    /// Irregularities of the frame times.
    pub time_warnings: Vec<WarningCode>,
    /// Exact age of the pregnancy, days.
    pub gestational_age_days: Option<f64>,
    /// Body surface of the patient, m2.
    pub body_surface_m2: Option<f64>,
    /// Values of other measurements in base units.
    pub operands: BTreeMap<String, Vec<Option<f64>>>,
}

impl Image {
    /// Cycles that are marked or drawn.
    pub fn cycle_count(&self) -> usize {
        let marked = self.marks.as_ref().map_or(0, Vec::len);
        marked.max(self.cycles.len())
    }

    /// The cycle counts.
    ///
    /// # Errors
    /// `ExcludedCycle` where a person excluded it.
    pub fn counts(&self, cycle: usize) -> Measured<()> {
        if self.excluded.contains(&cycle) {
            return Err(NullReason::ExcludedCycle);
        }
        Ok(())
    }

    /// A mark of a cycle: frame number or x in pixels.
    pub fn mark(&self, cycle: usize, event: Event) -> Option<f64> {
        self.marks.as_ref()?.get(cycle)?.get(event)
    }

    /// The flow region (docs/calibration.md#flow-region); nothing is measured without one.
    pub fn flow_region(&self) -> Option<&Candidate> {
        let need = match self.modality {
            Modality::TwoD => RegionNeed::TwoD,
            Modality::MMode => RegionNeed::MMode,
            Modality::Doppler => RegionNeed::Spectral,
            Modality::Any => return None,
        };
        flow(&self.candidates, need)
    }

    /// Length of each cycle in s: onset to onset, or between consecutive end-diastolic frames.
    pub fn cycle_lengths(&self) -> Vec<Measured<f64>> {
        let count = self.cycle_count();
        if self.modality == Modality::TwoD {
            let time = |cycle: usize| {
                let mark = self.mark(cycle, Event::EndDiastole);
                self.frame_time_s(mark.ok_or(NullReason::MissingMark)?)
            };
            let step = |cycle: usize| {
                self.counts(cycle)?;
                Ok(time(cycle + 1)? - time(cycle)?)
            };
            return match count {
                0 => Vec::new(),
                1 => vec![Err(self.counts(0).err().unwrap_or(NullReason::SingleCycle))],
                _ => (0..count - 1).map(step).collect(),
            };
        }
        let spacing = self.flow_region().map(|flow| flow.region.x.delta.abs());
        let length = |cycle: usize| {
            self.counts(cycle)?;
            let mark = |event| self.mark(cycle, event).ok_or(NullReason::MissingMark);
            let pixels = mark(Event::OnsetEnd)? - mark(Event::OnsetStart)?;
            Ok(pixels * spacing.ok_or(NullReason::NoRegion)?)
        };
        (0..count).map(length).collect()
    }

    /// Time of a frame numbered from 1, s; none outside or when times are assumed.
    fn frame_time_s(&self, frame_number: f64) -> Measured<f64> {
        let times = self.frame_times_ms.as_ref();
        let times = times.map_err(|_| NullReason::NoFrameTimes)?;
        if frame_number < 1.0 || frame_number.fract() != 0.0 {
            return Err(NullReason::NoFrameTimes);
        }
        // The conversion saturates, so a huge number is outside.
        let time = times.get(frame_number as usize - 1);
        time.map(|ms| ms / 1000.0).ok_or(NullReason::NoFrameTimes)
    }
}
