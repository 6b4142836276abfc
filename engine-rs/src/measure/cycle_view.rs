//! Input of a formula: one cycle and event of an image, in physical units.

use std::rc::Rc;

use super::curves::{self, Contour, Curves, Key};
use super::flow::{Flow, function};
use super::image::{ControlPoint, CycleLines, Image, Line, Modality};
use super::marks::Event;
use super::null_reason::{Measured, NullReason};
use super::request::Request;
use super::trace::{LinePlace, Trace, narrow};
use crate::calibration::choice::{Axes, Need, choose};
use crate::calibration::doppler::VelocityScale;
use crate::calibration::region::Region;
use crate::geometry::Point;
use crate::geometry::ellipse::Oval;
use crate::records::calibration::FlowDirection;
use crate::segmentation::drag::EVENT_THRESHOLD_PX;

/// A line's key as the trace keeps it: lines are few.
fn traced((cycle, event, place): Key) -> LinePlace {
    (
        narrow(cycle),
        event,
        u16::try_from(place).unwrap_or(u16::MAX),
    )
}

fn position(point: &ControlPoint) -> [f64; 2] {
    [point.x, point.y]
}

/// One cycle and event.
pub struct CycleView<'a> {
    /// The image.
    pub image: &'a Image,
    /// Its curves, sampled once.
    pub curves: &'a Curves,
    /// The second image of a biplane measurement.
    pub other: Option<(&'a Image, &'a Curves)>,
    /// The request.
    pub request: &'a Request,
    /// Cycle, from 0.
    pub cycle: usize,
    /// Event asked for; none for the usual one.
    pub event: Option<Event>,
    /// Lines of this evaluation.
    pub lines: &'a [String],
    /// Inputs that were used.
    pub trace: &'a mut Trace,
}

impl<'a> CycleView<'a> {
    /// The image is a plane.
    pub fn is_plane(&self) -> bool {
        self.image.modality == Modality::TwoD
    }

