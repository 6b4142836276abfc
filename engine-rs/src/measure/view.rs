//! What a formula sees: one cycle and event of an image, in physical units.

use std::rc::Rc;

use super::curves::{self, Contour, Curves, Key};
use super::definition::Definition;
use super::flow::{Flow, function};
use super::image::{ControlPoint, CycleLines, Image, Line, Modality};
use super::marks::Event;
use super::provenance::{LinePlace, Trace, narrow};
use crate::calibration::choice::{Axes, Need, choose};
use crate::calibration::doppler::VelocityScale;
use crate::calibration::region::Region;
use crate::geometry::Point;
use crate::geometry::ellipse::Oval;
use crate::records::calibration::FlowDirection;

/// A line's key as the trace keeps it: lines are few.
fn traced((cycle, event, place): Key) -> LinePlace {
    (
        narrow(cycle),
        event,
        u16::try_from(place).unwrap_or(u16::MAX),
    )
}

/// One cycle and event.
pub struct View<'a> {
    /// The image.
    pub image: &'a Image,
    /// Its curves, sampled once.
    pub curves: &'a Curves,
    /// The second image of a biplane measurement.
    pub other: Option<(&'a Image, &'a Curves)>,
    /// What is measured.
    pub definition: &'a Definition,
    /// Cycle, from 0.
    pub cycle: usize,
    /// Event asked for; none for the usual one.
    pub event: Option<Event>,
    /// Lines of this evaluation.
    pub lines: &'a [String],
    /// What was used.
    pub trace: &'a mut Trace,
}

