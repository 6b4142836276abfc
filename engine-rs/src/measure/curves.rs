//! Curves of one image in pixels, made once however many measurements read them.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::flow::function;
use super::image::{Interpolation, Line};
use super::marks::Event;
use crate::geometry::axis::{self, LongAxis};
use crate::geometry::ellipse::Oval;
use crate::geometry::{Point, polyline};
use crate::spline::{ContourKind, Curve, Piecewise, SAMPLES_PER_SEGMENT, fit};

/// Positions around an oval where it is drawn.
pub const SAMPLES_PER_ELLIPSE: usize = 50;

/// How finely curves are cut into straight pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fineness {
    /// Pieces of each segment between two control points.
    pub per_segment: usize,
    /// Pieces of an oval.
    pub per_oval: usize,
}

impl Fineness {
    /// On the screen.
    pub const DRAWN: Self = Self {
        per_segment: SAMPLES_PER_SEGMENT,
        per_oval: SAMPLES_PER_ELLIPSE,
    };
    /// Where lengths, areas and volumes are taken: both errors are below 0.01 %, because they fall
    /// with the square of the number of pieces from 0.045 % (area) and 0.08 % (volume) at 10.
    pub const MEASURED: Self = Self {
        per_segment: 36,
        per_oval: 400,
    };
}
/// Shape whose points are two hinges and an apex between them.
const VALVE: &str = "valve";

/// Positions of a line's curve, px.
#[derive(Debug)]
pub struct Sampled {
    /// In order; a closed one ends where it begins.
    pub positions: Vec<Point>,
    /// The smooth curve through them; none for straight pieces and ovals.
    smooth: Option<Curve>,
    crosses: OnceCell<bool>,
}

impl Sampled {
    /// It touches or crosses itself, the closing chord included.
    pub fn crosses_itself(&self) -> bool {
        *self.crosses.get_or_init(|| {
            let closed =
                self.positions.len() > 1 && self.positions.first() == self.positions.last();
            let around = &self.positions[..self.positions.len() - usize::from(closed)];
            polyline::crosses_itself(around)
        })
    }
}

/// A line's curve in cm, with what is taken from it more than once.
#[derive(Debug)]
pub struct Contour {
    /// In order, cm; a closed one ends where it begins.
    pub points: Vec<Point>,
    /// Their curve in pixels, and cm per pixel of both axes.
    curve: Option<(Rc<Sampled>, [f64; 2])>,
    long_axis: OnceCell<Option<LongAxis>>,
    area: OnceCell<f64>,
}

impl Contour {
    /// From its positions in cm.
    pub fn new(points: Vec<Point>) -> Self {
        Self {
            points,
            curve: None,
            long_axis: OnceCell::new(),
            area: OnceCell::new(),
        }
    }

    /// A position in cm as one in pixels; none of a contour that was not drawn in pixels.
    pub fn in_px(&self, position: Point) -> Option<Point> {
        let (_, [sx, sy]) = self.curve.as_ref()?;
        Some(Point::new(position.x / sx, position.y / sy))
    }

    /// From the middle of the annulus to the farthest point; none without extent.
    pub fn long_axis(&self) -> Option<LongAxis> {
        *self.long_axis.get_or_init(|| {
            let axis = axis::long_axis(&self.points)?;
            let smooth = self
                .curve
                .as_ref()
                .and_then(|(curve, scale)| Some((curve.smooth.as_ref()?, *scale)));
            let Some((curve, [sx, sy])) = smooth else {
                return Some(axis);
            };
            let pieces = Fineness::MEASURED.per_segment as f64;
            let position = |sample: f64| {
                let found = curve.at(sample / pieces);
                Point::new(found.x * sx, found.y * sy)
            };
            Some(axis.refined(position, self.points.len()))
        })
    }

    /// Length from the apex to the last point, cm; none without extent.
    pub fn length_from_apex(&self) -> Option<f64> {
        let axis = self.long_axis()?;
        let rest = &self.points[axis.apex.min(self.points.len() - 1)..];
        Some(axis.apex_point().distance(*rest.first()?) + polyline::length(rest))
    }