    /// The same cycle and event of the other image; its inputs have a separate trace.
    pub fn on_other_image(&mut self) -> Option<CycleView<'_>> {
        let (image, curves) = self.other?;
        Some(CycleView {
            image,
            curves,
            other: None,
            request: self.request,
            cycle: self.cycle,
            event: self.event,
            lines: self.lines,
            trace: self.trace.other.get_or_insert_default(),
        })
    }

    /// The event on this kind of image.
    fn event_here(&self) -> Event {
        match (self.image.modality, self.event) {
            (_, Some(Event::EndSystole)) => Event::EndSystole,
            (Modality::TwoD, _) => Event::EndDiastole,
            (_, None | Some(Event::EndDiastole)) => Event::EndDiastoleStart,
            (_, Some(event)) => event,
        }
    }

    /// A mark of the cycle.
    pub fn mark(&mut self, event: Event) -> Measured<f64> {
        self.image.counts(self.cycle)?;
        let position = self.image.mark(self.cycle, event);
        let position = position.ok_or(NullReason::MissingMark)?;
        self.trace.mark(self.cycle, event);
        Ok(position)
    }

    /// Column of the event on a strip.
    pub fn event_x(&mut self) -> Measured<f64> {
        self.mark(self.event_here())
    }

    /// A still picture without events: its one list of lines is measured where no event is asked for, or on a single
    /// frame whose type never measures the line at another event.
    fn is_still(&self) -> bool {
        let lines = self.image.cycles.get(self.cycle);
        let still = self.image.single_frame && self.request.sole_event;
        let any_event = self.event.is_none() || still;
        self.is_plane() && any_event && lines.is_some_and(CycleLines::is_still)
    }

    /// Event that lines are drawn at; none on a strip or a still picture.
    fn line_event(&self) -> Option<Event> {
        (self.is_plane() && !self.is_still()).then(|| self.event_here())
    }

    /// Lines drawn at the event; none on a plane whose frame is not marked.
    fn drawn(&self) -> Measured<&'a [Line]> {
        let image: &'a Image = self.image;
        image.counts(self.cycle)?;
        let cycle = image.cycles.get(self.cycle);
        let cycle: &'a CycleLines = cycle.ok_or(NullReason::MissingLine)?;
        let event = self.line_event();
        let marked = |event| self.image.mark(self.cycle, event).is_some();
        if self.image.marks.is_some() && event.is_some_and(|event| !marked(event)) {
            return Err(NullReason::MissingMark);
        }
        Ok(cycle.lines_at(event))
    }

    /// The line was drawn on the frame that its event is marked on now, or on one not known.
    fn on_its_frame(&self, line: &Line) -> Measured<()> {
        let marked = self
            .line_event()
            .and_then(|event| self.image.mark(self.cycle, event));
        match (line.frame_number, marked) {
            (Some(drawn), Some(marked)) if f64::from(drawn) != marked => Err(NullReason::MarkMoved),
            _ => Ok(()),
        }
    }

    /// Cycle, event and place among those drawn of a line.
    fn key_of(&self, line: &Line) -> Measured<Key> {
        let mut drawn = self.drawn()?.iter();
        let place = drawn.position(|drawn| core::ptr::eq(drawn, line));
        Ok((
            self.cycle,
            self.line_event(),
            place.ok_or(NullReason::MissingLine)?,
        ))
    }

    /// Records a line in the trace by `note`.
    fn note(&mut self, line: &Line, note: impl FnOnce(&mut Trace, LinePlace)) {
        if let Ok(key) = self.key_of(line) {
            note(self.trace, traced(key));
        }
    }

    /// A line of this evaluation by its place; without names the only one drawn.
    pub fn line(&mut self, place: usize) -> Measured<&'a Line> {
        let drawn = self.drawn()?;
        let line = match self.lines.get(place) {
            Some(name) => drawn.iter().find(|line| *line.name == **name),
            None if self.lines.is_empty() && drawn.len() == 1 && place == 0 => drawn.first(),
            None => None,
        };
        let line = line.ok_or(NullReason::MissingLine)?;
        self.on_its_frame(line)?;
        self.note(line, |trace, place| trace.line(place));
        Ok(line)
    }

    /// The control point of a line by its name.
    pub fn point_of(&mut self, line: &'a Line, name: &str) -> Measured<&'a ControlPoint> {
        let place = line.points.iter().position(|point| point.kind == name);
        let place = place.ok_or(NullReason::MissingPoint)?;
        self.note(line, |trace, line| trace.point(line, place));
        Ok(&line.points[place])
    }

    /// The named control point at a place of `points`; with a line for each point, on its own line.
    pub fn point(&mut self, place: usize) -> Measured<&'a ControlPoint> {
        let request: &'a Request = self.request;
        let name = request.points.get(place).ok_or(NullReason::MissingPoint)?;
        let lines: &'a [String] = &request.lines;
        let own_line = lines.len() > 1 && lines.len() == request.points.len();
        let wanted = if own_line {
            &lines[place..=place]
        } else {
            self.lines
        };
        let is_wanted =
            |line: &&Line| wanted.is_empty() || wanted.iter().any(|name| **name == *line.name);
        let mut found = Err(NullReason::MissingLine);
        for line in self.drawn()?.iter().filter(is_wanted) {
            found = self
                .on_its_frame(line)
                .and_then(|()| self.point_of(line, name));
            if found.is_ok() {
                break;
            }
        }
        found
    }

    /// The one region that holds all points and has the units needed.
    pub fn region(&mut self, need: Need, axes: Axes, points: &[[f64; 2]]) -> Measured<&'a Region> {
        let image: &'a Image = self.image;
        let chosen = choose(&image.candidates, (need, axes), image.aliasing, points);
        let chosen = chosen.ok_or(NullReason::NoRegion)?;
        self.trace.region_indices.extend(chosen.index);
        self.trace.calibration_source = Some(chosen.source);
        Ok(&chosen.region)
    }

    /// Seconds per column of the flow region.
    pub fn flow_spacing_x(&mut self) -> Measured<f64> {
        let image: &'a Image = self.image;
        let flow = image.flow_region().ok_or(NullReason::NoRegion)?;
        self.trace.region_indices.extend(flow.index);
        self.trace.calibration_source = Some(flow.source);
        Ok(flow.region.x.delta.abs())
    }

    /// From the first to the second named point along x, in the unit of the region.
    pub fn columns_between(&mut self, need: Need) -> Measured<f64> {
        let (from, to) = (self.point(0)?, self.point(1)?);
        let region = self.region(need, Axes::X, &[position(from), position(to)])?;
        Ok((to.x - from.x) * region.x.delta.abs())
    }

    /// From the first to the second named point along y, in the unit of the region.
    pub fn rows_between(&mut self, need: Need) -> Measured<f64> {
        let (from, to) = (self.point(0)?, self.point(1)?);
        let region = self.region(need, Axes::Y, &[position(from), position(to)])?;
        Ok((to.y - from.y) * region.y.delta.abs())
    }

    /// cm per pixel of both axes for points measured together.
    fn length_scale(&mut self, points: &[[f64; 2]]) -> Measured<[f64; 2]> {
        let region = self.region(Need::Length, Axes::Xy, points)?;
        Ok([region.x.delta.abs(), region.y.delta.abs()])
    }

    /// Points brought to cm together.
    pub fn in_cm(&mut self, points: &[&ControlPoint]) -> Measured<Vec<Point>> {
        let positions: Vec<[f64; 2]> = points.iter().map(|point| position(point)).collect();
        let [sx, sy] = self.length_scale(&positions)?;
        let scaled = positions.iter().map(|[x, y]| Point::new(x * sx, y * sy));
        Ok(scaled.collect())
    }

    /// Straight distance in cm of the ends of a line as it is drawn: of a valve, its hinges.
    pub fn from_end_to_end(&mut self, line: &'a Line) -> Measured<f64> {
        let ends = curves::in_drawn_order(line);
        let [first, .., last] = ends.as_slice() else {
            return Err(NullReason::TooFewPoints);
        };
        self.note(line, |trace, place| trace.whole_line(place));
        let ends = [first, last];
        let [sx, sy] = self.length_scale(&ends.map(|point| [point.x, point.y]))?;
        let [first, last] = ends.map(|point| Point::new(point.x * sx, point.y * sy));
        Ok(first.distance(last))
    }

    /// The oval of a line in cm; none with fewer than three points.
    pub fn oval(&mut self, line: &Line) -> Measured<Oval> {
        let three = line.points.get(..3).ok_or(NullReason::TooFewPoints)?;
        let positions: Vec<[f64; 2]> = three.iter().map(position).collect();
        let [sx, sy] = self.length_scale(&positions)?;
        self.note(line, |trace, place| trace.whole_line(place));
        let oval = curves::oval(line).ok_or(NullReason::NoExtent)?;
        Ok(oval.scaled(sx, sy))
    }

    /// A line as positions in cm, interpolated in pixels; a closed one ends where it begins.
    pub fn contour(&mut self, line: &Line) -> Measured<Rc<Contour>> {
        let [contour] = self.contours([line])?;
        Ok(contour)
    }

    /// Lines measured together, so in one region.
    pub fn contours<const N: usize>(&mut self, lines: [&Line; N]) -> Measured<[Rc<Contour>; N]> {
        let points = lines.iter().flat_map(|line| &line.points);
        let positions: Vec<[f64; 2]> = points.map(position).collect();
        let scale = self.length_scale(&positions)?;
        let mut contours = Vec::with_capacity(N);
        for line in lines {
            let key = self.key_of(line)?;
            self.trace.whole_line(traced(key));
            let contour = self.curves.in_cm(key, line, scale);
            contours.push(contour.ok_or(NullReason::TooFewPoints)?);
        }
        contours.try_into().map_err(|_| NullReason::MissingLine)
    }

    /// The curve of a line touches or crosses itself.
    pub fn crosses_itself(&self, line: &Line) -> bool {
        let key = self.key_of(line).ok();
        let curve = key.and_then(|key| self.curves.of(key, line));
        curve.is_some_and(|curve| curve.crosses_itself())
    }

    /// Row of a strip's line at a column, by its curve. A line that ends within the threshold of
    /// events counts as ending there, because a point is rarely exactly on a mark.
    pub fn row_at(&mut self, line: &Line, x: f64) -> Measured<f64> {
        let key = self.key_of(line)?;
        self.trace.whole_line(traced(key));
        let rows = self.curves.rows_of(key, line);
        let rows = rows.ok_or(NullReason::PointsOutOfOrder)?;
        let [first, last] = rows.range();
        let near = x >= first - EVENT_THRESHOLD_PX && x <= last + EVENT_THRESHOLD_PX;
        let on_curve = if near { x.max(first).min(last) } else { x };
        rows.at(on_curve).ok_or(NullReason::OutsideCurve)
    }

    /// Vertical gap in cm between two positions of a strip.
    pub fn depth_between(&mut self, from: [f64; 2], to: [f64; 2]) -> Measured<f64> {
        let region = self.region(Need::Depth, Axes::Y, &[from, to])?;
        Ok((from[1] - to[1]).abs() * region.y.delta.abs())
    }

    /// Vertical gap in cm between two lines of a strip at the event.
    pub fn gap_at_event(&mut self) -> Measured<f64> {
        let x = self.event_x()?;
        let (first, second) = (self.line(0)?, self.line(1)?);
        let (upper, lower) = (self.row_at(first, x)?, self.row_at(second, x)?);
        self.depth_between([x, upper], [x, lower])
    }

    /// Rows as velocities towards the direction of flow.
    fn velocities(&self, region: &Region) -> Measured<VelocityScale> {
        let image = self.image;
        let scale = VelocityScale::of(region, image.velocity_axis, image.baseline_y);
        let mut scale = scale.ok_or(NullReason::NoZeroLine)?;
        if image.flow_direction == FlowDirection::Away {
            scale.scale = -scale.scale;
        }
        Ok(scale)
    }

    /// Velocity of a point, cm/s.
    pub fn velocity(&mut self, point: &ControlPoint) -> Measured<f64> {
        let [velocity] = self.velocities_of([point])?;
        Ok(velocity)
    }

    /// Velocities of points measured together, so in one region, cm/s.
    pub fn velocities_of<const N: usize>(
        &mut self,
        points: [&ControlPoint; N],
    ) -> Measured<[f64; N]> {
        let region = self.region(Need::Velocity, Axes::Y, &points.map(position))?;
        let scale = self.velocities(region)?;
        Ok(points.map(|point| scale.at(point.y)))
    }

    /// Times in s and velocities in cm/s of points measured together.
    pub fn times_and_velocities(&mut self, points: &[&ControlPoint]) -> Measured<Vec<(f64, f64)>> {
        let positions: Vec<[f64; 2]> = points.iter().map(|point| position(point)).collect();
        let region = self.region(Need::Velocity, Axes::Xy, &positions)?;
        let (scale, step) = (self.velocities(region)?, region.x.delta.abs());
        let read = positions.iter().map(|&[x, y]| (x * step, scale.at(y)));
        Ok(read.collect())
    }

    /// The velocity curve of the first line between the two `points`, or over all of it. Points of
    /// the line outside of these limits may be outside of the region.
    pub fn flow(&mut self) -> Measured<Flow> {
        let line = self.line(0)?;
        let (first, last) = (line.points.first(), line.points.last());
        let (first, last) = first.zip(last).ok_or(NullReason::TooFewPoints)?;
        let (from, to) = if self.request.points.len() >= 2 {
            (self.point(0)?.x, self.point(1)?.x)
        } else {
            (first.x, last.x)
        };
        let (left, right) = (from.min(to), from.max(to));
        let inside = |point: &&ControlPoint| point.x >= left && point.x <= right;
        let limited: Vec<[f64; 2]> = line.points.iter().filter(inside).map(position).collect();
        self.flow_through(line, &limited, [from, to])
    }

    /// The velocity curve of the whole first line, all points of which are in one region, whatever
    /// the limits of the measurement.
    pub fn whole_flow(&mut self) -> Measured<Flow> {
        let line = self.line(0)?;
        let all: Vec<[f64; 2]> = line.points.iter().map(position).collect();
        let (first, last) = (all.first(), all.last());
        let (first, last) = first.zip(last).ok_or(NullReason::TooFewPoints)?;
        self.flow_through(line, &all, [first[0], last[0]])
    }

    /// The velocity curve of a line in the region that holds these positions.
    fn flow_through(
        &mut self,
        line: &'a Line,
        positions: &[[f64; 2]],
        [from, to]: [f64; 2],
    ) -> Measured<Flow> {
        self.note(line, |trace, place| trace.whole_line(place));
        let region = self.region(Need::Velocity, Axes::Xy, positions)?;
        let (scale, step) = (self.velocities(region)?, region.x.delta.abs());
        let times: Vec<f64> = line.points.iter().map(|point| point.x * step).collect();
        let velocities: Vec<f64> = line.points.iter().map(|point| scale.at(point.y)).collect();
        let curve = function(line.interpolation, &times, &velocities);
        Ok(Flow {
            curve: curve.ok_or(NullReason::PointsOutOfOrder)?,
            scale,
            from: from * step,
            to: to * step,
            seconds_per_px: step,
        })
    }
}
