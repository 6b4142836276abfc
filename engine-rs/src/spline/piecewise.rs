//! A function made of cubics between knots: values, exact integrals, extremes, crossings.

use super::CurveError;

/// Steps of bisection: more than the bits of a float.
const BISECTIONS: usize = 80;

/// Nodes and weights of the Gauss-Legendre rule of 4 points, exact up to degree 7.
const GAUSS: [(f64, f64); 4] = [
    (-0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
    (-0.339_981_043_584_856_26, 0.652_145_154_862_546_1),
    (0.339_981_043_584_856_26, 0.652_145_154_862_546_1),
    (0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
];

/// Which part of the function is integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Parts below zero subtract.
    Signed,
    /// The magnitude.
    Absolute,
    /// Only what is above zero.
    Positive,
    /// Only what is below zero, as a negative amount.
    Negative,
}

/// Cubics in `x - knot`, one for each interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Piecewise {
    knots: Vec<f64>,
    pieces: Vec<[f64; 4]>,
}

fn value(c: &[f64; 4], s: f64) -> f64 {
    ((c[3] * s + c[2]) * s + c[1]) * s + c[0]
}

fn slope(c: &[f64; 4], s: f64) -> f64 {
    (3.0 * c[3] * s + 2.0 * c[2]) * s + c[1]
}

fn antiderivative(c: &[f64; 4], s: f64) -> f64 {
    (((c[3] / 4.0 * s + c[2] / 3.0) * s + c[1] / 2.0) * s + c[0]) * s
}

/// Roots of the derivative strictly between `a` and `b`, in order.
fn turning_points(c: &[f64; 4], a: f64, b: f64) -> Vec<f64> {
    let (p, q, r) = (3.0 * c[3], 2.0 * c[2], c[1]);
    let discriminant = q * q - 4.0 * p * r;
    let mut roots = if discriminant < 0.0 {
        Vec::new()
    } else {
        // The sum without cancellation gives one root, their product the other.
        let sum = -0.5 * (q + discriminant.sqrt() * if q < 0.0 { -1.0 } else { 1.0 });
        vec![sum / p, r / sum]
    };
    roots.retain(|root| *root > a && *root < b);
    roots.sort_by(f64::total_cmp);
    roots.dedup();
    roots
}

/// Checks positions and values that a function shall run through.
pub(super) fn check(x: &[f64], y: &[f64]) -> Result<(), CurveError> {
    if x.len() < 2 || x.len() != y.len() {
        return Err(CurveError::TooFewPoints);
    }
    if x.iter().chain(y).any(|number| !number.is_finite()) {
        return Err(CurveError::NotFinite);
    }
    if x.windows(2).any(|pair| pair[1] <= pair[0]) {
        return Err(CurveError::NotIncreasing);
    }
    Ok(())
}

impl Piecewise {
    /// From knots and the slopes at them.
    pub(super) fn hermite(x: &[f64], y: &[f64], slopes: &[f64]) -> Self {
        let piece = |i: usize| {
            let h = x[i + 1] - x[i];
            let secant = (y[i + 1] - y[i]) / h;
            let (d0, d1) = (slopes[i], slopes[i + 1]);
            [
                y[i],
                d0,
                (3.0 * secant - 2.0 * d0 - d1) / h,
                (d0 + d1 - 2.0 * secant) / (h * h),
            ]
        };
        Self {
            knots: x.to_vec(),
            pieces: (0..x.len() - 1).map(piece).collect(),
        }
    }

    /// Straight pieces.
    ///
    /// # Errors
    /// Fewer than two points, positions that do not grow, numbers that are not finite.
    pub fn linear(x: &[f64], y: &[f64]) -> Result<Self, CurveError> {
        check(x, y)?;
        let piece = |i: usize| [y[i], (y[i + 1] - y[i]) / (x[i + 1] - x[i]), 0.0, 0.0];
        Ok(Self {
            knots: x.to_vec(),
            pieces: (0..x.len() - 1).map(piece).collect(),
        })
    }

