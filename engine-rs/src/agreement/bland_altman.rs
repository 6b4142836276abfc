//! Bias and limits of agreement of Bland & Altman 1986 (doi:10.1016/S0140-6736(86)90837-8), the
//! standard error of the limits as in Bland & Altman 1999 (doi:10.1177/096228029900800204).

use super::distributions::t_quantile;
use super::finite;
use super::request::{Agreed, BlandAltman, Estimate, NoAgreement};
use crate::error::EngineError;

/// Standard deviations that hold 95 % of a normal distribution, as the papers round them.
const LIMIT_DEVIATIONS: f64 = 1.96;
/// Share of the distribution outside of the 95 % interval on each side.
const OUTSIDE: f64 = 0.025;
const MIN_PAIRS: usize = 2;

/// Bias and limits of the complete pairs.
///
/// # Errors
/// `invalid-argument` for numbers that are not finite.
pub fn bland_altman(pairs: &[[Option<f64>; 2]], unit: &str) -> Result<BlandAltman, EngineError> {
    finite("pairs", pairs.iter().flatten().flatten().copied())?;
    let differences: Vec<f64> = pairs
        .iter()
        .filter_map(|[first, second]| Some((*second)? - (*first)?))
        .collect();
    let n = differences.len();
    let spread = (n >= MIN_PAIRS).then(|| mean_and_deviation(&differences));
    let spread = spread.ok_or(NoAgreement::TooFewSubjects);
    let count = n as f64;
    let of_bias = (1.0 / count).sqrt();
    let of_limits =
        (1.0 / count + LIMIT_DEVIATIONS * LIMIT_DEVIATIONS / (2.0 * (count - 1.0))).sqrt();
    let estimate = |deviations: f64, error: f64| {
        let half = spread
            .map(|(_, sd)| t_quantile(OUTSIDE, count - 1.0) * sd * error)
            .ok();
        let value = spread.map(|(mean, sd)| mean + deviations * sd);
        let at = |side: f64| Some(value.ok()? + side * half?);
        Estimate {
            value: value.ok(),
            low: at(-1.0),
            high: at(1.0),
            unit: unit.to_owned(),
            reason: value.err(),
        }
    };
    Ok(BlandAltman {
        bias: estimate(0.0, of_bias),
        sd: Agreed::new(spread.map(|(_, sd)| sd), unit),
        lower_limit: estimate(-LIMIT_DEVIATIONS, of_limits),
        upper_limit: estimate(LIMIT_DEVIATIONS, of_limits),
        n,
        left_out: pairs.len() - n,
    })
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|one| (one - mean) * (one - mean)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pairs_are_worked_by_hand() {
        // Differences 1, 2, 3: mean 2, deviation 1; t with 2 degrees is 4.302652729911275.
        let pairs = [[10.0, 11.0], [20.0, 22.0], [30.0, 33.0]].map(|pair| pair.map(Some));
        let found = bland_altman(&pairs, "ml").unwrap();
        let close = |found: Option<f64>, expected: f64| {
            assert!(
                (found.unwrap() - expected).abs() < 1e-9,
                "{found:?} {expected}"
            );
        };
        close(found.bias.value, 2.0);
        close(found.bias.low, 2.0 - 4.302_652_729_911_275 / 3.0_f64.sqrt());
        close(found.sd.value, 1.0);
        close(found.lower_limit.value, 0.04);
        let error = (1.0_f64 / 3.0 + 1.96 * 1.96 / 4.0).sqrt();
        close(found.upper_limit.high, 3.96 + 4.302_652_729_911_275 * error);
        assert_eq!((found.n, found.left_out), (3, 0));
        assert_eq!(found.bias.unit, "ml");
    }

    #[test]
    fn one_pair_has_no_limits_and_a_missing_value_leaves_out_its_pair() {
        let found = bland_altman(&[[Some(1.0), Some(2.0)], [None, Some(3.0)]], "s").unwrap();
        assert_eq!((found.n, found.left_out), (1, 1));
        let none = (None, Some(NoAgreement::TooFewSubjects));
        assert_eq!((found.bias.value, found.bias.reason), none);
        assert_eq!((found.sd.value, found.sd.reason), none);
    }
}
