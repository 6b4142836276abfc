//! End systole of the strain of a cycle, by a rule (docs/tracking.md#end-systole).

use super::configured::{Configured, Loaded};
use super::cycle_curves::{Chamber, CycleCurve, EndSystole};
use super::cycle_frames::Frames;
use super::evaluator::StudyEvaluator;
use crate::measure::image::Image;
use crate::measure::marks::Event;
use crate::measure::time_curve::{NoCurveValue, Read};
use crate::records::events::OnsetType;
use crate::records::sequence::EndSystoleRule;

/// Kind, anatomy and point of a configured time of aortic valve closure.
const CLOSURE: (&str, &str, &str) = ("event-time", "AoV", "valve closure");
/// Kind of the length of the cycle that it is in.
const CYCLE_LENGTH: &str = "Cycle length";

/// Place among the frames, time, and image of a valve closure.
type Found = (usize, Option<f64>, Option<String>);

impl StudyEvaluator {
    /// End systole by the rule of the request; `sizes` are the volumes and areas of its lines.
    pub(super) fn end_systole(
        &self,
        frames: &Frames,
        image: &Image,
        sizes: &[CycleCurve],
    ) -> (Read<usize>, EndSystole) {
        let rule = frames.request.end_systole;
        let found = match rule {
            EndSystoleRule::Mark => marked(frames, image),
            EndSystoleRule::SmallestVolume => smallest(frames, sizes),
            EndSystoleRule::AorticValveClosure => self.closure(frames, image),
        };
        let place = found
            .as_ref()
            .map(|found| found.0)
            .map_err(|reason| *reason);
        let described = EndSystole {
            rule,
            frame_number: place.ok().map(|place| frames.numbers[place]),
            missing: place.err(),
            time_ms: found.as_ref().ok().and_then(|found| found.1),
            from_image: found.ok().and_then(|found| found.2),
        };
        (place, described)
    }

    fn closure(&self, frames: &Frames, image: &Image) -> Read<Found> {
        let (share, from) = self
            .share_of_closure()
            .ok_or(NoCurveValue::NoAorticClosure)?;
        let [closed, _] = frames.covered(image);
        if !closed {
            return Err(NoCurveValue::CycleNotCovered);
        }
        let times = frames.times_ms.as_ref().ok_or(NoCurveValue::NoFrameTimes)?;
        let length = times.last().ok_or(NoCurveValue::NoValues)?;
        let time = share * length;
        let distance = |place: &usize| (times[*place] - time).abs();
        let nearest = (0..times.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let place = nearest.ok_or(NoCurveValue::NoValues)?;
        Ok((place, Some(time), Some(from)))
    }

    /// When the aortic valve closes, as a share of the cycle since the R wave, with the image that it
    /// is measured on: a reference image before others.
    fn share_of_closure(&self) -> Option<(f64, String)> {
        let mut places: Vec<usize> = (0..self.images.len()).collect();
        places.sort_by_key(|&place| !self.images[place].record.reference);
        places.into_iter().find_map(|place| {
            let record = &self.images[place].record;
            if self.onset_type(record) != OnsetType::RWave {
                return None;
            }
            let share = self.seconds(place, is_closure)? / self.seconds(place, is_cycle_length)?;
            let is_inside = share > 0.0 && share < 1.0;
            is_inside.then(|| (share, record.instance_id.clone()))
        })
    }

    /// The aggregate of the first measurement of an image that is `wanted`, s.
    fn seconds(&self, place: usize, wanted: fn(&Configured, &Loaded) -> bool) -> Option<f64> {
        let configured = &self.images[place].configured;
        configured.iter().enumerate().find_map(|(at, one)| {
            let loaded = one.loaded.as_ref().ok()?;
            if !wanted(one, loaded) {
                return None;
            }
            let outcome = self.outcome(place, at, &Vec::new())?;
            Some(outcome.answer.ok()?.aggregate? / loaded.definition.unit_scale)
        })
    }
}

fn is_closure(configured: &Configured, loaded: &Loaded) -> bool {
    let (kind, anatomy, point) = CLOSURE;
    loaded.definition.kind.name == kind
        && configured.presentation.anatomy.as_deref() == Some(anatomy)
        && loaded.definition.request.points == [point]
}

fn is_cycle_length(_: &Configured, loaded: &Loaded) -> bool {
    loaded.definition.kind.name == CYCLE_LENGTH
}

fn at(frames: &Frames, place: usize) -> Found {
    let time = frames.times_ms.as_ref().map(|times| times[place]);
    (place, time, None)
}

fn marked(frames: &Frames, image: &Image) -> Read<Found> {
    let mark = image.mark(frames.request.cycle, Event::EndSystole);
    let is_marked = |&number: &u32| mark == Some(f64::from(number));
    let place = frames.numbers.iter().position(is_marked);
    place
        .map(|place| at(frames, place))
        .ok_or(NoCurveValue::NoEndSystole)
}

/// The first ventricle counts: its volume comes before its area.
fn smallest(frames: &Frames, sizes: &[CycleCurve]) -> Read<Found> {
    let of_ventricle = |one: &&CycleCurve| one.chamber == Chamber::Ventricle;
    let mut ventricles: Vec<_> = sizes.iter().filter(of_ventricle).collect();
    ventricles.sort_by_key(|one| one.kind != "volume");
    let size = ventricles.first().ok_or(NoCurveValue::NoValues)?;
    let smallest = size.of_curve.smallest;
    let smallest = smallest.ok_or(size.of_curve.no_extremes.unwrap_or(NoCurveValue::NoValues))?;
    let is_smallest = |&number: &u32| number == smallest.frame_number;
    let place = frames.numbers.iter().position(is_smallest);
    place
        .map(|place| at(frames, place))
        .ok_or(NoCurveValue::NoValues)
}