    /// Area inside, cm2, closed by the straight chord.
    pub fn area(&self) -> f64 {
        *self.area.get_or_init(|| polyline::area(&self.points))
    }
}

/// Cycle, event (none on a strip) and place of a line.
pub type Key = (usize, Option<Event>, usize);

/// The bits of the scale too: a line may be measured in several regions.
type ScaledKey = (Key, [u64; 2]);

/// The curves made so far.
#[derive(Debug, Default)]
pub struct Curves {
    kept: RefCell<BTreeMap<Key, Option<Rc<Sampled>>>>,
    contours: RefCell<BTreeMap<ScaledKey, Rc<Contour>>>,
    rows: RefCell<BTreeMap<Key, Option<Rc<Piecewise>>>>,
}

impl Curves {
    /// The curve of a line; none when no curve runs through its points.
    pub fn of(&self, key: Key, line: &Line) -> Option<Rc<Sampled>> {
        let mut kept = self.kept.borrow_mut();
        kept.entry(key)
            .or_insert_with(|| {
                let positions = sampled_line(line, Fineness::MEASURED)?;
                Some(Rc::new(Sampled {
                    positions,
                    smooth: smooth(line),
                    crosses: OnceCell::new(),
                }))
            })
            .clone()
    }

    /// The curve of a line in cm, by cm per pixel of both axes.
    pub fn in_cm(&self, key: Key, line: &Line, scale: [f64; 2]) -> Option<Rc<Contour>> {
        let scaled_key = (key, scale.map(f64::to_bits));
        if let Some(found) = self.contours.borrow().get(&scaled_key) {
            return Some(found.clone());
        }
        let (curve, [sx, sy]) = (self.of(key, line)?, scale);
        let scaled = curve
            .positions
            .iter()
            .map(|p| Point::new(p.x * sx, p.y * sy));
        let contour = Contour {
            curve: Some((curve.clone(), scale)),
            ..Contour::new(scaled.collect())
        };
        let contour = Rc::new(contour);
        let mut contours = self.contours.borrow_mut();
        contours.insert(scaled_key, contour.clone());
        Some(contour)
    }

    /// Rows of a strip's line over its columns, px; none when its points do not run to the right.
    pub fn rows_of(&self, key: Key, line: &Line) -> Option<Rc<Piecewise>> {
        let mut rows = self.rows.borrow_mut();
        rows.entry(key)
            .or_insert_with(|| {
                let columns: Vec<f64> = line.points.iter().map(|point| point.x).collect();
                let rows: Vec<f64> = line.points.iter().map(|point| point.y).collect();
                function(line.interpolation, &columns, &rows).map(Rc::new)
            })
            .clone()
    }
}

/// The line's points in the order in which it is drawn: a valve runs from hinge over apex to hinge.
pub fn in_drawn_order(line: &Line) -> Vec<Point> {
    let mut points: Vec<Point> = line.points.iter().map(|p| Point::new(p.x, p.y)).collect();
    if line.shape == VALVE && points.len() == 3 {
        let hinge = |place: usize| line.points[place].kind.contains("hinge");
        let apex_between = hinge(0) && hinge(2) && !hinge(1);
        if !apex_between {
            points.swap(1, 2);
        }
    }
    points
}

/// The oval through the first three points, in px.
pub fn oval(line: &Line) -> Option<Oval> {
    let [first, second, third, ..] = line.points.as_slice() else {
        return None;
    };
    Oval::through([first, second, third].map(|point| Point::new(point.x, point.y)))
}

/// The contour closes on itself.
pub fn is_closed(line: &Line) -> bool {
    closes(&line.shape, line.points.iter().map(|point| &*point.kind))
}

/// A line of this shape with points of these types closes on itself: ovals, and rings without two
/// typed ring points.
pub fn closes<'a>(shape: &str, types: impl Iterator<Item = &'a str>) -> bool {
    let ring_points = types.filter(|kind| kind.contains("ring"));
    shape == "oval" || (shape == "ring" && ring_points.count() < 2)
}

/// The smooth curve of a line; none of ovals and straight pieces.
fn smooth(line: &Line) -> Option<Curve> {
    let kind = match line.interpolation {
        Interpolation::CatmullRom => ContourKind::CatmullRom,
        Interpolation::ChordSpline => ContourKind::ChordSpline,
        Interpolation::Linear | Interpolation::Pchip => return None,
    };
    if line.shape == "oval" {
        return None;
    }
    fit(kind, &in_drawn_order(line), is_closed(line)).ok()
}

