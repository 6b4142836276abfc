//! `pressure-gradient`: by the simplified Bernoulli equation; mmHg with v in m/s.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// cm in a metre.
const CM_PER_M: f64 = 100.0;

/// The kind.
pub const KIND: Kind = Kind {
    name: "pressure-gradient",
    formulas: &[
        Formula {
            name: "peak",
            version: 1,
            equation: "4 v^2, v of the largest magnitude",
            inputs: "velocity, m/s",
            unit: "mmHg",
            source: "Baumgartner 2009, 2017",
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "1 / T integral of 4 v(t)^2 dt",
            inputs: "velocity curve over the ejection, m/s",
            unit: "mmHg",
            source: "Baumgartner 2009, 2017",
        },
        Formula {
            name: "mean_velocity",
            version: 1,
            equation: "4 (mean v)^2, lower than the mean of instantaneous gradients",
            inputs: "velocity curve over the ejection, m/s",
            unit: "mmHg",
            source: "measurements.md 3, 7",
        },
        Formula {
            name: "corrected",
            version: 1,
            equation: "4 (v_2^2 - v_1^2)",
            inputs: "largest velocity v_2, proximal_velocity v_1, m/s",
            unit: "mmHg",
            source: "Baumgartner 2009, 2017",
        },
    ],
    invalid: "a missing point, no zero line, a mean without duration; corrected without proximal velocity",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn gradient(velocity_cm_s: f64) -> f64 {
    let metres = velocity_cm_s / CM_PER_M;
    4.0 * metres * metres
}

fn value(view: &mut View) -> Option<f64> {
    let proximal = view.definition.proximal_velocity;
    match view.formula() {
        "mean" => {
            let flow = view.flow()?;
            let (from, to) = flow.ordered();
            let squares = flow.curve.integral_of_square(from, to)?;
            (to > from).then(|| 4.0 * squares / (to - from) / (CM_PER_M * CM_PER_M))
        }
        "mean_velocity" => {
            let flow = view.flow()?;
            let (from, to) = flow.ordered();
            flow.mean(from, to).map(gradient)
        }
        "corrected" => Some(gradient(peak(view)?) - gradient(proximal?)),
        _ => peak(view).map(gradient),
    }
}

/// The velocity of largest magnitude: at the one point that is named, else on the curve.
fn peak(view: &mut View) -> Option<f64> {
    if view.definition.points.len() == 1 {
        let point = view.point(0)?;
        return view.velocity(point);
    }
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    let (least, greatest) = flow.curve.extremes(from, to)?;
    Some(if least.abs() > greatest.abs() {
        least
    } else {
        greatest
    })
}