impl<'a> View<'a> {
    /// Name of the formula that runs.
    pub fn formula(&self) -> &'static str {
        self.definition.formula_on(self.image.modality).name
    }

    /// The same cycle and event of the other image; what it reads is not traced here.
    pub fn on_other_image(&mut self) -> Option<View<'_>> {
        let (image, curves) = self.other?;
        Some(View {
            image,
            curves,
            other: None,
            definition: self.definition,
            cycle: self.cycle,
            event: self.event,
            lines: self.lines,
            trace: self.trace,
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
    pub fn mark(&mut self, event: Event) -> Option<f64> {
        let position = self.image.mark(self.cycle, event)?;
        self.trace.mark(self.cycle, event);
        Some(position)
    }

    /// Column of the event on a strip.
    pub fn event_x(&mut self) -> Option<f64> {
        self.mark(self.event_here())
    }

    /// Event that lines are drawn at; none on a strip.
    fn line_event(&self) -> Option<Event> {
        (self.image.modality == Modality::TwoD).then(|| self.event_here())
    }

    /// Lines drawn at the event; none on a plane whose frame is not marked.
    fn drawn(&self) -> Option<&'a [Line]> {
        let image: &'a Image = self.image;
        let cycle: &'a CycleLines = image.cycles.get(self.cycle)?;
        let event = self.line_event();
        let marked = |event| self.image.mark(self.cycle, event).is_some();
        let unmarked = self.image.marks.is_some() && event.is_some_and(|event| !marked(event));
        (!unmarked).then(|| cycle.lines_at(event))
    }

    /// Cycle, event and place among those drawn of a line.
    fn key_of(&self, line: &Line) -> Option<Key> {
        let mut drawn = self.drawn()?.iter();
        let place = drawn.position(|drawn| core::ptr::eq(drawn, line))?;
        Some((self.cycle, self.line_event(), place))
    }

    /// Tells the trace about a line by `note`.
    fn note(&mut self, line: &Line, note: impl FnOnce(&mut Trace, LinePlace)) {
        if let Some(key) = self.key_of(line) {
            note(self.trace, traced(key));
        }
    }

    /// A line of this evaluation by its place; without names the only one drawn.
    pub fn line(&mut self, place: usize) -> Option<&'a Line> {
        let drawn = self.drawn()?;
        let line = match self.lines.get(place) {
            Some(name) => drawn.iter().find(|line| *line.name == **name)?,
            None if self.lines.is_empty() && drawn.len() == 1 && place == 0 => &drawn[0],
            None => return None,
        };
        self.note(line, |trace, place| trace.line(place));
        Some(line)
    }

    /// The control point of a line by its name.
    pub fn point_of(&mut self, line: &'a Line, name: &str) -> Option<&'a ControlPoint> {
        let place = line.points.iter().position(|point| point.kind == name)?;
        self.note(line, |trace, line| trace.point(line, place));
        line.points.get(place)
    }

    /// The named control point at a place of `points`; with a line for each point, on its own line.
    pub fn point(&mut self, place: usize) -> Option<&'a ControlPoint> {
        let definition: &'a Definition = self.definition;
        let name = definition.points.get(place)?;
        let lines: &'a [String] = &definition.lines;
        let own_line = lines.len() > 1 && lines.len() == definition.points.len();
        let wanted = if own_line {
            &lines[place..=place]
        } else {
            self.lines
        };
        self.drawn()?
            .iter()
            .filter(|line| wanted.is_empty() || wanted.iter().any(|name| **name == *line.name))
            .find_map(|line| self.point_of(line, name))
    }

    /// The one region that holds all points and has the units needed.
    pub fn region(&mut self, need: Need, axes: Axes, points: &[[f64; 2]]) -> Option<&'a Region> {
        let image: &'a Image = self.image;
        let chosen = choose(&image.candidates, (need, axes), image.aliasing, points)?;
        self.trace.region_indices.extend(chosen.index);
        self.trace.calibration_source = Some(chosen.source);
        Some(&chosen.region)
    }

    /// Seconds per column of the flow region.
    pub fn flow_spacing_x(&mut self) -> Option<f64> {
        let image: &'a Image = self.image;
        let flow = image.flow_region()?;
        self.trace.region_indices.extend(flow.index);
        self.trace.calibration_source = Some(flow.source);
        Some(flow.region.x.delta.abs())
    }

    /// From the first to the second named point along x, in the unit of the region.
    pub fn columns_between(&mut self, need: Need) -> Option<f64> {
        let (from, to) = (self.point(0)?, self.point(1)?);
        let region = self.region(need, Axes::X, &[[from.x, from.y], [to.x, to.y]])?;
        Some((to.x - from.x) * region.x.delta.abs())
    }

    /// From the first to the second named point along y, in the unit of the region.
    pub fn rows_between(&mut self, need: Need) -> Option<f64> {
        let (from, to) = (self.point(0)?, self.point(1)?);
        let region = self.region(need, Axes::Y, &[[from.x, from.y], [to.x, to.y]])?;
        Some((to.y - from.y) * region.y.delta.abs())
    }

    /// cm per pixel of both axes for points measured together.
    fn length_scale(&mut self, points: &[[f64; 2]]) -> Option<[f64; 2]> {
        let region = self.region(Need::Length, Axes::Xy, points)?;
        Some([region.x.delta.abs(), region.y.delta.abs()])
    }

    /// Points brought to cm together.
    pub fn in_cm(&mut self, points: &[&ControlPoint]) -> Option<Vec<Point>> {
        let positions: Vec<[f64; 2]> = points.iter().map(|point| [point.x, point.y]).collect();
        let [sx, sy] = self.length_scale(&positions)?;
        let scaled = positions.iter().map(|[x, y]| Point::new(x * sx, y * sy));
        Some(scaled.collect())
    }

    /// Straight distance in cm of the ends of a line as it is drawn: of a valve, its hinges.
    pub fn from_end_to_end(&mut self, line: &'a Line) -> Option<f64> {
        let ends = curves::in_drawn_order(line);
        if ends.len() < 2 {
            return None;
        }
        self.note(line, |trace, place| trace.whole_line(place));
        let ends = [*ends.first()?, *ends.last()?];
        let [sx, sy] = self.length_scale(&ends.map(|point| [point.x, point.y]))?;
        let [first, last] = ends.map(|point| Point::new(point.x * sx, point.y * sy));
        Some(first.distance(last))
    }

    /// The oval of a line in cm; none with fewer than three points.
    pub fn oval(&mut self, line: &Line) -> Option<Oval> {
        let three = line.points.get(..3)?;
        let positions: Vec<[f64; 2]> = three.iter().map(|point| [point.x, point.y]).collect();
        let [sx, sy] = self.length_scale(&positions)?;
        self.note(line, |trace, place| trace.whole_line(place));
        Some(curves::oval(line)?.scaled(sx, sy))
    }

    /// A line as positions in cm, interpolated in pixels; a closed one ends where it begins.
    pub fn contour(&mut self, line: &Line) -> Option<Rc<Contour>> {
        let [contour] = self.contours([line])?;
        Some(contour)
    }

    /// Lines measured together, so in one region.
    pub fn contours<const N: usize>(&mut self, lines: [&Line; N]) -> Option<[Rc<Contour>; N]> {
        let points = lines.iter().flat_map(|line| &line.points);
        let positions: Vec<[f64; 2]> = points.map(|point| [point.x, point.y]).collect();
        let scale = self.length_scale(&positions)?;
        let mut contours = [const { None }; N];
        for (contour, line) in contours.iter_mut().zip(lines) {
            let key = self.key_of(line)?;
            self.trace.whole_line(traced(key));
            *contour = Some(self.curves.in_cm(key, line, scale)?);
        }
        let all: Vec<Rc<Contour>> = contours.into_iter().flatten().collect();
        all.try_into().ok()
    }

    /// The curve of a line touches or crosses itself.
    pub fn crosses_itself(&self, line: &Line) -> bool {
        let curve = self.key_of(line).and_then(|key| self.curves.of(key, line));
        curve.is_some_and(|curve| curve.crosses_itself())
    }

    /// Row of a strip's line at a column, by its curve.
    pub fn row_at(&mut self, line: &Line, x: f64) -> Option<f64> {
        let key = self.key_of(line)?;
        self.trace.whole_line(traced(key));
        self.curves.rows_of(key, line)?.at(x)
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
        let read = positions.iter().map(|&[x, y]| (x * step, scale.at(y)));
        Some(read.collect())
    }

    /// The velocity curve of the first line between the two `points`, or over all of it. Points of
    /// the line outside of these limits need not lie in the region.
    pub fn flow(&mut self) -> Option<Flow> {
        let line = self.line(0)?;
        self.note(line, |trace, place| trace.whole_line(place));
        let (first, last) = (line.points.first()?, line.points.last()?);
        let (from, to) = if self.definition.points.len() >= 2 {
            (self.point(0)?.x, self.point(1)?.x)
        } else {
            (first.x, last.x)
        };
        let (left, right) = (from.min(to), from.max(to));
        let inside = |point: &&ControlPoint| point.x >= left && point.x <= right;
        let limited = line.points.iter().filter(inside);
        let limited: Vec<[f64; 2]> = limited.map(|p| [p.x, p.y]).collect();
        let region = self.region(Need::Velocity, Axes::Xy, &limited)?;
        let (scale, step) = (self.velocities(region)?, region.x.delta.abs());
        let times: Vec<f64> = line.points.iter().map(|point| point.x * step).collect();
        let velocities: Vec<f64> = line.points.iter().map(|point| scale.at(point.y)).collect();
        Some(Flow {
            curve: function(line.interpolation, &times, &velocities)?,
            from: from * step,
            to: to * step,
            seconds_per_px: step,
        })
    }
}
