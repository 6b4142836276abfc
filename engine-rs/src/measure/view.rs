//! What a formula sees: one cycle and event of an image, in physical units.

use super::definition::Definition;
use super::image::{ControlPoint, CycleLines, Image, Interpolation, Line, Modality};
use super::provenance::Trace;
use crate::calibration::choice::{Axes, Need, choose};
use crate::calibration::doppler::VelocityScale;
use crate::calibration::region::Region;
use crate::geometry::Point;
use crate::geometry::ellipse::Oval;
use crate::records::calibration::FlowDirection;
use crate::spline::{ContourKind, Piecewise, SAMPLES_PER_SEGMENT, fit, pchip, sample};

/// Positions around an oval where it is used as a contour (image analysis 9).
const SAMPLES_PER_ELLIPSE: usize = 50;
/// A mark this close to the end of a curve, in s, lies on it: pinned points carry rounding.
const SAME_TIME_S: f64 = 1e-9;

/// One cycle and event.
pub struct View<'a> {
    /// The image.
    pub image: &'a Image,
    /// What is measured.
    pub definition: &'a Definition,
    /// Cycle, from 0.
    pub cycle: usize,
    /// Event asked for; none for the usual one.
    pub event: Option<&'a str>,
    /// Lines of this evaluation.
    pub lines: &'a [String],
    /// What was used.
    pub trace: &'a mut Trace,
}

/// A velocity curve, t in s and v in cm/s, with the limits of the measurement.
pub struct Flow {
    /// v over t; t counts from column 0.
    pub curve: Piecewise,
    /// First limit.
    pub from: f64,
    /// Second limit.
    pub to: f64,
    /// Seconds per column.
    pub seconds_per_px: f64,
}

impl Flow {
    /// Limits in order of time.
    pub fn ordered(&self) -> (f64, f64) {
        (self.from.min(self.to), self.from.max(self.to))
    }

    /// Mean over time between two positions; none without duration.
    pub fn mean(&self, from: f64, to: f64) -> Option<f64> {
        let area = self
            .curve
            .integral(from, to, crate::spline::piecewise::Part::Signed)?;
        (to > from).then(|| area / (to - from))
    }

    /// A position that may lie outside of the curve by rounding.
    pub fn on_curve(&self, time: f64) -> f64 {
        let [first, last] = self.curve.range();
        let near = |end: f64| (time - end).abs() <= SAME_TIME_S;
        if near(first) {
            first
        } else if near(last) {
            last
        } else {
            time
        }
    }
}

