//! `oval circ`: circumference of the oval through three points (head, abdomen).

use crate::geometry::ellipse::{perimeter_ramanujan_1, perimeter_ramanujan_2};
use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "oval circ",
    formulas: &[
        Formula {
            name: "ramanujan2",
            version: 1,
            equation: "pi (a + b) (1 + 3 h / (10 + sqrt(4 - 3 h))), h = ((a - b) / (a + b))^2",
            inputs: "semi-axes a, b of the oval in cm",
            unit: "cm",
            source: "Ramanujan 1914; Salomon 2019",
        },
        Formula {
            name: "ramanujan1",
            version: 1,
            equation: "pi (3 (a + b) - sqrt((3 a + b) (a + 3 b)))",
            inputs: "semi-axes a, b of the oval in cm",
            unit: "cm",
            source: "Ramanujan 1914",
        },
    ],
    invalid: "fewer than three points, the first two the same",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let line = view.line(0)?;
    let (a, b) = view.oval(line)?.semi_axes();
    Some(match view.formula() {
        "ramanujan1" => perimeter_ramanujan_1(a, b),
        _ => perimeter_ramanujan_2(a, b),
    })
}
