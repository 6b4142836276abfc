//! Control charts of differences in the order of time: an exponentially weighted moving average (Roberts 1959,
//! doi:10.1080/00401706.1959.10489860) and a two-sided cumulative sum (Page 1954, doi:10.1093/biomet/41.1-2.100) of standardised
//! differences. Without known mean and deviation each difference is standardised by those before it (Hawkins 1987,
//! doi:10.2307/2348827): the scores of a steady reader are then independent and standard normal, so that the rate of false
//! alarms does not depend on how many cases there are.

use super::distributions::normal_score_of_t;
use super::finite;
use super::request::{
    Alarm, AlarmChart, ControlChart, ControlPoint, Deviation, NoAgreement, Steady,
};
use crate::error::EngineError;

/// Weight of the newest score in the moving average.
const WEIGHT: f64 = 0.2;
/// Limit of the moving average, in its standard deviations.
const WIDTH: f64 = 3.1;
/// Allowance of the cumulative sums: half of the shift that they are made for, in standard deviations.
const ALLOWANCE: f64 = 0.5;
/// Limit of the cumulative sums, in standard deviations.
const INTERVAL: f64 = 5.4;
/// Cases before the first score without a known mean and deviation.
const UNSCORED: usize = 2;

/// Charts of differences, the oldest first, up to the first alarm and beyond it.
///
/// # Errors
/// `invalid-argument` for numbers that are not finite and a deviation that is not positive.
pub fn control(values: &[f64], steady: Option<&Steady>) -> Result<ControlChart, EngineError> {
    finite("values", values.iter().copied())?;
    if let Some(Steady { mean, sd }) = steady {
        finite("steady", [*mean, *sd])?;
        if *sd <= 0.0 {
            return Err(EngineError::InvalidArgument {
                argument: "steady".to_owned(),
                detail: "a standard deviation is above 0".to_owned(),
            });
        }
    }
    let mut history = History::default();
    let mut charts = Charts::default();
    let mut alarm = None;
    let mut points = Vec::with_capacity(values.len());
    for (at, &value) in values.iter().enumerate() {
        let score = match steady {
            Some(Steady { mean, sd }) => Some((value - mean) / sd),
            None => history.score(value),
        };
        if let Some(score) = score {
            charts.add(at, score);
            alarm = alarm.or_else(|| charts.alarm(at));
        }
        // Cases after an alarm belong to the changed reader.
        if alarm.is_none() {
            history.add(value);
        }
        points.push(charts.point(score));
    }
    let is_scored = points.iter().any(|point| point.score.is_some());
    let reason = match (is_scored, steady) {
        (true, _) => None,
        (false, None) if values.len() > UNSCORED => Some(NoAgreement::NoVariance),
        (false, _) => Some(NoAgreement::TooFewSubjects),
    };
    Ok(ControlChart {
        points,
        alarm,
        reason,
    })
}

/// Mean and squared deviations of the cases so far, after Welford.
#[derive(Debug, Default)]
struct History {
    count: usize,
    mean: f64,
    squares: f64,
}

impl History {
    /// The standard normal score of the next case; none before two cases that differ.
    fn score(&self, value: f64) -> Option<f64> {
        if self.count < UNSCORED || self.squares <= 0.0 {
            return None;
        }
        let count = self.count as f64;
        let freedom = count - 1.0;
        let deviation = (self.squares / freedom).sqrt();
        let t = (count / (count + 1.0)).sqrt() * (value - self.mean) / deviation;
        Some(normal_score_of_t(t, freedom))
    }

    fn add(&mut self, value: f64) {
        self.count += 1;
        let from_mean = value - self.mean;
        self.mean += from_mean / self.count as f64;
        self.squares += from_mean * (value - self.mean);
    }
}

/// The three statistics, and since when each has been on its side.
#[derive(Debug)]
struct Charts {
    ewma: f64,
    /// Share of the first value that is left in the average, squared.
    left: f64,
    above: f64,
    below: f64,
    ewma_since: usize,
    above_since: usize,
    below_since: usize,
}

impl Default for Charts {
    fn default() -> Self {
        Self {
            ewma: 0.0,
            left: 1.0,
            above: 0.0,
            below: 0.0,
            ewma_since: 0,
            above_since: 0,
            below_since: 0,
        }
    }
}

impl Charts {
    fn add(&mut self, at: usize, score: f64) {
        let before = self.ewma;
        self.ewma += WEIGHT * (score - before);
        if before == 0.0 || (before > 0.0) != (self.ewma > 0.0) {
            self.ewma_since = at;
        }
        self.left *= (1.0 - WEIGHT) * (1.0 - WEIGHT);
        if self.above == 0.0 {
            self.above_since = at;
        }
        if self.below == 0.0 {
            self.below_since = at;
        }
        self.above = (self.above + score - ALLOWANCE).max(0.0);
        self.below = (self.below - score - ALLOWANCE).max(0.0);
    }

    fn ewma_limit(&self) -> f64 {
        WIDTH * (WEIGHT / (2.0 - WEIGHT) * (1.0 - self.left)).sqrt()
    }

    fn alarm(&self, at: usize) -> Option<Alarm> {
        let found = |chart, deviation, since| Alarm {
            at,
            since,
            chart,
            deviation,
        };
        if self.above > INTERVAL {
            let since = self.above_since;
            return Some(found(AlarmChart::Cusum, Deviation::Above, since));
        }
        if self.below > INTERVAL {
            let since = self.below_since;
            return Some(found(AlarmChart::Cusum, Deviation::Below, since));
        }
        if self.ewma.abs() <= self.ewma_limit() {
            return None;
        }
        let deviation = if self.ewma > 0.0 {
            Deviation::Above
        } else {
            Deviation::Below
        };
        Some(found(AlarmChart::Ewma, deviation, self.ewma_since))
    }

