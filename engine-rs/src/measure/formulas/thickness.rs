//! `thickness`: M-Mode, gap of two lines at an event; 2D, mean distance of endo- and epicardium.

use crate::geometry::distance::Boxed;
use crate::geometry::{Point, polyline};
use crate::measure::image::Modality;
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::view::View;

/// Share beyond the farthest that the next position can be.
const REACH: f64 = 1.0 + 1e-9;
/// Positions on the endocardium.
const POSITIONS: usize = 101;

/// The kind.
pub const KIND: Kind = Kind {
    name: "thickness",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "M-Mode: |y_A - y_B| delta_y at the event; 2D: mean over 101 equal steps of the endocardial arc of the distance to the epicardium; axis septum or free wall: first or last third",
        inputs: "two lines, cm",
        unit: "cm",
        source: "Lang 2015; measurements.md 2",
    }],
    invalid: "a missing mark or line, an event outside of a curve",
    compute: per_pair_of_lines(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    if view.image.modality != Modality::TwoD {
        return view.gap_at_event();
    }
    let (endo, epi) = (view.line(0)?, view.line(1)?);
    let [inner, outer] = view.contours([endo, epi])?;
    let part = match view.definition.axis.as_deref() {
        Some("septum") => [0.0, 1.0 / 3.0],
        Some("free wall") => [2.0 / 3.0, 1.0],
        _ => [0.0, 1.0],
    };
    let positions = polyline::equally_spaced(&inner.points, part, POSITIONS);
    let outer = Boxed::new(&outer.points);
    let mut before: Option<(Point, f64)> = None;
    let mut next = |position: Point| {
        // From one position to the next the distance changes by at most the step between them; a
        // little more than that allows for rounding.
        let reach = |(from, distance): (Point, f64)| (distance + from.distance(position)) * REACH;
        let within = before.map_or(f64::INFINITY, reach);
        let found = outer.distance_within(position, within)?;
        before = Some((position, found));
        Some(found)
    };
    let distances: Option<Vec<f64>> = positions.into_iter().map(&mut next).collect();
    let distances = distances.filter(|distances| !distances.is_empty())?;
    Some(distances.iter().sum::<f64>() / distances.len() as f64)
}