impl<'a> View<'a> {
    /// The event on this kind of image.
    fn event_name(&self) -> &'static str {
        let systole = self.event == Some("end_systole");
        match (self.image.modality, self.event) {
            (Modality::TwoD, _) if systole => "end_systole",
            (Modality::TwoD, _) => "end_diastole",
            (_, Some("end_systole")) => "end_systole",
            (_, Some("end_diastole_end")) => "end_diastole_end",
            (_, Some("onset_start")) => "onset_start",
            (_, Some("onset_end")) => "onset_end",
            _ => "end_diastole_start",
        }
    }

    /// Column of the event on a strip.
    pub fn event_x(&self) -> Option<f64> {
        self.image.mark(self.cycle, self.event_name())
    }

    /// Lines drawn at the event; none on a plane whose frame is not marked.
    fn drawn(&self) -> Option<&'a [Line]> {
        let cycle: &'a CycleLines = self.image.cycles.get(self.cycle)?;
        if self.image.modality != Modality::TwoD {
            return Some(&cycle.strip);
        }
        let event = self.event_name();
        if self.image.marks.is_some() && self.image.mark(self.cycle, event).is_none() {
            return None;
        }
        Some(match event {
            "end_systole" => &cycle.end_systole,
            _ => &cycle.end_diastole,
        })
    }

    /// A line of this evaluation by its place; without names the only one drawn.
    pub fn line(&mut self, place: usize) -> Option<&'a Line> {
        let drawn = self.drawn()?;
        let line = match self.lines.get(place) {
            Some(name) => drawn.iter().find(|line| &line.name == name)?,
            None if self.lines.is_empty() && drawn.len() == 1 && place == 0 => &drawn[0],
            None => return None,
        };
        self.trace.lines.insert(line.name.clone());
        Some(line)
    }

    /// The named control point at a place of `points`; with a line for each point, on its own line.
    pub fn point(&mut self, place: usize) -> Option<&'a ControlPoint> {
        let name = self.definition.points.get(place)?;
        let lines = &self.definition.lines;
        let own_line = lines.len() > 1 && lines.len() == self.definition.points.len();
        let drawn = self.drawn()?;
        let searched = drawn.iter().filter(|line| {
            let wanted = if own_line {
                &lines[place..=place]
            } else {
                self.lines
            };
            wanted.is_empty() || wanted.contains(&line.name)
        });
        for line in searched {
            if let Some(point) = line.points.iter().find(|point| &point.kind == name) {
                self.note(line, point);
                return Some(point);
            }
        }
        None
    }

    fn note(&mut self, line: &Line, point: &ControlPoint) {
        self.trace.lines.insert(line.name.clone());
        if !point.id.is_empty() {
            self.trace.point_ids.insert(point.id.clone());
        }
    }

    /// The one region that holds all points and has the units needed.
    pub fn region(&mut self, need: Need, axes: Axes, points: &[[f64; 2]]) -> Option<&'a Region> {
        let image: &'a Image = self.image;
        let chosen = choose(&image.candidates, (need, axes), image.aliasing, points)?;
        self.trace.region_indices.extend(chosen.index);
        self.trace.calibration_source = Some(chosen.source);
        Some(&chosen.region)
    }

    /// cm per pixel of both axes for points measured together.
    pub fn length_scale(&mut self, points: &[[f64; 2]]) -> Option<[f64; 2]> {
        let region = self.region(Need::Length, Axes::Xy, points)?;
        Some([region.x.delta.abs(), region.y.delta.abs()])
    }

    /// Points brought to cm together.
    pub fn in_cm(&mut self, points: &[&ControlPoint]) -> Option<Vec<Point>> {
        let positions: Vec<[f64; 2]> = points.iter().map(|point| [point.x, point.y]).collect();
        let [sx, sy] = self.length_scale(&positions)?;
        Some(
            positions
                .iter()
                .map(|[x, y]| Point::new(x * sx, y * sy))
                .collect(),
        )
    }

    /// The oval of a line in cm; none for other shapes or with fewer than three points.
    pub fn oval(&mut self, line: &Line) -> Option<Oval> {
        let three = line.points.get(..3)?;
        let positions: Vec<[f64; 2]> = three.iter().map(|point| [point.x, point.y]).collect();
        let scale = self.length_scale(&positions)?;
        scaled_oval(line, scale)
    }

    /// A line as positions in cm, interpolated in pixels; a closed one ends where it begins.
    pub fn contour(&mut self, line: &Line) -> Option<Vec<Point>> {
        let [contour] = self.contours([line])?;
        Some(contour)
    }

    /// Lines measured together, so in one region.
    pub fn contours<const N: usize>(&mut self, lines: [&Line; N]) -> Option<[Vec<Point>; N]> {
        let points = lines.iter().flat_map(|line| &line.points);
        let positions: Vec<[f64; 2]> = points.map(|point| [point.x, point.y]).collect();
        let scale = self.length_scale(&positions)?;
        let contours = lines.map(|line| sampled(line, scale));
        contours
            .iter()
            .all(Option::is_some)
            .then(|| contours.map(Option::unwrap_or_default))
    }

    /// Row of a strip's line at a column, by its curve.
    pub fn row_at(&self, line: &Line, x: f64) -> Option<f64> {
        let columns: Vec<f64> = line.points.iter().map(|point| point.x).collect();
        let rows: Vec<f64> = line.points.iter().map(|point| point.y).collect();
        function(line.interpolation, &columns, &rows)?.at(x)
    }

    /// Vertical gap in cm between two positions of a strip.
    pub fn depth_between(&mut self, from: [f64; 2], to: [f64; 2]) -> Option<f64> {
        let region = self.region(Need::Depth, Axes::Y, &[from, to])?;
        Some((from[1] - to[1]).abs() * region.y.delta.abs())
    }

    /// Vertical gap in cm between two lines of a strip at the event.
    pub fn gap_at_event(&mut self) -> Option<f64> {
        let x = self.event_x()?;
        let (first, second) = (self.line(0)?, self.line(1)?);
        let (upper, lower) = (self.row_at(first, x)?, self.row_at(second, x)?);
        self.depth_between([x, upper], [x, lower])
    }

    /// Rows as velocities towards the direction of flow.
    fn velocities(&self, region: &Region) -> Option<VelocityScale> {
        let image = self.image;
        let mut scale = VelocityScale::of(region, image.velocity_axis, image.baseline_y)?;
        if image.flow_direction == FlowDirection::Away {
            scale.scale = -scale.scale;
        }
        Some(scale)
    }

    /// Velocity of a point, cm/s.
    pub fn velocity(&mut self, point: &ControlPoint) -> Option<f64> {
        let region = self.region(Need::Velocity, Axes::Y, &[[point.x, point.y]])?;
        Some(self.velocities(region)?.at(point.y))
    }

    /// Times in s and velocities in cm/s of points measured together.
    pub fn times_and_velocities(&mut self, points: &[&ControlPoint]) -> Option<Vec<(f64, f64)>> {
        let positions: Vec<[f64; 2]> = points.iter().map(|point| [point.x, point.y]).collect();
        let region = self.region(Need::Velocity, Axes::Xy, &positions)?;
        let (scale, step) = (self.velocities(region)?, region.x.delta.abs());
        Some(
            positions
                .iter()
                .map(|&[x, y]| (x * step, scale.at(y)))
                .collect(),
        )
    }

    /// The velocity curve of the first line between the two `points`, or over all of it. Points of
    /// the line outside of these limits need not lie in the region.
    pub fn flow(&mut self) -> Option<Flow> {
        let line = self.line(0)?;
        let (first, last) = (line.points.first()?, line.points.last()?);
        let (from, to) = if self.definition.points.len() >= 2 {
            (self.point(0)?.x, self.point(1)?.x)
        } else {
            (first.x, last.x)
        };
        let (left, right) = (from.min(to), from.max(to));
        let inside = |point: &&ControlPoint| point.x >= left && point.x <= right;
        let limited: Vec<[f64; 2]> = line
            .points
            .iter()
            .filter(inside)
            .map(|p| [p.x, p.y])
            .collect();
        let region = self.region(Need::Velocity, Axes::Xy, &limited)?;
        let (scale, step) = (self.velocities(region)?, region.x.delta.abs());
        let times: Vec<f64> = line.points.iter().map(|point| point.x * step).collect();
        let velocities: Vec<f64> = line.points.iter().map(|point| scale.at(point.y)).collect();
        let curve = function(line.interpolation, &times, &velocities)?;
        Some(Flow {
            curve,
            from: from * step,
            to: to * step,
            seconds_per_px: step,
        })
    }
}

