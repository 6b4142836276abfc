//! One number for several cycles, and inputs brought together.

use super::null_reason::{Measured, NullReason};

/// Values in base units of each input, or why a source is missing.
pub type Inputs<'a> = Vec<Measured<&'a [Option<f64>]>>;

/// The values of an input; a null is a missing input of what takes it.
pub fn measured(values: &[Option<f64>]) -> Vec<Measured<f64>> {
    let value = |value: &Option<f64>| value.ok_or(NullReason::MissingInput);
    values.iter().map(value).collect()
}

/// Mean of the values that are there; none without any.
pub fn mean(values: &[Option<f64>]) -> Option<f64> {
    let present: Vec<f64> = values.iter().flatten().copied().collect();
    if present.is_empty() {
        return None;
    }
    let mean = present.iter().sum::<f64>() / present.len() as f64;
    mean.is_finite().then_some(mean)
}

/// Brings inputs together: cycle by cycle when all are of one length, otherwise one value of the
/// aggregates. An input that is missing altogether gives one null.
pub fn combine(inputs: &Inputs, compute: impl Fn(&[f64]) -> Measured<f64>) -> Vec<Measured<f64>> {
    let lists: Measured<Vec<&[Option<f64>]>> = inputs.iter().copied().collect();
    let lists = match lists {
        Ok(lists) if !lists.is_empty() => lists,
        Ok(_) => return vec![Err(NullReason::MissingSource)],
        Err(reason) => return vec![Err(reason)],
    };
    let row = |values: Option<Vec<f64>>| compute(&values.ok_or(NullReason::MissingInput)?);
    let length = lists[0].len();
    if lists.iter().all(|list| list.len() == length) {
        let cycle = |at: usize| row(lists.iter().map(|list| list[at]).collect());
        (0..length).map(cycle).collect()
    } else {
        vec![row(lists.iter().map(|list| mean(list)).collect())]
    }
}

/// One value of the inputs' aggregates, however many cycles each has.
pub fn combine_aggregates(
    inputs: &Inputs,
    compute: impl Fn(&[f64]) -> Measured<f64>,
) -> Measured<f64> {
    if inputs.is_empty() {
        return Err(NullReason::MissingSource);
    }
    let means: Measured<Vec<f64>> = inputs
        .iter()
        .map(|list| mean((*list)?).ok_or(NullReason::MissingInput))
        .collect();
    compute(&means?)
}

/// Pairs end-diastolic with end-systolic values by cycle; nothing when their counts differ.
pub fn pair(
    diastolic: &[Measured<f64>],
    systolic: &[Measured<f64>],
    compute: impl Fn(f64, f64) -> Measured<f64>,
) -> Option<Vec<Measured<f64>>> {
    let count = |values: &[Measured<f64>]| values.iter().flatten().count();
    if count(diastolic) != count(systolic) {
        return None;
    }
    let at = |values: &[Measured<f64>], cycle: usize| {
        let value = values.get(cycle).copied();
        value.unwrap_or(Err(NullReason::MissingInput))
    };
    let cycles = 0..diastolic.len().max(systolic.len());
    let value = |cycle| compute(at(diastolic, cycle)?, at(systolic, cycle)?);
    Some(cycles.map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nulls_keep_their_place_and_do_not_count() {
        assert_eq!(mean(&[Some(1.0), None, Some(4.0)]), Some(2.5));
        assert_eq!(mean(&[None]), None);
        assert_eq!(mean(&[Some(f64::MAX), Some(f64::MAX)]), None);
    }

    #[test]
    fn lists_of_other_lengths_use_their_aggregates() {
        let (a, b) = ([Some(1.8), Some(1.9)], [Some(1.0), Some(1.1), Some(1.2)]);
        let ratio = |values: &[f64]| Ok(values[0] / values[1]);
        let found = combine(&vec![Ok(&a), Ok(&b)], ratio);
        assert!((found[0].unwrap() - 1.85 / 1.1).abs() < 1e-12 && found.len() == 1);
        let missing = Err(NullReason::MissingSource);
        assert_eq!(
            combine(&vec![Ok(&a), missing], ratio),
            [Err(NullReason::MissingSource)]
        );
    }

    #[test]
    fn volumes_are_paired_only_when_their_counts_match() {
        let minus = |a: f64, b: f64| Ok(a - b);
        let none = Err(NullReason::MissingMark);
        assert_eq!(
            pair(&[Ok(9.0), none], &[Ok(4.0)], minus),
            Some(vec![Ok(5.0), none])
        );
        assert_eq!(pair(&[Ok(9.0), Ok(8.0)], &[Ok(4.0)], minus), None);
    }
}
