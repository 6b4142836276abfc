//! Quantiles of Student's t and of F and normal scores of t, by the regularised incomplete beta function.

/// Steps of the continued fraction, which needs about the root of its greater argument.
const MAX_STEPS: usize = 20_000;
/// Halvings of the interval that holds a quantile.
const HALVINGS: usize = 200;
/// Beyond this, a normal distribution has less than the smallest number of 64 bits.
const LARGEST_SCORE: f64 = 39.0;
/// Stands for zero in a denominator.
const TINY: f64 = 1e-300;

/// The regularised incomplete beta function I_x(a, b), by DLMF 8.17.22 (<https://dlmf.nist.gov/8.17>).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast below its mean, and the other side is its complement.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_below(1.0 - x, b, a);
    }
    beta_below(x, a, b)
}

fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    let whole = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(whole + a * libm::log(x) + b * libm::log1p(-x)) / a;
    front / fraction(x, a, b)
}

/// 1 + d1 / (1 + d2 / (1 + ...)) by the modified method of Lentz.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for step in 1..=MAX_STEPS {
        let m = (step / 2) as f64;
        let term = if step % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / apart_from_zero(1.0 + term * d);
        c = apart_from_zero(1.0 + term / c);
        value *= c * d;
        if (c * d - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

fn apart_from_zero(value: f64) -> f64 {
    if value.abs() < TINY { TINY } else { value }
}

/// The x below 0.5 with I_x(a, b) = `share`; none where it is above.
fn lower_half(share: f64, a: f64, b: f64) -> Option<f64> {
    if beta(0.5, a, b) < share {
        return None;
    }
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if beta(middle, a, b) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

/// Quantile of the F distribution; `above` is the share of it above the quantile, 0 to 1.
pub fn f_quantile(above: f64, numerator: f64, denominator: f64) -> f64 {
    let (a, b) = (numerator / 2.0, denominator / 2.0);
    // Whichever of x and 1 - x is small is looked for, so that it keeps its digits.
    let odds = match lower_half(1.0 - above, a, b) {
        Some(x) => x / (1.0 - x),
        None => lower_half(above, b, a).map_or(f64::INFINITY, |rest| (1.0 - rest) / rest),
    };
    odds * denominator / numerator
}

/// Quantile of Student's t with a share of `above` over it, below one half.
pub fn t_quantile(above: f64, freedom: f64) -> f64 {
    f_quantile(2.0 * above, 1.0, freedom).sqrt()
}

/// The standard normal number with as large a share of its distribution below it as `t` has of Student's.
pub fn normal_score_of_t(t: f64, freedom: f64) -> f64 {
    let above = beta(freedom / (freedom + t * t), freedom / 2.0, 0.5) / 2.0;
    let (mut low, mut high) = (0.0, LARGEST_SCORE);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if libm::erfc(middle / core::f64::consts::SQRT_2) / 2.0 > above {
            low = middle;
        } else {
            high = middle;
        }
    }
    high.copysign(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn quantiles_with_closed_forms_are_met() {
        // One degree of freedom is the Cauchy distribution, two have an algebraic quantile.
        close(
            t_quantile(0.025, 1.0),
            libm::tan(0.475 * core::f64::consts::PI),
        );
        let p = 0.95_f64;
        close(t_quantile(0.025, 2.0), p * (2.0 / (1.0 - p * p)).sqrt());
        // F with two degrees above: (d/2) (q^(-2/d) - 1).
        close(
            f_quantile(0.025, 2.0, 7.0),
            3.5 * (libm::pow(0.025, -2.0 / 7.0) - 1.0),
        );
        // And its mirror image.
        close(
            f_quantile(0.975, 7.0, 2.0),
            1.0 / f_quantile(0.025, 2.0, 7.0),
        );
    }

    #[test]
    fn quantiles_of_printed_tables_are_met() {
        // Abramowitz & Stegun, tables 26.10 and 26.9 (0.025 above): F(5, 10) and t(10), t(120).
        assert!((f_quantile(0.025, 5.0, 10.0) - 4.24).abs() < 0.005);
        assert!((t_quantile(0.025, 10.0) - 2.228).abs() < 0.0005);
        assert!((t_quantile(0.025, 120.0) - 1.980).abs() < 0.0005);
    }

    #[test]
    fn shares_of_printed_tables_are_met_by_normal_scores() {
        // Abramowitz & Stegun, table 26.10: a share of 0.025 is above 12.706, 2.228 and 1.980, and above 1.960 in a normal distribution.
        for (t, freedom) in [(12.706, 1.0), (2.228, 10.0), (1.980, 120.0)] {
            assert!(
                (normal_score_of_t(t, freedom) - 1.960).abs() < 0.0005,
                "{t}"
            );
            assert!(
                (normal_score_of_t(-t, freedom) + 1.960).abs() < 0.0005,
                "{t}"
            );
        }
        assert!(normal_score_of_t(0.0, 5.0).abs() < 1e-15);
        assert!(normal_score_of_t(1e200, 300.0).is_finite());
    }
}
