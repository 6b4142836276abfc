//! Order and spacing of new marks (docs/specification.md#image-analysis).

use super::refusal::MarkRefusal;

/// Marks of the same kind lie more than this far apart on a strip, px.
pub const MIN_MARK_SPACING_PX: f64 = 10.0;

/// A new frame of a clip, after the latest frame of the other event; none when none is marked yet.
///
/// # Errors
/// `later-frame`.
pub fn check_frame(frame: f64, previous: Option<f64>) -> Result<(), MarkRefusal> {
    match previous {
        Some(previous) if frame > previous => Ok(()),
        None if frame >= 1.0 => Ok(()),
        _ => Err(MarkRefusal::LaterFrame),
    }
}

/// A new onset of a strip, after the one before.
///
/// # Errors
/// `later-onset`.
pub fn check_onset(x: f64, previous: Option<f64>) -> Result<(), MarkRefusal> {
    match previous {
        Some(previous) if !is_after(x, previous) => Err(MarkRefusal::LaterOnset),
        _ => Ok(()),
    }
}

/// An end diastole or end systole of a strip, between its neighbours of the same kind.
///
/// # Errors
/// `later-position`, `earlier-position`.
pub fn check_position(x: f64, before: Option<f64>, after: Option<f64>) -> Result<(), MarkRefusal> {
    if before.is_some_and(|before| !is_after(x, before)) {
        return Err(MarkRefusal::LaterPosition);
    }
    if after.is_some_and(|after| !is_after(after, x)) {
        return Err(MarkRefusal::EarlierPosition);
    }
    Ok(())
}

/// A mark of a strip among marks of other kinds: after `before` and before `after`. With
/// `coincide` it may be at the same column: an end diastole at its onset (the QRS).
///
/// # Errors
/// `later-position`, `earlier-position`.
pub fn check_order(
    x: f64,
    before: Option<f64>,
    after: Option<f64>,
    coincide: bool,
) -> Result<(), MarkRefusal> {
    let follows = |late: f64, early: f64| late > early || (coincide && late == early);
    if before.is_some_and(|before| !follows(x, before)) {
        return Err(MarkRefusal::LaterPosition);
    }
    if after.is_some_and(|after| !follows(after, x)) {
        return Err(MarkRefusal::EarlierPosition);
    }
    Ok(())
}

fn is_after(x: f64, previous: f64) -> bool {
    x - previous > MIN_MARK_SPACING_PX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_must_follow_the_other_event() {
        assert_eq!(check_frame(5.0, Some(5.0)), Err(MarkRefusal::LaterFrame));
        assert_eq!(check_frame(6.0, Some(5.0)), Ok(()));
        assert_eq!(check_frame(1.0, None), Ok(()));
        assert_eq!(
            check_frame(f64::NAN, Some(1.0)),
            Err(MarkRefusal::LaterFrame)
        );
    }

    #[test]
    fn marks_of_one_kind_are_more_than_10_px_apart() {
        assert_eq!(
            check_onset(110.0, Some(100.0)),
            Err(MarkRefusal::LaterOnset)
        );
        assert_eq!(check_onset(110.5, Some(100.0)), Ok(()));
        assert_eq!(check_onset(0.0, None), Ok(()));
        let position = |x| check_position(x, Some(100.0), Some(200.0));
        assert_eq!(position(110.0), Err(MarkRefusal::LaterPosition));
        assert_eq!(position(190.0), Err(MarkRefusal::EarlierPosition));
        assert_eq!(position(150.0), Ok(()));
        assert_eq!(position(f64::NAN), Err(MarkRefusal::LaterPosition));
    }

    #[test]
    fn marks_of_different_kinds_keep_their_order_and_coincide_where_they_may() {
        let order = |x, coincide| check_order(x, Some(100.0), Some(200.0), coincide);
        assert_eq!(order(100.5, false), Ok(()));
        assert_eq!(order(199.5, false), Ok(()));
        assert_eq!(order(100.0, false), Err(MarkRefusal::LaterPosition));
        assert_eq!(order(200.0, false), Err(MarkRefusal::EarlierPosition));
        assert_eq!(order(100.0, true), Ok(()));
        assert_eq!(order(200.0, true), Ok(()));
        assert_eq!(order(99.9, true), Err(MarkRefusal::LaterPosition));
        assert_eq!(order(f64::NAN, true), Err(MarkRefusal::LaterPosition));
        assert_eq!(check_order(5.0, None, None, false), Ok(()));
    }

    #[test]
    fn refusals_say_the_specified_words() {
        let words = [
            (MarkRefusal::LaterFrame, "Please select a later frame"),
            (MarkRefusal::LaterOnset, "Please select a later onset"),
            (MarkRefusal::LaterPosition, "Please select a later position"),
            (
                MarkRefusal::EarlierPosition,
                "Please select an earlier position",
            ),
            (
                MarkRefusal::TooManyCycles { max: 3 },
                "Please select a maximum of 3 cycles",
            ),
            (
                MarkRefusal::NotContiguous,
                "Please select continuous cycles",
            ),
            (
                MarkRefusal::Deviation,
                "The size of this cycle is more than 50% different than the mean",
            ),
        ];
        for (refusal, text) in words {
            assert_eq!(refusal.to_string(), text);
        }
    }
}
