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
use crate::spline::{ContourKind, Piecewise, SAMPLES_PER_SEGMENT, fit};

/// Positions around an oval where it is used as a contour (image analysis 9).
pub const SAMPLES_PER_ELLIPSE: usize = 50;
/// Shape whose points are two hinges and an apex between them.
const VALVE: &str = "valve";

/// Positions of a line's curve, px.
#[derive(Debug)]
pub struct Sampled {
    /// In order; a closed one ends where it begins.
    pub positions: Vec<Point>,
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
    long_axis: OnceCell<Option<LongAxis>>,
    area: OnceCell<f64>,
}

impl Contour {
    /// From its positions in cm.
    pub fn new(points: Vec<Point>) -> Self {
        Self {
            points,
            long_axis: OnceCell::new(),
            area: OnceCell::new(),
        }
    }

    /// From the middle of the annulus to the farthest point; none without extent.
    pub fn long_axis(&self) -> Option<LongAxis> {
        *self.long_axis.get_or_init(|| axis::long_axis(&self.points))
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
                sampled_line(line).map(|positions| {
                    Rc::new(Sampled {
                        positions,
                        crosses: OnceCell::new(),
                    })
                })
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
        let contour = Rc::new(Contour::new(scaled.collect()));
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

/// The contour closes on itself: ovals, and rings without two typed ring points.
pub fn is_closed(line: &Line) -> bool {
    let ring_points = line
        .points
        .iter()
        .filter(|point| point.kind.contains("ring"));
    line.shape == "oval" || (line.shape == "ring" && ring_points.count() < 2)
}

/// Positions of the curve of a line of a plane, px.
pub fn sampled_line(line: &Line) -> Option<Vec<Point>> {
    if line.shape == "oval" {
        let mut around = oval(line)?.sample(SAMPLES_PER_ELLIPSE);
        around.extend(around.first().copied());
        return Some(around);
    }
    let (kind, per_segment) = match line.interpolation {
        Interpolation::Linear | Interpolation::Pchip => (ContourKind::Straight, 1),
        Interpolation::CatmullRom => (ContourKind::CatmullRom, SAMPLES_PER_SEGMENT),
        Interpolation::ChordSpline => (ContourKind::ChordSpline, SAMPLES_PER_SEGMENT),
    };
    let curve = fit(kind, &in_drawn_order(line), is_closed(line)).ok()?;
    Some(curve.sample(per_segment))
}
