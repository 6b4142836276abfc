//! Differences of events and of values of two readers.

use super::finite;
use super::request::{
    Agreed, EventAgreement, EventPair, EventTime, NoAgreement, ValueAgreement, ValuePair,
};
use crate::error::EngineError;

const PERCENT: f64 = 100.0;

/// Differences of marks, second minus first.
///
/// # Errors
/// `invalid-argument`.
pub fn events(pairs: &[EventPair], time: &EventTime) -> Result<Vec<EventAgreement>, EngineError> {
    let steps = match time {
        EventTime::Frames { times_ms } => {
            finite("times_ms", times_ms.iter().flatten().copied())?;
            "{frame}"
        }
        EventTime::Columns { ms_per_column } => {
            finite("ms_per_column", *ms_per_column)?;
            "{column}"
        }
    };
    let compared = |pair: &EventPair| {
        finite("marks", pair.first.into_iter().chain(pair.second))?;
        let both = pair.first.zip(pair.second).ok_or(NoAgreement::Missing);
        let at = |mark: f64| time.at(mark);
        let ms = both.and_then(|(first, second)| Ok(at(second)? - at(first)?));
        Ok(EventAgreement {
            steps: Agreed::new(both.map(|(first, second)| second - first), steps),
            ms: Agreed::new(ms, "ms"),
        })
    };
    pairs.iter().map(compared).collect()
}

impl EventTime {
    /// Milliseconds of a mark.
    fn at(&self, mark: f64) -> Result<f64, NoAgreement> {
        match self {
            Self::Columns { ms_per_column } => {
                let ms = ms_per_column.filter(|ms| *ms > 0.0);
                Ok(mark * ms.ok_or(NoAgreement::NotCalibrated)?)
            }
            Self::Frames { times_ms } => {
                let times = times_ms.as_ref().ok_or(NoAgreement::NoFrameTimes)?;
                let known = mark >= 1.0 && mark <= times.len() as f64 && mark.fract() == 0.0;
                let index = known.then(|| mark as usize - 1);
                index
                    .map(|index| times[index])
                    .ok_or(NoAgreement::FrameOutOfRange)
            }
        }
    }
}

/// Differences of values, second minus first.
///
/// # Errors
/// `invalid-argument`.
pub fn values(pairs: &[ValuePair]) -> Result<Vec<ValueAgreement>, EngineError> {
    let compared = |pair: &ValuePair| {
        finite("values", pair.first.into_iter().chain(pair.second))?;
        let same_unit = pair.first_unit == pair.second_unit;
        let both = pair.first.zip(pair.second).ok_or(NoAgreement::Missing);
        let both = both.and_then(|both| same_unit.then_some(both).ok_or(NoAgreement::UnitsDiffer));
        let relative = both.and_then(|(first, second)| {
            let mean = (first + second) / 2.0;
            let relative = PERCENT * (second - first) / mean.abs();
            (mean != 0.0)
                .then_some(relative)
                .ok_or(NoAgreement::ZeroMean)
        });
        Ok(ValueAgreement {
            difference: Agreed::new(both.map(|(first, second)| second - first), &pair.first_unit),
            relative: Agreed::new(relative, "%"),
        })
    };
    pairs.iter().map(compared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(first: Option<f64>, second: Option<f64>, time: &EventTime) -> [Agreed; 2] {
        let found = events(&[EventPair { first, second }], time).unwrap();
        let EventAgreement { steps, ms } = found.into_iter().next().unwrap();
        [steps, ms]
    }

    #[test]
    fn frames_of_unequal_length_are_counted_by_their_times() {
        let times_ms = Some(vec![0.0, 20.0, 50.0, 90.0]);
        let time = EventTime::Frames { times_ms };
        let [steps, ms] = event(Some(4.0), Some(2.0), &time);
        assert_eq!((steps.value, steps.unit.as_str()), (Some(-2.0), "{frame}"));
        assert_eq!((ms.value, ms.unit.as_str()), (Some(-70.0), "ms"));
        let beyond = Some(NoAgreement::FrameOutOfRange);
        for mark in [0.0, 5.0, 1.5] {
            let [steps, ms] = event(Some(1.0), Some(mark), &time);
            assert_eq!((steps.value, ms.reason), (Some(mark - 1.0), beyond));
        }
        let untimed = EventTime::Frames { times_ms: None };
        let [steps, ms] = event(Some(1.0), Some(3.0), &untimed);
        assert_eq!(steps.value, Some(2.0));
        assert_eq!(ms.reason, Some(NoAgreement::NoFrameTimes));
        let missing = event(Some(1.0), None, &time);
        assert!(
            missing
                .iter()
                .all(|one| one.reason == Some(NoAgreement::Missing))
        );
    }

    #[test]
    fn columns_are_counted_by_the_scale() {
        let ms_per_column = Some(2.5);
        let [steps, ms] = event(
            Some(100.5),
            Some(104.5),
            &EventTime::Columns { ms_per_column },
        );
        assert_eq!((steps.value, steps.unit.as_str()), (Some(4.0), "{column}"));
        assert_eq!(ms.value, Some(10.0));
        let unscaled = EventTime::Columns {
            ms_per_column: None,
        };
        let [_, ms] = event(Some(100.0), Some(104.0), &unscaled);
        assert_eq!(ms.reason, Some(NoAgreement::NotCalibrated));
    }

    fn value(first: Option<f64>, second: Option<f64>, second_unit: &str) -> ValueAgreement {
        let pair = ValuePair {
            first,
            second,
            first_unit: "ml".to_owned(),
            second_unit: second_unit.to_owned(),
        };
        values(&[pair]).unwrap().remove(0)
    }

    #[test]
    fn values_differ_in_their_unit_and_by_their_mean() {
        let found = value(Some(90.0), Some(110.0), "ml");
        assert_eq!(
            (found.difference.value, found.relative.value),
            (Some(20.0), Some(20.0))
        );
        assert_eq!(
            (found.difference.unit.as_str(), found.relative.unit.as_str()),
            ("ml", "%")
        );
        // A strain that is less negative is the greater number.
        assert_eq!(
            value(Some(-22.0), Some(-18.0), "ml").relative.value,
            Some(20.0)
        );
    }

    #[test]
    fn a_difference_that_cannot_be_is_null_with_its_reason() {
        let reasons = |found: ValueAgreement| (found.difference.reason, found.relative.reason);
        let missing = Some(NoAgreement::Missing);
        assert_eq!(reasons(value(None, Some(1.0), "ml")), (missing, missing));
        let units = Some(NoAgreement::UnitsDiffer);
        assert_eq!(reasons(value(Some(1.0), Some(1.0), "cm")), (units, units));
        let zero = (None, Some(NoAgreement::ZeroMean));
        assert_eq!(reasons(value(Some(-1.0), Some(1.0), "ml")), zero);
    }
}
