//! `line-distance`: M-Mode, gap of two lines at an event (LVID); 2D, extents of a contour.

use crate::geometry::{axis, polyline};
use crate::measure::image::Modality;
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::view::View;

/// Stations along the long axis where the widest chord is looked for.
const STATIONS: usize = 200;

/// The kind.
pub const KIND: Kind = Kind {
    name: "line-distance",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "M-Mode: |y_A - y_B| delta_y at the event; 2D by axis: long = middle of the annulus to the farthest point, annulus = first to last point, short = widest of 200 chords across, length = arc length",
        inputs: "two lines of a strip, or one contour, cm",
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
    let line = view.line(0)?;
    let contour = view.contour(line)?;
    let along = contour.long_axis()?;
    let points = contour.points.as_slice();
    Some(match view.definition.axis.as_deref().unwrap_or("long") {
        "annulus" => points.first()?.distance(*points.last()?),
        "length" => polyline::length(points),
        "short" => {
            let widths = axis::widths(points, &along, STATIONS);
            widths.into_iter().fold(0.0, f64::max)
        }
        "long" => along.length,
        _ => return None,
    })
}
