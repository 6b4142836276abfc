//! The motion of a line as a whole: moved, turned, stretched and sheared.

use super::smooth::Measured;
use crate::geometry::Point;

/// Share of a line's extent that every direction is taken to have at least: what the motion does
/// across a straight line is not known, and is left out.
const LEAST_EXTENT: f64 = 0.05;

/// A displacement that is linear in the place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overall {
    middle: Point,
    shift: Point,
    /// Growth of the displacement for each pixel to the right.
    along_x: Point,
    /// Growth of the displacement for each pixel down.
    along_y: Point,
}

impl Overall {
    /// The least weighted squares of what was measured at the places of a line, in stored pixels;
    /// no displacement where nothing was measured.
    pub fn of(line: &[Point], measured: &[Measured]) -> Self {
        let all = || line.iter().zip(measured);
        let total: f64 = measured.iter().map(|one| one.weight).sum();
        let zero = Point::new(0.0, 0.0);
        if total <= 0.0 {
            return Self {
                middle: zero,
                shift: zero,
                along_x: zero,
                along_y: zero,
            };
        }
        let mean = |of: &dyn Fn(&Point, &Measured) -> f64| {
            all().map(|(at, one)| one.weight * of(at, one)).sum::<f64>() / total
        };
        let middle = Point::new(mean(&|at, _| at.x), mean(&|at, _| at.y));
        let shift = Point::new(mean(&|_, one| one.x), mean(&|_, one| one.y));
        let from = |at: &Point| at.minus(middle);
        let spread_x = mean(&|at, _| from(at).x * from(at).x);
        let spread_y = mean(&|at, _| from(at).y * from(at).y);
        let both = mean(&|at, _| from(at).x * from(at).y);
        let least = LEAST_EXTENT * LEAST_EXTENT * (spread_x + spread_y);
        let (xx, yy) = (spread_x + least, spread_y + least);
        let determinant = xx * yy - both * both;
        let growth = |of: &dyn Fn(&Measured) -> f64| {
            let x = mean(&|at, one| from(at).x * of(one));
            let y = mean(&|at, one| from(at).y * of(one));
            if determinant > 0.0 {
                let across = (x * yy - y * both) / determinant;
                (across, (y * xx - x * both) / determinant)
            } else {
                (0.0, 0.0)
            }
        };
        let (x, y) = (growth(&|one| one.x), growth(&|one| one.y));
        Self {
            middle,
            shift,
            along_x: Point::new(x.0, y.0),
            along_y: Point::new(x.1, y.1),
        }
    }

    /// The displacement at a place.
    pub fn at(&self, place: Point) -> Point {
        let from = place.minus(self.middle);
        Point::new(
            self.shift.x + from.x * self.along_x.x + from.y * self.along_y.x,
            self.shift.y + from.x * self.along_x.y + from.y * self.along_y.y,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(line: &[Point], of: impl Fn(Point) -> (f64, f64)) -> Vec<Measured> {
        let one = |at: &Point| {
            let (x, y) = of(*at);
            Measured { x, y, weight: 0.4 }
        };
        line.iter().map(one).collect()
    }

    /// Three quarters of an ellipse.
    fn arc() -> Vec<Point> {
        let place = |step: u32| {
            let turn = f64::from(step) * 0.12;
            Point::new(
                300.0 + 80.0 * libm::cos(turn),
                200.0 + 60.0 * libm::sin(turn),
            )
        };
        (0..40).map(place).collect()
    }

    #[test]
    fn a_contraction_is_found_but_for_what_holds_straight_lines() {
        let line = arc();
        let motion = |at: Point| {
            let (x, y) = (at.x - 310.0, at.y - 190.0);
            (3.0 - 0.05 * x + 0.02 * y, -1.0 - 0.03 * y)
        };
        let found = Overall::of(&line, &measured(&line, motion));
        for at in &line {
            let (x, y) = motion(*at);
            // Of displacements of up to 6 pixels.
            assert!(found.at(*at).distance(Point::new(x, y)) < 0.05);
        }
    }

    #[test]
    fn across_a_straight_line_nothing_grows() {
        let line: Vec<Point> = (0..20)
            .map(|step| Point::new(f64::from(step) * 6.0, 50.0))
            .collect();
        let found = Overall::of(&line, &measured(&line, |at| (0.1 * at.x, 2.0)));
        let beside = found.at(Point::new(60.0, 90.0));
        assert!((beside.y - 2.0).abs() < 1e-12 && (beside.x - 6.0).abs() < 0.05);
    }

    #[test]
    fn what_was_not_measured_does_not_move() {
        let line = arc();
        let none = vec![Measured::default(); line.len()];
        assert_eq!(Overall::of(&line, &none).at(line[3]), Point::new(0.0, 0.0));
        let one = [Point::new(5.0, 5.0)];
        let found = Overall::of(&one, &measured(&one, |_| (2.0, 3.0)));
        assert!(found.at(one[0]).distance(Point::new(2.0, 3.0)) < 1e-12);
    }
}
