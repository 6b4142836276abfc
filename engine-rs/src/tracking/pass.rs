//! One way through the frames of a request.

use std::ops::RangeInclusive;

use super::follow::{Followed, Follower, Seen};
use super::ovals::outline;
use super::plane::Plane;
use super::quality::doubt;
use super::support::{Supported, supported, supported_as};
use crate::error::EngineError;
use crate::geometry::Point;
use crate::limits::{MAX_FRAMES, MAX_TRACKED_FRAMES, MAX_TRACKED_LINES, MAX_TRACKED_POINTS};
use crate::records::tracking::{
    PassFrame, TrackAnchor, TrackDirection, TrackForm, TrackLine, TrackPass, TrackRequest,
};

/// Least mean correlation at which a frame looks like the drawn one.
const LEAST_LIKENESS: f64 = 0.4;

/// Takes the frames of one direction, in the order of [`Pass::order`].
#[derive(Debug)]
pub struct Pass {
    request: TrackRequest,
    lines: Vec<Supported>,
    /// Frames to show: the drawn one first.
    order: Vec<u32>,
    /// The way begins on the drawn frame, which is only looked at otherwise.
    begins_drawn: bool,
    /// Lines on the other frames that they are drawn on.
    anchors: Vec<(u32, Vec<Supported>)>,
    /// The drawn frame, once it was shown.
    drawn: Option<Seen>,
    follower: Option<Follower>,
    /// Sum of what correlations lack since the known frame, and how many there are.
    lacking: Vec<Vec<(f64, f64)>>,
    found: TrackPass,
}

fn refuse<T>(detail: String) -> Result<T, EngineError> {
    Err(EngineError::InvalidArgument {
        argument: "request".to_owned(),
        detail,
    })
}

/// Fault of a request, by name.
///
/// # Errors
/// `invalid-argument`.
pub fn check(request: &TrackRequest) -> Result<(), EngineError> {
    let TrackRequest {
        frame_number,
        alike,
        first,
        last,
        lines,
        anchors,
    } = request;
    if !(1..=*frame_number).contains(first) || !(*frame_number..=MAX_FRAMES).contains(last) {
        return refuse(format!(
            "frame {frame_number} is not within {first} to {last}"
        ));
    }
    if last - first >= MAX_TRACKED_FRAMES {
        return refuse(format!("more than {MAX_TRACKED_FRAMES} frames"));
    }
    if let Some(out) = alike.iter().find(|frame| !(first..=last).contains(frame)) {
        return refuse(format!("frame {out} is not within {first} to {last}"));
    }
    let points: usize = lines.iter().map(|line| line.points.len()).sum();
    if points == 0 || lines.len() > MAX_TRACKED_LINES || points > MAX_TRACKED_POINTS {
        return refuse(format!("{points} points of {} lines", lines.len()));
    }
    let finite = lines.iter().flat_map(|line| line.points.iter().flatten());
    if finite.into_iter().any(|value| !value.is_finite()) {
        return refuse("a point is not finite".to_owned());
    }
    let mut ovals = lines.iter().filter(|line| line.form == TrackForm::Oval);
    if ovals.any(|line| outline(&line.points).is_none()) {
        return refuse("an oval is not three points, the first two apart".to_owned());
    }
    let mut taken = vec![*frame_number];
    for anchor in anchors {
        check_anchor(request, anchor, &taken)?;
        taken.push(anchor.frame_number);
    }
    Ok(())
}

/// Fault of the lines on another frame.
fn check_anchor(
    request: &TrackRequest,
    anchor: &TrackAnchor,
    taken: &[u32],
) -> Result<(), EngineError> {
    let TrackAnchor {
        frame_number,
        lines,
    } = anchor;
    if !(request.first..=request.last).contains(frame_number) {
        return refuse(format!(
            "anchor {frame_number} is not within {} to {}",
            request.first, request.last
        ));
    }
    if taken.contains(frame_number) || request.alike.contains(frame_number) {
        return refuse(format!("frame {frame_number} is named twice"));
    }
    if lines.len() != request.lines.len() {
        return refuse(format!("anchor {frame_number} has {} lines", lines.len()));
    }
    for (points, line) in lines.iter().zip(&request.lines) {
        let finite = points.iter().flatten().all(|value| value.is_finite());
        let fits = match line.form {
            TrackForm::Oval => outline(points).is_some(),
            // A line of several points has no place to divide in a single one.
            _ => points.len() >= line.points.len().min(2) && points.len() <= MAX_TRACKED_POINTS,
        };
        if !finite || !fits {
            return refuse(format!(
                "a line of anchor {frame_number} cannot be followed"
            ));
        }
    }
    Ok(())
}

