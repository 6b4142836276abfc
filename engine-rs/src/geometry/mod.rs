//! Plane geometry without cardiology; lengths in whatever unit the points have.

pub mod axis;
pub mod blocks;
pub mod distance;
pub mod ellipse;
pub mod polyline;

/// A position or a vector in the plane, pixels or cm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// From its coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The vector from `other` to this point.
    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    /// The point `factor` along the way to `other`.
    pub fn towards(self, other: Self, factor: f64) -> Self {
        Self::new(
            self.x + (other.x - self.x) * factor,
            self.y + (other.y - self.y) * factor,
        )
    }

    /// Length of the vector.
    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Straight distance.
    pub fn distance(self, other: Self) -> f64 {
        self.minus(other).length()
    }

    /// Scalar product of two vectors.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Signed area of the parallelogram of two vectors.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

/// Turns of growing radius about the origin, as many pieces as boxes are worth it for.
#[cfg(test)]
fn spiral() -> Vec<Point> {
    (0..200)
        .map(|step| {
            let (sine, cosine) = libm::sincos(f64::from(step) * 0.2);
            let radius = 10.0 + f64::from(step);
            Point::new(radius * cosine, radius * sine)
        })
        .collect()
}