    fn point(&self, score: Option<f64>) -> ControlPoint {
        ControlPoint {
            score,
            ewma: self.ewma,
            ewma_limit: self.ewma_limit(),
            cusum_above: self.above,
            cusum_below: self.below,
            cusum_limit: INTERVAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: Steady = Steady { mean: 0.0, sd: 1.0 };

    #[test]
    fn the_sums_of_the_textbook_example_are_met() {
        // Montgomery, Introduction to Statistical Quality Control, table 9.1: target 10, deviation 1, allowance 0.5.
        let values = [
            9.45, 7.99, 9.29, 11.66, 12.16, 10.18, 8.04, 11.46, 9.2, 10.34, 9.03, 11.47, 10.51,
            9.4, 10.08, 9.37, 10.62, 10.31, 8.52, 10.84, 10.9, 9.33, 12.29, 11.5, 10.6, 11.08,
            10.38, 11.62, 11.31, 10.52,
        ];
        let steady = Steady {
            mean: 10.0,
            sd: 1.0,
        };
        let chart = control(&values, Some(&steady)).unwrap();
        let above: Vec<f64> = chart.points.iter().map(|point| point.cusum_above).collect();
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9);
        close(above[3], 1.16);
        close(above[4], 2.82);
        close(above[22], 1.79);
        close(above[28], 5.28);
        close(chart.points[6].cusum_below, 1.46);
    }

    #[test]
    fn the_moving_average_of_the_textbook_example_is_met() {
        // The same observations with weight 0.1 are 9.945 and 9.7495 in table 9.10; here the weight is 0.2.
        let steady = Steady {
            mean: 10.0,
            sd: 1.0,
        };
        let chart = control(&[9.45, 7.99], Some(&steady)).unwrap();
        assert!((chart.points[0].ewma + 0.11).abs() < 1e-12);
        assert!((chart.points[1].ewma + 0.49).abs() < 1e-12);
        // 3.1 times the root of 0.2/1.8 (1 - 0.8^2), and of 0.2/1.8 (1 - 0.8^4).
        assert!((chart.points[0].ewma_limit - 0.62).abs() < 1e-12);
        assert!((chart.points[1].ewma_limit - 3.1 * 0.0656_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn an_alarm_names_where_the_change_began() {
        let mut values = vec![0.3, -0.4, 0.1, -0.2, 0.2, -0.3];
        values.extend([1.6; 8]);
        let alarm = control(&values, Some(&STANDARD)).unwrap().alarm.unwrap();
        // Sums of 1.1 a case pass 5.4 with the fifth; the average passes its limit of 1.03 before that.
        assert_eq!((alarm.since, alarm.deviation), (6, Deviation::Above));
        assert!(alarm.at < 11, "{alarm:?}");
        let below: Vec<f64> = values.iter().map(|value| -value).collect();
        let alarm = control(&below, Some(&STANDARD)).unwrap().alarm.unwrap();
        assert_eq!((alarm.since, alarm.deviation), (6, Deviation::Below));
    }

    #[test]
    fn the_third_case_is_judged_by_the_cauchy_distribution() {
        // Of 1 and 3 the mean is 2 and the deviation sqrt(2); a share of 0.5 + atan(t) / pi is below t with one degree of freedom.
        let chart = control(&[1.0, 3.0, 4.0], None).unwrap();
        let t = (2.0_f64 / 3.0).sqrt() * 2.0 / 2.0_f64.sqrt();
        let above = 0.5 - libm::atan(t) / core::f64::consts::PI;
        let score = chart.points[2].score.unwrap();
        let normal_above = libm::erfc(score / 2.0_f64.sqrt()) / 2.0;
        assert!(
            (normal_above - above).abs() < 1e-12,
            "{normal_above} {above}"
        );
        assert_eq!(chart.points[1].score, None);
    }

    #[test]
    fn equal_differences_and_few_cases_have_a_reason() {
        let reason = |values: &[f64]| control(values, None).unwrap().reason;
        assert_eq!(reason(&[]), Some(NoAgreement::TooFewSubjects));
        assert_eq!(reason(&[1.0, 2.0]), Some(NoAgreement::TooFewSubjects));
        assert_eq!(reason(&[1.0; 9]), Some(NoAgreement::NoVariance));
        assert_eq!(reason(&[1.0, 2.0, 1.5]), None);
    }

    #[test]
    fn scales_and_offsets_do_not_change_the_charts() {
        let values: Vec<f64> = (0..40).map(|n| libm::sin(f64::from(n) * 12.9898)).collect();
        let moved: Vec<f64> = values.iter().map(|value| 250.0 + 7.0 * value).collect();
        let (one, other) = (
            control(&values, None).unwrap(),
            control(&moved, None).unwrap(),
        );
        for (a, b) in one.points.iter().zip(&other.points) {
            assert!((a.ewma - b.ewma).abs() < 1e-9 && (a.cusum_above - b.cusum_above).abs() < 1e-9);
        }
    }

    #[test]
    fn numbers_that_mean_nothing_are_refused() {
        assert!(control(&[f64::NAN], None).is_err());
        assert!(control(&[1.0], Some(&Steady { mean: 0.0, sd: 0.0 })).is_err());
    }
}