/// Frames of a direction within `part`, from the outermost frame that is alike.
fn way_of(
    request: &TrackRequest,
    direction: TrackDirection,
    part: &RangeInclusive<u32>,
) -> Vec<u32> {
    let drawn = request.frame_number;
    let anchors = request.anchors.iter().map(|anchor| anchor.frame_number);
    let known = request.alike.iter().copied().chain(anchors).chain([drawn]);
    let mut way: Vec<u32> = match direction {
        TrackDirection::Forward => (known.min().unwrap_or(drawn)..=request.last).collect(),
        TrackDirection::Backward => (request.first..=known.max().unwrap_or(drawn))
            .rev()
            .collect(),
    };
    way.retain(|frame| part.contains(frame));
    way
}

impl Pass {
    /// Nothing shown yet.
    ///
    /// # Errors
    /// As [`check`].
    pub fn new(request: TrackRequest, direction: TrackDirection) -> Result<Self, EngineError> {
        Self::part(request, direction, 1..=MAX_FRAMES)
    }

    /// The part of a direction on these frames. It is the same to the bit as in the
    /// whole where it begins on a frame on which the lines are known; it finds nothing where they are
    /// not found there by likeness.
    ///
    /// # Errors
    /// As [`check`].
    pub fn part(
        request: TrackRequest,
        direction: TrackDirection,
        part: RangeInclusive<u32>,
    ) -> Result<Self, EngineError> {
        check(&request)?;
        let lines: Vec<Supported> = request.lines.iter().map(supported).collect();
        let anchors = request.anchors.iter().map(|anchor| {
            let own = lines.iter().zip(&request.lines).zip(&anchor.lines);
            let drawn = own.map(|((model, line), points)| supported_as(model, line, points));
            (anchor.frame_number, drawn.collect())
        });
        let way = way_of(&request, direction, &part);
        let begins_drawn = way.first() == Some(&request.frame_number);
        let looked_at = (!begins_drawn).then_some(request.frame_number);
        Ok(Self {
            begins_drawn,
            order: looked_at.into_iter().chain(way).collect(),
            anchors: anchors.collect(),
            lacking: vec![Vec::new(); lines.len()],
            lines,
            request,
            drawn: None,
            follower: None,
            found: TrackPass { frames: Vec::new() },
        })
    }

    /// Numbers of the frames to show, in order; the drawn one may come twice.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The result so far.
    pub fn found(&self) -> &TrackPass {
        &self.found
    }

    /// The way back from where this one ended to its last known frame, which measures its drift;
    /// none where it ended on a known frame.
    pub fn way_back(&self) -> Option<TrackRequest> {
        let known = self.found.frames.iter().rfind(|frame| frame.known)?;
        let end = self.found.frames.last().filter(|end| !end.known)?;
        let each = end.lines.iter().zip(&self.request.lines);
        let lines = each.map(|(points, line)| TrackLine {
            points: points.iter().map(|[x, y, _]| [*x, *y]).collect(),
            // Of an oval, points of its outline were followed.
            form: match line.form {
                TrackForm::Open => TrackForm::Open,
                TrackForm::Closed | TrackForm::Oval => TrackForm::Closed,
            },
        });
        Some(TrackRequest {
            frame_number: end.frame_number,
            alike: Vec::new(),
            first: known.frame_number.min(end.frame_number),
            last: known.frame_number.max(end.frame_number),
            lines: lines.collect(),
            anchors: Vec::new(),
        })
    }

