//! The position of a curve nearest to a point, and where a new control point goes.

use super::contour::Curve;
use super::cubic::Cubic;
use crate::geometry::Point;

/// Positions of each segment where the search starts; between two of them a centripetal segment has
/// no second valley that matters on a screen.
const STARTS_PER_SEGMENT: usize = 16;
/// Steps of the refinement; each divides the interval by the golden ratio, so 60 leave 1e-12.
const REFINEMENTS: usize = 60;
/// 1 / golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Where a curve comes nearest to a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearestOnCurve {
    /// Segment, from 0: a point inserted here comes after the control point of this index.
    pub segment: usize,
    /// Share of the segment, 0 to 1.
    pub share: f64,
    /// The position.
    pub point: Point,
    /// Distance to it, px.
    pub distance: f64,
}

impl Curve {
    /// The nearest position; the first of equally near ones.
    pub fn nearest(&self, from: Point) -> Option<NearestOnCurve> {
        let mut best: Option<(usize, usize, f64)> = None;
        for (segment, cubic) in self.cubics.iter().enumerate() {
            for step in 0..=STARTS_PER_SEGMENT {
                let distance = distance_at(cubic, step as f64 / STARTS_PER_SEGMENT as f64, from);
                if best.is_none_or(|(_, _, least)| distance < least) {
                    best = Some((segment, step, distance));
                }
            }
        }
        let (segment, step, _) = best?;
        let around = |segment: usize, step: usize| {
            let (cubic, width) = (self.cubics.get(segment)?, 1.0 / STARTS_PER_SEGMENT as f64);
            let low = (step as f64 - 1.0) * width;
            let share = refine(cubic, low.max(0.0), (low + 2.0 * width).min(1.0), from);
            let point = cubic.at(share);
            Some(NearestOnCurve {
                segment,
                share,
                point,
                distance: point.distance(from),
            })
        };
        // A start on a joint has its valley on either side.
        let here = around(segment, step);
        let beside = (step == STARTS_PER_SEGMENT).then(|| around(segment + 1, 0));
        match (here, beside.flatten()) {
            (Some(here), Some(beside)) if beside.distance < here.distance => Some(beside),
            (here, _) => here,
        }
    }

    /// Least and greatest column and row of the curve: `[min_x, min_y, max_x, max_y]`.
    pub fn extremes(&self) -> [f64; 4] {
        let mut bounds = [
            f64::INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
        ];
        for cubic in &self.cubics {
            for (axis, c) in [cubic.x, cubic.y].into_iter().enumerate() {
                for share in turns(&c).into_iter().flatten().chain([0.0, 1.0]) {
                    let value = ((c[3] * share + c[2]) * share + c[1]) * share + c[0];
                    bounds[axis] = bounds[axis].min(value);
                    bounds[axis + 2] = bounds[axis + 2].max(value);
                }
            }
        }
        bounds
    }
}

fn distance_at(cubic: &Cubic, share: f64, from: Point) -> f64 {
    cubic.at(share).distance(from)
}

/// Golden-section search for the least distance.
fn refine(cubic: &Cubic, mut low: f64, mut high: f64, from: Point) -> f64 {
    let (mut one, mut other) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    for _ in 0..REFINEMENTS {
        if distance_at(cubic, one, from) <= distance_at(cubic, other, from) {
            high = other;
        } else {
            low = one;
        }
        one = high - GOLDEN * (high - low);
        other = low + GOLDEN * (high - low);
    }
    let middle = (low + high) / 2.0;
    // The ends themselves are never reached by halving.
    let nearer = |best: f64, share: f64| {
        if distance_at(cubic, share, from) < distance_at(cubic, best, from) {
            share
        } else {
            best
        }
    };
    nearer(nearer(middle, 0.0), 1.0)
}

/// Shares between 0 and 1 where a coordinate turns round.
fn turns(c: &[f64; 4]) -> [Option<f64>; 2] {
    let (p, q, r) = (3.0 * c[3], 2.0 * c[2], c[1]);
    let discriminant = q * q - 4.0 * p * r;
    if discriminant < 0.0 {
        return [None, None];
    }
    let sum = -0.5 * (q + discriminant.sqrt() * if q < 0.0 { -1.0 } else { 1.0 });
    [sum / p, r / sum].map(|share| Some(share).filter(|share| *share > 0.0 && *share < 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::{ContourKind, fit};

    fn arch() -> Curve {
        let points = [
            [0.0, 0.0],
            [20.0, -40.0],
            [60.0, -50.0],
            [100.0, -40.0],
            [120.0, 0.0],
        ];
        let points = points.map(|[x, y]| Point::new(x, y));
        fit(ContourKind::CatmullRom, &points, false).unwrap()
    }

    #[test]
    fn the_nearest_position_is_never_farther_than_any_of_a_fine_sweep() {
        let curve = arch();
        let sweep = curve.sample(2000);
        for step in 0..300 {
            let from = Point::new(
                f64::from(step % 20) * 8.0 - 20.0,
                f64::from(step / 20) * -6.0,
            );
            let found = curve.nearest(from).unwrap();
            let least = sweep.iter().map(|point| point.distance(from));
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(found.distance <= least + 1e-9, "{from:?}");
            assert!(found.distance >= least - 0.05);
        }
    }

    #[test]
    fn a_position_of_the_curve_is_its_own_nearest() {
        let curve = arch();
        for segment in 0..4 {
            let point = curve.cubics[segment].at(0.37);
            let found = curve.nearest(point).unwrap();
            assert_eq!(found.segment, segment);
            assert!((found.share - 0.37).abs() < 1e-6 && found.distance < 1e-6);
        }
        let end = curve.nearest(Point::new(-5.0, 40.0)).unwrap();
        assert_eq!((end.segment, end.share), (0, 0.0));
    }

    #[test]
    fn extremes_hold_every_sample_and_are_met() {
        let curve = arch();
        let [left, top, right, bottom] = curve.extremes();
        let sweep = curve.sample(4000);
        let highest = sweep
            .iter()
            .map(|point| point.y)
            .fold(f64::INFINITY, f64::min);
        assert!(
            sweep
                .iter()
                .all(|p| p.x >= left && p.x <= right && p.y >= top && p.y <= bottom)
        );
        assert!((highest - top).abs() < 1e-4 && bottom == 0.0 && right == 120.0 && left == 0.0);
    }
}