/// Positions of the curve of a line of a plane, px.
pub fn sampled_line(line: &Line, fineness: Fineness) -> Option<Vec<Point>> {
    if line.shape == "oval" {
        let mut around = oval(line)?.sample(fineness.per_oval);
        around.extend(around.first().copied());
        return Some(around);
    }
    let (kind, per_segment) = match line.interpolation {
        Interpolation::Linear | Interpolation::Pchip => (ContourKind::Straight, 1),
        Interpolation::CatmullRom => (ContourKind::CatmullRom, fineness.per_segment),
        Interpolation::ChordSpline => (ContourKind::ChordSpline, fineness.per_segment),
    };
    let curve = fit(kind, &in_drawn_order(line), is_closed(line)).ok()?;
    Some(curve.sample(per_segment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::image::ControlPoint;

    /// A ventricle by nine clicks of uneven spacing, px.
    fn ventricle() -> Line {
        let clicks = [
            (300.0, 200.0),
            (262.0, 290.0),
            (255.0, 395.0),
            (283.0, 520.0),
            (371.0, 618.0),
            (452.0, 540.0),
            (487.0, 401.0),
            (491.0, 305.0),
            (455.0, 205.0),
        ];
        let point = |(x, y)| ControlPoint {
            x,
            y,
            ..ControlPoint::default()
        };
        let points = clicks.into_iter().map(point).collect();
        Line::new("endo", "endo-epi", Interpolation::CatmullRom, points)
    }

    #[test]
    fn areas_and_volumes_are_sampled_to_less_than_a_hundredth_percent() {
        let area_at = |per_segment| {
            let fineness = Fineness {
                per_segment,
                per_oval: per_segment,
            };
            polyline::area(&sampled_line(&ventricle(), fineness).unwrap())
        };
        // Halving the pieces quarters the error, so 4096 stand for the curve itself.
        let exact = area_at(4096);
        let error = |per_segment| (area_at(per_segment) / exact - 1.0).abs();
        let pieces = Fineness::MEASURED.per_segment;
        assert!(error(pieces) < 0.5e-4);
        assert!(error(SAMPLES_PER_SEGMENT) > 5.0 * error(pieces));
        // A volume goes with the square of the area; a circle of so many pieces by its sine.
        assert!(2.0 * error(pieces) < 1e-4);
        let turn = 2.0 * core::f64::consts::PI / Fineness::MEASURED.per_oval as f64;
        assert!((libm::sin(turn) / turn - 1.0).abs() < 0.5e-4);
    }

    #[test]
    fn the_apex_is_that_of_the_curve_and_not_of_its_samples() {
        let scale = [0.02, 0.02];
        let curves = Curves::default();
        let line = ventricle();
        let found = curves.in_cm((0, None, 0), &line, scale).unwrap();
        let curve = smooth(&line).unwrap();
        let in_cm = |parameter: f64| {
            let point = curve.at(parameter);
            Point::new(point.x * 0.02, point.y * 0.02)
        };
        let base = in_cm(0.0).towards(in_cm(8.0), 0.5);
        // A thousand times as many samples, and the arc of the rest by their chords.
        let steps: Vec<f64> = (0..=256_000)
            .map(|step| f64::from(step) / 32_000.0)
            .collect();
        let farthest = steps
            .iter()
            .copied()
            .max_by(|a, b| {
                in_cm(*a)
                    .distance(base)
                    .total_cmp(&in_cm(*b).distance(base))
            })
            .unwrap();
        let rest: Vec<Point> = steps
            .iter()
            .filter(|at| **at >= farthest)
            .map(|at| in_cm(*at))
            .collect();
        let axis = found.long_axis().unwrap();
        assert!((axis.length - in_cm(farthest).distance(base)).abs() < 1e-9);
        let arc = polyline::length(&rest);
        assert!(
            (found.length_from_apex().unwrap() / arc - 1.0).abs() < 2e-4,
            "{arc}"
        );
    }
}
