//! Widths of the ventricles of a fetus on the frames of end diastole and end systole.

use super::cycle_curves::Chamber;
use super::cycle_frames::{DOUBTFUL_LINE, Frames, Measure};
use super::strain_curves::contour_on;
use crate::measure::image::Image;
use crate::measure::marks::Event;
use crate::measure::null_reason::NullReason;
use crate::measure::request::Axis;
use crate::measure::strain::place_of_apex;
use crate::measure::transverse::{TransverseWidths, quotients, widths};

/// The widths of a ventricle; none of a line that is not a whole ventricle.
pub(super) fn widths_of(
    frames: &Frames,
    image: &Image,
    length: &Measure,
) -> Option<TransverseWidths> {
    let is_part = length.definition.request.axis == Some(Axis::FreeWall);
    if length.chamber != Chamber::Ventricle || is_part {
        return None;
    }
    let mut found = TransverseWidths {
        line: length.line.to_owned(),
        ..TransverseWidths::default()
    };
    match at(frames, image, (length, Event::EndDiastole)) {
        Err(reason) => found.no_end_diastole = Some(reason.to_owned()),
        Ok((long, across)) => {
            found.length_cm = Some(long);
            found.sphericity = quotients(&across, |_, width| long / width);
            found.end_diastole_cm = across;
        }
    }
    match at(frames, image, (length, Event::EndSystole)) {
        Err(reason) => found.no_end_systole = Some(reason.to_owned()),
        Ok((_, across)) => {
            let shortened = |place: usize, before: f64| {
                let after = across.get(place).copied().unwrap_or(f64::NAN);
                100.0 * (before - after) / before
            };
            found.fractional_shortening = quotients(&found.end_diastole_cm, shortened);
            found.end_systole_cm = across;
        }
    }
    Some(found)
}

/// Length and widths at a mark, cm, or the code of why there are none.
fn at(
    frames: &Frames,
    image: &Image,
    (length, event): (&Measure, Event),
) -> Result<(f64, Vec<f64>), &'static str> {
    let cycle = frames.request.cycle;
    image.counts(cycle).map_err(|reason| reason.code())?;
    let mark = image.mark(cycle, event);
    let is_marked = |&number: &u32| mark == Some(f64::from(number));
    let place = frames.numbers.iter().position(is_marked);
    let place = place.ok_or(NullReason::MissingMark.code())?;
    if frames.is_doubtful_at(length.line, place) {
        return Err(DOUBTFUL_LINE);
    }
    let contour = contour_on(frames, &length.definition, place).map_err(|reason| reason.code())?;
    let axis = contour.long_axis().ok_or(NullReason::NoExtent.code())?;
    let apex = place_of_apex(&contour.points, &axis);
    Ok((axis.length, widths(&contour.points, apex)))
}
