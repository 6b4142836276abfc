//! The 50 % rule of cycle lengths (docs/measurements.md#doppler-and-m-mode, docs/specification.md#image-analysis).

/// A cycle shorter than this share of the others' mean alarms.
const SHORTEST_SHARE: f64 = 0.5;
/// A cycle longer than this share of the others' mean alarms.
const LONGEST_SHARE: f64 = 2.0;

/// For each length whether it alarms: below half or above double the mean of the other cycles.
/// A cycle without length neither alarms nor counts.
pub fn alarms(lengths: &[Option<f64>]) -> Vec<bool> {
    let present: Vec<f64> = lengths.iter().flatten().copied().collect();
    let sum: f64 = present.iter().sum();
    let alarm = |length: &Option<f64>| {
        let Some(length) = *length else { return false };
        if present.len() < 2 {
            return false;
        }
        let others = (sum - length) / (present.len() - 1) as f64;
        length < SHORTEST_SHARE * others || length > LONGEST_SHARE * others
    };
    lengths.iter().map(alarm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_double_themselves_do_not_alarm() {
        assert_eq!(alarms(&[Some(1.0), Some(2.0)]), [false, false]);
        assert_eq!(alarms(&[Some(1.0), Some(2.25)]), [true, true]);
    }

    #[test]
    fn a_cycle_without_length_does_not_count() {
        assert_eq!(alarms(&[None, Some(9.0)]), [false, false]);
        let found = alarms(&[Some(1.0), None, Some(1.0), Some(3.0)]);
        assert_eq!(found, [false, false, false, true]);
    }
}
