//! The three points of an oval whose outline was followed.

use core::f64::consts::PI;

use crate::geometry::Point;
use crate::geometry::ellipse::Oval;
use crate::records::tracking::TrackedPoint;

/// Positions on the outline that are followed, as many as a stored oval is sampled at.
const SAMPLES: usize = 50;

/// The outline of an oval, beginning at its second point; none where it is not an oval.
pub fn outline(points: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
    let oval = Oval::through(three(points)?)?;
    let samples = oval.sample(SAMPLES);
    Some(samples.iter().map(|at| [at.x, at.y]).collect())
}

fn three(points: &[[f64; 2]]) -> Option<[Point; 3]> {
    let [first, second, third] = points else {
        return None;
    };
    let point = |[x, y]: &[f64; 2]| Point::new(*x, *y);
    Some([point(first), point(second), point(third)])
}

/// The three points of the oval that lies nearest to a followed outline. Each follows from all of
/// it: quality and drift are their means, and where one sample has no drift no point has one.
pub fn fitted(drawn: &[[f64; 2]], outline: &[TrackedPoint]) -> Vec<TrackedPoint> {
    let Some([first, second, third]) = three(drawn) else {
        return Vec::new();
    };
    let places: Vec<Point> = outline.iter().map(|at| Point::new(at.x, at.y)).collect();
    let right = second.minus(first).cross(third.minus(first)) >= 0.0;
    let count = outline.len() as f64;
    let quality = outline.iter().map(|at| at.quality).sum::<f64>() / count;
    let drifts: Option<Vec<f64>> = outline.iter().map(|at| at.drift_px).collect();
    let drift_px = drifts.map(|all| all.iter().sum::<f64>() / count);
    let point = |at: Point| TrackedPoint {
        x: at.x,
        y: at.y,
        quality,
        drift_px,
    };
    nearest(&places, right).map(point).to_vec()
}

