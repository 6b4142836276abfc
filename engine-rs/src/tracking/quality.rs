//! How surely a point is near its tissue: from what the blocks along the way lacked in likeness, from
//! echoes that do not move, and from how far two ways end apart.

use libm::exp;

/// Weight of what correlations lack, of still echoes, and of the root of drift in pixels. Fitted by
/// logistic regression to points that are more than 2 mm off, and scaled so that
/// `DOUBTFUL_QUALITY` is the limit between few crosses on right points and many on wrong ones
/// (docs/tracking.md#reported-values-of-a-point).
const LACKING: f64 = 5.5;
const STILL: f64 = 7.5;
const DRIFT: f64 = 0.3;
/// Sum of these at which a quality is one half.
const MIDDLE: f64 = 3.86;

/// Evidence against a point of one way: `lacking` is 1 less the mean correlation, `still` the
/// share of echoes that do not move. It is 0 where a line was drawn.
pub fn doubt(lacking: f64, still: f64) -> f64 {
    LACKING * lacking + STILL * still
}

/// Quality of a point, 0 to 1, that both ways see with this doubt and that they end this far apart.
/// Without doubt, where a line was drawn, it is 1 wherever other ways led.
pub fn quality(doubt: f64, drift_px: Option<f64>) -> f64 {
    if doubt <= 0.0 {
        return 1.0;
    }
    let drift = DRIFT * drift_px.unwrap_or(0.0).sqrt();
    1.0 / (1.0 + exp(doubt + drift - MIDDLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_certain_wherever_other_ways_led() {
        assert_eq!(quality(doubt(0.0, 0.0), Some(9.0)), 1.0);
    }

    #[test]
    fn less_likeness_more_still_echoes_and_more_drift_lower_it() {
        let usual = quality(doubt(0.2, 0.1), Some(1.0));
        for lower in [
            quality(doubt(0.3, 0.1), Some(1.0)),
            quality(doubt(0.2, 0.2), Some(1.0)),
            quality(doubt(0.2, 0.1), Some(2.0)),
        ] {
            assert!(lower < usual && lower > 0.0);
        }
        assert!(usual < quality(doubt(0.2, 0.1), None));
    }
}
