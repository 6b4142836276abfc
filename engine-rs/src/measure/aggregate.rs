//! One number for several cycles (measurements.md 1).

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
pub fn combine(
    inputs: &[Option<&[Option<f64>]>],
    compute: impl Fn(&[f64]) -> Option<f64>,
) -> Vec<Option<f64>> {
    let lists: Option<Vec<&[Option<f64>]>> = inputs.iter().copied().collect();
    let Some(lists) = lists.filter(|lists| !lists.is_empty()) else {
        return vec![None];
    };
    let row = |values: Option<Vec<f64>>| values.and_then(|values| compute(&values));
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
    inputs: &[Option<&[Option<f64>]>],
    compute: impl Fn(&[f64]) -> Option<f64>,
) -> Option<f64> {
    let means: Option<Vec<f64>> = inputs.iter().map(|list| mean((*list)?)).collect();
    compute(&means.filter(|means| !means.is_empty())?)
}

/// Pairs end-diastolic with end-systolic values by cycle; nothing when their counts differ.
pub fn pair(
    diastolic: &[Option<f64>],
    systolic: &[Option<f64>],
    compute: impl Fn(f64, f64) -> Option<f64>,
) -> Vec<Option<f64>> {
    let count = |values: &[Option<f64>]| values.iter().flatten().count();
    if count(diastolic) != count(systolic) {
        return Vec::new();
    }
    let at = |values: &[Option<f64>], cycle: usize| values.get(cycle).copied().flatten();
    (0..diastolic.len().max(systolic.len()))
        .map(|cycle| compute(at(diastolic, cycle)?, at(systolic, cycle)?))
        .collect()
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
        let ratio = |values: &[f64]| Some(values[0] / values[1]);
        let found = combine(&[Some(&a), Some(&b)], ratio);
        assert!((found[0].unwrap() - 1.85 / 1.1).abs() < 1e-12 && found.len() == 1);
        assert_eq!(combine(&[Some(&a), None], ratio), [None]);
    }

    #[test]
    fn volumes_are_paired_only_when_their_counts_match() {
        let minus = |a: f64, b: f64| Some(a - b);
        assert_eq!(
            pair(&[Some(9.0), None], &[Some(4.0)], minus),
            [Some(5.0), None]
        );
        assert!(pair(&[Some(9.0), Some(8.0)], &[Some(4.0)], minus).is_empty());
    }
}