    /// Coefficients of each interval in `x - knot`.
    pub(super) fn pieces(&self) -> &[[f64; 4]] {
        &self.pieces
    }

    /// First and last position.
    pub fn range(&self) -> [f64; 2] {
        [self.knots[0], self.knots[self.knots.len() - 1]]
    }

    fn piece_of(&self, x: f64) -> Option<usize> {
        let [first, last] = self.range();
        // Written so that a NaN is outside too.
        if !(x >= first && x <= last) {
            return None;
        }
        let after = self.knots.partition_point(|knot| *knot <= x);
        Some(after.saturating_sub(1).min(self.pieces.len() - 1))
    }

    /// The value; none outside of the range.
    pub fn at(&self, x: f64) -> Option<f64> {
        let piece = self.piece_of(x)?;
        Some(value(&self.pieces[piece], x - self.knots[piece]))
    }

    /// The slope; none outside of the range. At a knot, the slope of the piece to its right.
    pub fn slope_at(&self, x: f64) -> Option<f64> {
        let piece = self.piece_of(x)?;
        Some(slope(&self.pieces[piece], x - self.knots[piece]))
    }

    /// Pieces between two positions with the local ends; none when a position is outside.
    fn parts(&self, from: f64, to: f64) -> Option<Vec<(usize, f64, f64)>> {
        let (first, last) = (self.piece_of(from)?, self.piece_of(to)?);
        let part = |piece: usize| {
            let knot = self.knots[piece];
            let start = from.max(knot) - knot;
            let end = to.min(self.knots[piece + 1]) - knot;
            (piece, start, end)
        };
        Some((first..=last).map(part).collect())
    }

    /// Integral from `from` to `to`, negative when turned round; none when a position is outside.
    pub fn integral(&self, from: f64, to: f64, which: Part) -> Option<f64> {
        if to < from {
            return Some(-self.integral(to, from, which)?);
        }
        let mut total = 0.0;
        for (piece, start, end) in self.parts(from, to)? {
            let c = &self.pieces[piece];
            if which == Part::Signed {
                total += antiderivative(c, end) - antiderivative(c, start);
                continue;
            }
            let mut left = start;
            let crossings = crossings(c, start, end, 0.0);
            for right in crossings.into_iter().chain([end]) {
                let amount = antiderivative(c, right) - antiderivative(c, left);
                total += match which {
                    Part::Signed => amount,
                    Part::Absolute => amount.abs(),
                    Part::Positive => amount.max(0.0),
                    Part::Negative => amount.min(0.0),
                };
                left = right;
            }
        }
        Some(total)
    }

    /// Integral of the square; `from` before `to`.
    pub fn integral_of_square(&self, from: f64, to: f64) -> Option<f64> {
        let mut total = 0.0;
        for (piece, start, end) in self.parts(from, to)? {
            let (middle, half) = ((start + end) / 2.0, (end - start) / 2.0);
            for (node, weight) in GAUSS {
                let height = value(&self.pieces[piece], middle + half * node);
                total += weight * half * height * height;
            }
        }
        Some(total)
    }

    /// Least and greatest value between two positions.
    pub fn extremes(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for (piece, start, end) in self.parts(from, to)? {
            let c = &self.pieces[piece];
            let inner = turning_points(c, start, end);
            for s in inner.into_iter().chain([start, end]) {
                let height = value(c, s);
                least = least.min(height);
                greatest = greatest.max(height);
            }
        }
        Some((least, greatest))
    }

    /// The slope of largest magnitude between two positions, with its sign.
    pub fn steepest(&self, from: f64, to: f64) -> Option<f64> {
        let mut best = 0.0_f64;
        for (piece, start, end) in self.parts(from, to)? {
            // A position on a knot belongs only to the piece on its right.
            if start >= end {
                continue;
            }
            let c = &self.pieces[piece];
            let turn = -c[2] / (3.0 * c[3]);
            let inner = Some(turn).filter(|s| *s > start && *s < end);
            for s in [start, end].into_iter().chain(inner) {
                let steepness = slope(c, s);
                if steepness.abs() > best.abs() {
                    best = steepness;
                }
            }
        }
        Some(best)
    }

