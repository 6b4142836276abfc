//! The oval of three points (docs/measurements.md#geometry): drawn in pixels, measured in cm.

use core::f64::consts::PI;

use super::Point;

/// Half axes as two vectors from the centre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oval {
    /// Centre.
    pub centre: Point,
    /// Half of the axis that two points span.
    pub u: Point,
    /// The other half axis, perpendicular to `u` in pixels.
    pub w: Point,
}

impl Oval {
    /// The oval in pixels; none when the first two points are one.
    ///
    /// The third point gives only its distance from the axis.
    pub fn through([first, second, third]: [Point; 3]) -> Option<Self> {
        let axis = second.minus(first);
        let length = axis.length();
        if length == 0.0 {
            return None;
        }
        let half_width = (axis.cross(third.minus(first)) / length).abs();
        Some(Self {
            centre: first.towards(second, 0.5),
            u: Point::new(axis.x / 2.0, axis.y / 2.0),
            w: Point::new(-axis.y / length * half_width, axis.x / length * half_width),
        })
    }

    /// The exact image under a scale of each axis.
    pub fn scaled(&self, scale_x: f64, scale_y: f64) -> Self {
        let scaled = |point: Point| Point::new(point.x * scale_x, point.y * scale_y);
        Self {
            centre: scaled(self.centre),
            u: scaled(self.u),
            w: scaled(self.w),
        }
    }

    /// Larger and smaller semi-axis, also where `u` and `w` are no longer perpendicular.
    pub fn semi_axes(&self) -> (f64, f64) {
        let sum = self.u.dot(self.u) + self.w.dot(self.w);
        let product = self.u.cross(self.w).abs();
        let outer = (sum + 2.0 * product).sqrt();
        let inner = (sum - 2.0 * product).max(0.0).sqrt();
        ((outer + inner) / 2.0, (outer - inner) / 2.0)
    }

    /// Length of the axis through the first two points, and of the one drawn across it.
    pub fn drawn_axes(&self) -> [f64; 2] {
        [2.0 * self.u.length(), 2.0 * self.w.length()]
    }

    /// `count` positions around, beginning at the second point; not closed.
    pub fn sample(&self, count: usize) -> Vec<Point> {
        (0..count)
            .map(|index| {
                let (sine, cosine) = libm::sincos(2.0 * PI * index as f64 / count as f64);
                Point::new(
                    self.centre.x + self.u.x * cosine + self.w.x * sine,
                    self.centre.y + self.u.y * cosine + self.w.y * sine,
                )
            })
            .collect()
    }
}

/// Perimeter by Ramanujan's second approximation (1914); not both semi-axes 0.
pub fn perimeter_ramanujan_2(a: f64, b: f64) -> f64 {
    let ratio = (a - b) / (a + b);
    let h = ratio * ratio;
    PI * (a + b) * (1.0 + 3.0 * h / (10.0 + (4.0 - 3.0 * h).sqrt()))
}

/// Perimeter by Ramanujan's first approximation (1914).
pub fn perimeter_ramanujan_1(a: f64, b: f64) -> f64 {
    PI * (3.0 * (a + b) - ((3.0 * a + b) * (a + 3.0 * b)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact perimeter by the arithmetic-geometric mean (Gauss).
    fn perimeter_exact(a: f64, b: f64) -> f64 {
        let (mut x, mut y, mut sum, mut weight) = (a, b, 0.0, 0.5);
        for _ in 0..12 {
            let half = (x - y) / 2.0;
            (x, y) = ((x + y) / 2.0, (x * y).sqrt());
            weight *= 2.0;
            sum += weight * half * half;
        }
        // E = K (1 - sum 2^(n-1) c_n^2), with c_0^2 = a^2 - b^2.
        let first = 0.5 * (a * a - b * b);
        2.0 * PI / x * (a * a - first - sum)
    }

    #[test]
    fn both_approximations_meet_the_exact_perimeter_for_heads() {
        for ratio in [0.7, 0.78, 0.85, 0.9, 1.0] {
            let exact = perimeter_exact(5.0, 5.0 * ratio);
            assert!((perimeter_ramanujan_2(5.0, 5.0 * ratio) / exact - 1.0).abs() < 1e-7);
            assert!((perimeter_ramanujan_1(5.0, 5.0 * ratio) / exact - 1.0).abs() < 2e-7);
        }
    }

    #[test]
    fn unequal_scales_keep_the_area_times_both() {
        let oval = Oval::through([
            Point::new(10.0, 10.0),
            Point::new(90.0, 70.0),
            Point::new(40.0, 90.0),
        ])
        .unwrap();
        let (a, b) = oval.semi_axes();
        let (c, d) = oval.scaled(0.02, 0.03).semi_axes();
        assert!((c * d - a * b * 0.0006).abs() < 1e-9);
        assert!((a - 50.0).abs() < 1e-9);
    }

    #[test]
    fn an_axis_without_length_is_no_oval() {
        let point = Point::new(3.0, 4.0);
        assert_eq!(Oval::through([point, point, Point::new(0.0, 0.0)]), None);
    }
}