    /// Takes the next frame.
    pub fn show(&mut self, frame_number: u32, frame: Plane) {
        let drawn_here = frame_number == self.request.frame_number;
        let Some(drawn) = &self.drawn else {
            let seen = Seen::new(&frame, points_of(&self.lines));
            self.drawn = Some(seen.clone());
            if self.begins_drawn {
                self.know_drawn(frame_number, seen, None);
            }
            return;
        };
        if drawn_here {
            let seen = drawn.clone();
            let arrived = self.arrived(&frame);
            self.know_drawn(frame_number, seen, arrived);
        } else if let Some(lines) = self.anchor(frame_number) {
            let seen = Seen::new(&frame, points_of(lines));
            let arrived = self.arrived(&frame);
            self.know_drawn(frame_number, seen, arrived);
        } else if self.request.alike.contains(&frame_number) {
            let (seen, places) = drawn.found_on(&frame);
            let arrived = self.arrived(&frame);
            if likeness(&places) >= LEAST_LIKENESS {
                self.follower = Some(Follower::begun(seen));
                self.know(frame_number, &places, arrived);
            } else if let Some(places) = arrived {
                self.went(frame_number, &places);
            }
        } else if let Some(follower) = &mut self.follower {
            let places = follower.step(&frame);
            self.went(frame_number, &places);
        }
    }

    fn arrived(&mut self, frame: &Plane) -> Option<Vec<Vec<Followed>>> {
        self.follower.as_mut().map(|follower| follower.step(frame))
    }

    /// The lines on a frame that they are drawn on in addition to the first.
    fn anchor(&self, frame_number: u32) -> Option<&[Supported]> {
        let found = self
            .anchors
            .iter()
            .find(|(frame, _)| *frame == frame_number);
        found.map(|(_, lines)| lines.as_slice())
    }

    fn know_drawn(&mut self, frame_number: u32, seen: Seen, arrived: Option<Vec<Vec<Followed>>>) {
        let sure = |at: &Point| Followed {
            at: *at,
            correlation: 1.0,
            still: 0.0,
        };
        let lines = self.anchor(frame_number).unwrap_or(&self.lines);
        let places: Vec<Vec<Followed>> = points_of(lines)
            .iter()
            .map(|line| line.iter().map(sure).collect())
            .collect();
        self.follower = Some(Follower::begun(seen));
        self.know(frame_number, &places, arrived);
    }

    /// Keeps a frame on which the lines are known.
    fn know(
        &mut self,
        frame_number: u32,
        places: &[Vec<Followed>],
        arrived: Option<Vec<Vec<Followed>>>,
    ) {
        let lacking = |point: &Followed| (1.0 - point.correlation, 1.0);
        self.lacking = places
            .iter()
            .map(|line| line.iter().map(lacking).collect())
            .collect();
        let arrived = arrived.map(|places| {
            let own = places.iter().zip(&self.lines);
            own.map(|(places, line)| {
                line.own
                    .iter()
                    .map(|at| [places[*at].at.x, places[*at].at.y])
                    .collect()
            })
            .collect()
        });
        self.keep(frame_number, places, true, arrived);
    }

    /// Keeps a frame that the lines were carried to.
    fn went(&mut self, frame_number: u32, places: &[Vec<Followed>]) {
        for (sums, line) in self.lacking.iter_mut().zip(places) {
            for ((sum, count), point) in sums.iter_mut().zip(line) {
                *sum += 1.0 - point.correlation;
                *count += 1.0;
            }
        }
        self.keep(frame_number, places, false, None);
    }

    fn keep(
        &mut self,
        frame_number: u32,
        places: &[Vec<Followed>],
        known: bool,
        arrived: Option<Vec<Vec<[f64; 2]>>>,
    ) {
        let each = places.iter().zip(&self.lines).zip(&self.lacking);
        let lines = each.map(|((places, line), sums)| {
            let point = |&at: &usize| {
                let (sum, count) = sums[at];
                let place = &places[at];
                let doubt = doubt(sum / count, place.still);
                [place.at.x, place.at.y, doubt]
            };
            line.own.iter().map(point).collect()
        });
        let lines = lines.collect();
        self.found.frames.push(PassFrame {
            frame_number,
            lines,
            known,
            arrived,
        });
    }
}

fn points_of(lines: &[Supported]) -> Vec<Vec<Point>> {
    lines.iter().map(|line| line.points.clone()).collect()
}

/// Mean correlation over all points.
fn likeness(places: &[Vec<Followed>]) -> f64 {
    let all = || places.iter().flatten();
    all().map(|point| point.correlation).sum::<f64>() / all().count().max(1) as f64
}