    /// First position between two where the value is `level`.
    pub fn first_at_level(&self, from: f64, to: f64, level: f64) -> Option<f64> {
        for (piece, start, end) in self.parts(from, to)? {
            let c = &self.pieces[piece];
            if value(c, start) == level {
                return Some(self.knots[piece] + start);
            }
            if let Some(s) = crossings(c, start, end, level).first() {
                return Some(self.knots[piece] + s);
            }
        }
        None
    }
}

/// Positions after `a`, up to `b`, where the cubic changes over the level, in order.
fn crossings(c: &[f64; 4], a: f64, b: f64, level: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut left = a;
    for right in turning_points(c, a, b).into_iter().chain([b]) {
        let (low, high) = (value(c, left) - level, value(c, right) - level);
        if (low < 0.0 && high >= 0.0) || (low > 0.0 && high <= 0.0) {
            let (mut near, mut far) = (left, right);
            for _ in 0..BISECTIONS {
                let middle = (near + far) / 2.0;
                if (value(c, middle) - level < 0.0) == (low < 0.0) && value(c, middle) != level {
                    near = middle;
                } else {
                    far = middle;
                }
            }
            found.push(far);
        }
        left = right;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x^3 - x between -2 and 2 with knots at whole numbers.
    fn cubic() -> Piecewise {
        let x = [-2.0, -1.0, 0.0, 1.0, 2.0];
        let y: Vec<f64> = x.iter().map(|x| x * x * x - x).collect();
        let slopes: Vec<f64> = x.iter().map(|x| 3.0 * x * x - 1.0).collect();
        Piecewise::hermite(&x, &y, &slopes)
    }

    #[test]
    fn integrals_of_a_cubic_are_exact() {
        let curve = cubic();
        let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-12;
        assert!(near(curve.integral(-2.0, 2.0, Part::Signed), 0.0));
        // Integral of |x^3 - x| from -1 to 1 is 1/2; half of it is on each side.
        assert!(near(curve.integral(-1.0, 1.0, Part::Absolute), 0.5));
        assert!(near(curve.integral(-1.0, 1.0, Part::Positive), 0.25));
        assert!(near(curve.integral(-1.0, 1.0, Part::Negative), -0.25));
        assert!(near(
            curve.integral(1.0, -0.5, Part::Signed),
            0.109375 + 0.03125
        ));
        // (x^3 - x)^2 integrates to 2 (1/7 - 2/5 + 1/3).
        let square = 2.0 * (1.0 / 7.0 - 2.0 / 5.0 + 1.0 / 3.0);
        assert!(near(curve.integral_of_square(-1.0, 1.0), square));
    }

    #[test]
    fn extremes_lie_at_roots_of_the_derivative() {
        let (least, greatest) = cubic().extremes(-1.0, 1.0).unwrap();
        let expected = 2.0 / (3.0 * 3.0_f64.sqrt());
        assert!((greatest - expected).abs() < 1e-12 && (least + expected).abs() < 1e-12);
        assert_eq!(cubic().steepest(-1.0, 1.0), Some(2.0));
        assert_eq!(cubic().steepest(-0.5, 0.5), Some(-1.0));
    }

    #[test]
    fn levels_are_found_from_the_left() {
        let found = cubic().first_at_level(-2.0, 2.0, 0.0).unwrap();
        assert!((found + 1.0).abs() < 1e-12);
        assert_eq!(cubic().first_at_level(-2.0, 2.0, 7.0), None);
    }

    #[test]
    fn outside_there_is_no_value() {
        assert_eq!(cubic().at(2.1), None);
        assert_eq!(cubic().at(f64::NAN), None);
        assert_eq!(cubic().integral(-3.0, 0.0, Part::Signed), None);
        assert_eq!(
            Piecewise::linear(&[0.0, 0.0], &[1.0, 2.0]),
            Err(CurveError::NotIncreasing)
        );
    }
}