/// The oval through the first three points, in cm.
fn scaled_oval(line: &Line, [sx, sy]: [f64; 2]) -> Option<Oval> {
    let [first, second, third, ..] = line.points.as_slice() else {
        return None;
    };
    let three = [first, second, third].map(|point| Point::new(point.x, point.y));
    Some(Oval::through(three)?.scaled(sx, sy))
}

/// The line's curve in cm.
fn sampled(line: &Line, [sx, sy]: [f64; 2]) -> Option<Vec<Point>> {
    if line.shape == "oval" {
        let mut around = scaled_oval(line, [sx, sy])?.sample(SAMPLES_PER_ELLIPSE);
        around.extend(around.first().copied());
        return Some(around);
    }
    let points: Vec<Point> = line.points.iter().map(|p| Point::new(p.x, p.y)).collect();
    let ring_points = line
        .points
        .iter()
        .filter(|point| point.kind.contains("ring"));
    let closed = line.shape == "ring" && ring_points.count() < 2;
    let (kind, per_segment) = match line.interpolation {
        Interpolation::Linear | Interpolation::Pchip => (ContourKind::Straight, 1),
        Interpolation::CatmullRom => (ContourKind::CatmullRom, SAMPLES_PER_SEGMENT),
        Interpolation::ChordSpline => (ContourKind::ChordSpline, SAMPLES_PER_SEGMENT),
    };
    let curve = fit(kind, &points, closed).ok()?;
    let samples = sample(curve.as_ref(), per_segment);
    Some(
        samples
            .iter()
            .map(|p| Point::new(p.x * sx, p.y * sy))
            .collect(),
    )
}

/// The curve of a strip's line.
fn function(interpolation: Interpolation, x: &[f64], y: &[f64]) -> Option<Piecewise> {
    match interpolation {
        Interpolation::Linear => Piecewise::linear(x, y).ok(),
        _ => pchip::pchip(x, y).ok(),
    }
}