/// The oval whose samples leave the least squares to the followed ones. With half axes `u` and `k`
/// times `u` turned by a right angle these are, but for a constant, `|u - a|^2 + |k u - b|^2`,
/// where `a` and `b` are the half axes of the nearest sheared oval, the second turned back: the
/// nearest matrix of rank one. The ends of the axis stay on their tissue that way, also where the
/// oval is nearly round. An outline that was turned inside out has no width.
fn nearest(samples: &[Point], right: bool) -> [Point; 3] {
    let count = samples.len() as f64;
    let sum = |of: &dyn Fn(f64) -> f64| {
        let each = samples.iter().enumerate().map(|(index, at)| {
            let share = of(2.0 * PI * index as f64 / count);
            Point::new(at.x * share, at.y * share)
        });
        let all = each.fold(Point::new(0.0, 0.0), |all, at| {
            Point::new(all.x + at.x, all.y + at.y)
        });
        Point::new(all.x / count, all.y / count)
    };
    let centre = sum(&|_| 1.0);
    let (cosine, sine) = (
        sum(&|turn| 2.0 * libm::cos(turn)),
        sum(&|turn| 2.0 * libm::sin(turn)),
    );
    let (a, b) = (cosine, Point::new(sine.y, -sine.x));
    let (own, other, both) = (a.dot(a), b.dot(b), a.dot(b).max(0.0));
    let half = (own - other) / 2.0;
    let greatest = half + (half * half + both * both).sqrt();
    let width = if greatest > 0.0 { both / greatest } else { 0.0 };
    let part = |a: f64, b: f64| (a + width * b) / (1.0 + width * width);
    let u = Point::new(part(a.x, b.x), part(a.y, b.y));
    let side = if right { width } else { -width };
    [
        centre.minus(u),
        Point::new(centre.x + u.x, centre.y + u.y),
        Point::new(centre.x - side * u.y, centre.y + side * u.x),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: [[f64; 2]; 3] = [[100.0, 100.0], [220.0, 190.0], [130.0, 185.0]];

    fn followed(motion: impl Fn([f64; 2]) -> [f64; 2]) -> Vec<TrackedPoint> {
        let samples = outline(&DRAWN).unwrap().into_iter().map(motion);
        let point = |[x, y]: [f64; 2]| TrackedPoint {
            x,
            y,
            quality: 0.8,
            drift_px: Some(0.5),
        };
        samples.map(point).collect()
    }

    fn places(found: &[TrackedPoint]) -> Vec<Point> {
        found.iter().map(|at| Point::new(at.x, at.y)).collect()
    }

    /// Where the points went: the third one was drawn at the end of its half axis.
    fn moved(motion: impl Fn([f64; 2]) -> [f64; 2]) -> Vec<Point> {
        let place = |at: [f64; 2]| {
            let [x, y] = motion(at);
            Point::new(x, y)
        };
        DRAWN.map(place).to_vec()
    }

    #[test]
    fn an_oval_that_is_moved_turned_and_scaled_has_its_points_where_they_went() {
        let motion = |[x, y]: [f64; 2]| [0.9 * x - 0.2 * y + 7.0, 0.2 * x + 0.9 * y - 12.0];
        let found = fitted(&DRAWN, &followed(motion));
        for (found, known) in places(&found).iter().zip(moved(motion)) {
            assert!(found.distance(known) < 1e-9, "{found:?} {known:?}");
        }
        assert!(found.iter().all(|at| (at.quality - 0.8).abs() < 1e-12));
        assert!(
            found
                .iter()
                .all(|at| (at.drift_px.unwrap() - 0.5).abs() < 1e-12)
        );
    }

    #[test]
    fn an_oval_that_grows_along_one_axis_changes_its_ratio() {
        // 4/5 and 3/5 are cosine and sine of the drawn axis.
        let motion = |[x, y]: [f64; 2]| {
            let (along, across) = (0.8 * x + 0.6 * y, 1.3 * (0.8 * y - 0.6 * x));
            [0.8 * along - 0.6 * across, 0.6 * along + 0.8 * across]
        };
        let found = places(&fitted(&DRAWN, &followed(motion)));
        for (found, known) in found.iter().zip(moved(motion)) {
            assert!(found.distance(known) < 1e-9, "{found:?} {known:?}");
        }
    }

    #[test]
    fn of_a_sheared_outline_no_other_oval_leaves_less() {
        let samples = followed(|[x, y]| [x + 0.2 * y, y - 0.05 * x]);
        let left = |drawn: &[Point]| {
            let points: Vec<[f64; 2]> = drawn.iter().map(|at| [at.x, at.y]).collect();
            let outline = outline(&points).unwrap();
            let each = outline.iter().zip(&samples);
            each.map(|([x, y], at)| (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y))
                .sum::<f64>()
        };
        let found = places(&fitted(&DRAWN, &samples));
        for place in 0..3 {
            for (x, y) in [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)] {
                let mut other = found.clone();
                other[place] = Point::new(other[place].x + x, other[place].y + y);
                // A third point that moves along the axis changes no oval.
                assert!(left(&other) > left(&found) - 1e-9);
            }
        }
        assert!((left(&found) - left(&moved(|at| at))).abs() > 1.0);
    }

    #[test]
    fn the_third_point_stays_on_its_side() {
        let other = [DRAWN[0], DRAWN[1], [190.0, 105.0]];
        let still = followed(|at| at);
        let side = |points: &[Point]| points[1].minus(points[0]).cross(points[2].minus(points[0]));
        assert!(side(&places(&fitted(&DRAWN, &still))) > 0.0);
        assert!(side(&places(&fitted(&other, &still))) < 0.0);
    }

    #[test]
    fn an_outline_that_was_turned_inside_out_has_no_width() {
        let found = places(&fitted(&DRAWN, &followed(|[x, y]| [y, x])));
        let axis = found[1].minus(found[0]);
        assert!(axis.cross(found[2].minus(found[0])).abs() < 1e-9);
    }

    #[test]
    fn without_a_second_way_there_is_no_drift() {
        let mut samples = followed(|at| at);
        samples[7].drift_px = None;
        assert!(
            fitted(&DRAWN, &samples)
                .iter()
                .all(|at| at.drift_px.is_none())
        );
        assert_eq!(outline(&[[3.0, 3.0], [3.0, 3.0], [5.0, 9.0]]), None);
    }
}
