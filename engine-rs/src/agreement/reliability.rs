//! ICC(2,1) of Shrout & Fleiss 1979 (doi:10.1037/0033-2909.86.2.420), the ICC(A,1) of McGraw &
//! Wong 1996 (doi:10.1037/1082-989X.1.1.30): every reader reads every subject, and agrees with
//! the others as far as the values themselves are equal.

use super::distributions::f_quantile;
use super::finite;
use super::request::{Estimate, NoAgreement, Reliability};
use crate::error::EngineError;

/// Share of the distribution outside of the 95 % interval on each side.
const OUTSIDE: f64 = 0.025;
const MIN_SUBJECTS: usize = 2;
const MIN_RATERS: usize = 2;

/// Mean squares of the analysis of variance by subject and reader.
struct MeanSquares {
    subjects: f64,
    raters: f64,
    error: f64,
    n: f64,
    k: f64,
}

/// ICC(2,1) of the subjects that every reader has a value of.
///
/// # Errors
/// `invalid-argument` for rows of unequal length and numbers that are not finite.
pub fn reliability(ratings: &[Vec<Option<f64>>]) -> Result<Reliability, EngineError> {
    let raters = ratings.first().map_or(0, Vec::len);
    if ratings.iter().any(|row| row.len() != raters) {
        return Err(EngineError::InvalidArgument {
            argument: "ratings".to_owned(),
            detail: "every subject needs a value or null of each reader".to_owned(),
        });
    }
    finite("ratings", ratings.iter().flatten().flatten().copied())?;
    let complete: Vec<Vec<f64>> = ratings
        .iter()
        .filter_map(|row| row.iter().copied().collect())
        .collect();
    let enough = complete.len() >= MIN_SUBJECTS && raters >= MIN_RATERS;
    let squares = enough.then(|| mean_squares(&complete));
    let squares = squares.ok_or(NoAgreement::TooFewSubjects);
    let icc = squares.and_then(|squares| {
        let value = squares.icc().ok_or(NoAgreement::NoVariance)?;
        Ok((value, squares.interval(value)))
    });
    let (value, interval) = match icc {
        Ok((value, interval)) => (Some(value), interval),
        Err(_) => (None, None),
    };
    Ok(Reliability {
        icc: Estimate {
            value,
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
            unit: "1".to_owned(),
            reason: icc.err(),
        },
        n: complete.len(),
        raters,
        left_out: ratings.len() - complete.len(),
    })
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

fn mean_squares(rows: &[Vec<f64>]) -> MeanSquares {
    let (n, k) = (rows.len(), rows[0].len());
    let of_row: Vec<f64> = rows.iter().map(|row| mean(row.iter().copied())).collect();
    let of_rater: Vec<f64> = (0..k)
        .map(|rater| mean(rows.iter().map(|row| row[rater])))
        .collect();
    let all = mean(of_row.iter().copied());
    let spread = |means: &[f64]| -> f64 { means.iter().map(|one| (one - all) * (one - all)).sum() };
    let mut error = 0.0;
    for (row, of_row) in rows.iter().zip(&of_row) {
        for (value, of_rater) in row.iter().zip(&of_rater) {
            let rest = value - of_row - of_rater + all;
            error += rest * rest;
        }
    }
    let (n, k) = (n as f64, k as f64);
    MeanSquares {
        subjects: k * spread(&of_row) / (n - 1.0),
        raters: n * spread(&of_rater) / (k - 1.0),
        error: error / ((n - 1.0) * (k - 1.0)),
        n,
        k,
    }
}

impl MeanSquares {
    fn icc(&self) -> Option<f64> {
        let &Self {
            subjects,
            raters,
            error,
            n,
            k,
        } = self;
        let whole = subjects + (k - 1.0) * error + k * (raters - error) / n;
        (whole > 0.0).then(|| (subjects - error) / whole)
    }

    /// McGraw & Wong, table 7, case 2A: with a number of degrees of freedom by Satterthwaite's
    /// method. None where neither readers nor the rest vary.
    fn interval(&self, icc: f64) -> Option<[f64; 2]> {
        let &Self {
            subjects,
            raters,
            error,
            n,
            k,
        } = self;
        // Both terms multiplied by the error's mean square, which may be zero.
        let by_raters = k * icc * raters;
        let by_error = error * (n * (1.0 + (k - 1.0) * icc) - k * icc);
        let both = by_raters + by_error;
        let parts =
            by_raters * by_raters / (k - 1.0) + by_error * by_error / ((n - 1.0) * (k - 1.0));
        if both == 0.0 || parts <= 0.0 {
            return None;
        }
        let freedom = both * both / parts;
        let upper = f_quantile(OUTSIDE, n - 1.0, freedom);
        let lower = f_quantile(OUTSIDE, freedom, n - 1.0);
        let rest = k * raters + (k * n - k - n) * error;
        Some([
            n * (subjects - upper * error) / (upper * rest + n * subjects),
            n * (lower * subjects - error) / (rest + n * lower * subjects),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[&[f64]]) -> Reliability {
        let rows: Vec<Vec<Option<f64>>> = rows
            .iter()
            .map(|row| row.iter().copied().map(Some).collect())
            .collect();
        reliability(&rows).unwrap()
    }

    #[test]
    fn the_example_of_shrout_and_fleiss_is_met() {
        // Table 2 of the paper; ICC(2,1) = 0.29 in table 4, the interval of McGraw & Wong's method
        // by R's psych::ICC: 0.019 to 0.76.
        let found = of(&[
            &[9.0, 2.0, 5.0, 8.0],
            &[6.0, 1.0, 3.0, 2.0],
            &[8.0, 4.0, 6.0, 8.0],
            &[7.0, 1.0, 2.0, 6.0],
            &[10.0, 5.0, 6.0, 9.0],
            &[6.0, 2.0, 4.0, 7.0],
        ]);
        assert_eq!((found.n, found.raters), (6, 4));
        assert!((found.icc.value.unwrap() - 0.29).abs() < 0.005);
        assert!((found.icc.low.unwrap() - 0.019).abs() < 0.0005);
        assert!((found.icc.high.unwrap() - 0.76).abs() < 0.005);
    }

    #[test]
    fn a_constant_shift_lowers_it_by_its_closed_form() {
        // Subjects 0 and 2, a shift of 2: MSB = 4, MSC = 4, MSE = 0, so 4 / (4 + 2 * 4 / 2) = 0.5.
        let found = of(&[&[0.0, 2.0], &[2.0, 4.0]]);
        assert_eq!(found.icc.value, Some(0.5));
        assert!(found.icc.low.unwrap() < 0.5 && found.icc.high.unwrap() > 0.5);
    }

    #[test]
    fn equal_readings_have_no_interval_and_equal_subjects_no_value() {
        let equal = of(&[&[1.0, 1.0], &[2.0, 2.0], &[4.0, 4.0]]).icc;
        assert_eq!(
            (equal.value, equal.low, equal.reason),
            (Some(1.0), None, None)
        );
        let flat = of(&[&[1.0, 1.0], &[1.0, 1.0]]).icc;
        assert_eq!(
            (flat.value, flat.reason),
            (None, Some(NoAgreement::NoVariance))
        );
    }

    #[test]
    fn a_subject_with_a_missing_value_is_left_out_and_counted() {
        let rows = [
            vec![Some(0.0), Some(2.0)],
            vec![None, Some(9.0)],
            vec![Some(2.0), Some(4.0)],
        ];
        let found = reliability(&rows).unwrap();
        assert_eq!(
            (found.icc.value, found.n, found.left_out),
            (Some(0.5), 2, 1)
        );
        let few = reliability(&rows[..2]).unwrap();
        assert_eq!(few.icc.reason, Some(NoAgreement::TooFewSubjects));
        let ragged = [vec![Some(1.0)], vec![Some(1.0), None]];
        assert_eq!(reliability(&ragged).unwrap_err().code(), "invalid-argument");
    }
}
