//! A stroke drawn by a free hand, thinned to the points of a line.

use crate::geometry::Point;

/// The positions of a stroke that matter: no position left out lies farther than `tolerance` px
/// from the straight pieces between those kept, the first and last among them (Douglas and Peucker,
/// Cartographica 10 (1973) 112).
pub fn thinned(stroke: &[Point], tolerance: f64) -> Vec<Point> {
    let Some(last) = stroke.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut kept = vec![false; stroke.len()];
    kept[0] = true;
    kept[last] = true;
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let mut farthest = (from, tolerance);
        for place in from + 1..to {
            let distance = from_piece(stroke[place], stroke[from], stroke[to]);
            if distance > farthest.1 {
                farthest = (place, distance);
            }
        }
        let (place, _) = farthest;
        if place > from {
            kept[place] = true;
            open.push((from, place));
            open.push((place, to));
        }
    }
    let pairs = stroke.iter().zip(kept);
    pairs
        .filter_map(|(point, keep)| keep.then_some(*point))
        .collect()
}

/// Distance from the straight piece between two points.
fn from_piece(point: Point, from: Point, to: Point) -> f64 {
    let way = to.minus(from);
    let square = way.dot(way);
    let along = if square == 0.0 {
        0.0
    } else {
        (point.minus(from).dot(way) / square).clamp(0.0, 1.0)
    };
    point.distance(from.towards(to, along))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_strokes_keep_their_ends_and_corners() {
        let corner: Vec<Point> = (0..=100)
            .map(|step| {
                let at = f64::from(step);
                if step <= 50 {
                    Point::new(at, 0.0)
                } else {
                    Point::new(50.0, at - 50.0)
                }
            })
            .collect();
        let expected = [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0)].map(|(x, y)| Point::new(x, y));
        assert_eq!(thinned(&corner, 1.0), expected);
        assert_eq!(thinned(&corner[..2], 1.0).len(), 2);
        assert_eq!(thinned(&[], 1.0), []);
    }

    #[test]
    fn an_arc_keeps_as_many_points_as_its_sagitta_asks_for() {
        let arc: Vec<Point> = (0..=360)
            .map(|step| {
                let (sine, cosine) = libm::sincos(core::f64::consts::PI * f64::from(step) / 360.0);
                Point::new(100.0 * cosine, 100.0 * sine)
            })
            .collect();
        let kept = thinned(&arc, 2.0);
        for point in &arc {
            let nearest = kept
                .windows(2)
                .map(|ends| from_piece(*point, ends[0], ends[1]))
                .fold(f64::INFINITY, f64::min);
            assert!(nearest <= 2.0);
        }
        // A piece over an angle a is r (1 - cos(a / 2)) from the arc: at least pi / 0.4 of them.
        assert!((8..=17).contains(&kept.len()), "{}", kept.len());
    }
}
