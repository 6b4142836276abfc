//! One step: lines are carried to a frame by what lay under them on frames before.

use std::collections::VecDeque;

use super::depth::depths;
use super::overall::Overall;
use super::plane::{Plane, Scales};
use super::search::{Search, Source};
use super::smooth::{Measured, smoothed, without_outliers};
use super::still::Still;
use crate::geometry::Point;

/// How many frames before a frame is compared with, each counting as much as it is far. Neighbours
/// show fast motion best; farther ones, where the speckle still lasts, keep errors from adding up,
/// and set tissue that has moved apart from echoes that have not.
const LAGS: [usize; 4] = [1, 2, 4, 8];
/// Places at which a block is looked for in each direction: 3 pixels of its scale to each side.
const COARSE_SIDE: usize = 7;
const FINE_SIDE: usize = 7;
/// The same between frames that look alike, 10 and 4 to each side: breath moves the heart in between.
const ALIKE_COARSE_SIDE: usize = 21;
const ALIKE_FINE_SIDE: usize = 9;
/// Length over which neighbours steady each other, in pixels.
const FINE_REACH_PX: f64 = 30.0;
const COARSE_REACH_PX: f64 = 60.0;
const ALIKE_COARSE_REACH_PX: f64 = 120.0;
const ALIKE_FINE_REACH_PX: f64 = 60.0;
/// Weight of a usual match, to which stiffness is relative.
const USUAL_WEIGHT: f64 = 0.3;
/// Pixels around the lines that their blocks may need on the next frame: half a block, the search, and the
/// continuing displacement. Faster tissue is lost.
const MARGIN_PX: f64 = 64.0;
/// Columns and rows of the half-size frame that make one of the full one.
const HALF: f64 = 2.0;

/// Where a point is, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed {
    /// Stored pixels.
    pub at: Point,
    /// Mean correlation with what it was found by, 0 to 1.
    pub correlation: f64,
    /// Share of what is seen there that does not move, 0 to 1.
    pub still: f64,
}

/// A frame on which the lines are known.
#[derive(Debug, Clone)]
pub struct Seen {
    scales: Scales,
    lines: Vec<Vec<Point>>,
    /// From each place to the tissue that its block shows.
    depths: Vec<Vec<Point>>,
}

impl Seen {
    /// Lines on a frame.
    pub fn new(frame: &Plane, lines: Vec<Vec<Point>>) -> Self {
        Self::at_scales(Scales::of(frame, &[&lines], MARGIN_PX), frame, lines)
    }

    fn at_scales(scales: Scales, frame: &Plane, lines: Vec<Vec<Point>>) -> Self {
        Self {
            scales,
            depths: lines.iter().map(|line| depths(frame, line)).collect(),
            lines,
        }
    }

    /// A line on this frame at half the size.
    fn half(&self, number: usize) -> Source<'_> {
        Source {
            plane: &self.scales.half,
            places: &self.lines[number],
            depths: &[],
            weight: 1.0,
        }
    }

    /// A line on this frame in full.
    fn full(&self, number: usize) -> Source<'_> {
        Source {
            plane: &self.scales.full,
            places: &self.lines[number],
            depths: &self.depths[number],
            weight: 1.0,
        }
    }

    /// The lines where this frame's blocks are found again on a frame that looks alike.
    pub fn found_on(&self, frame: &Plane) -> (Seen, Vec<Vec<Followed>>) {
        let scales = Scales::of(frame, &[&self.lines], MARGIN_PX);
        let found: Vec<Vec<Followed>> = self
            .lines
            .iter()
            .enumerate()
            .map(|(number, line)| {
                let still = vec![Point::new(0.0, 0.0); line.len()];
                let trust = vec![1.0; line.len()];
                let coarse = Search::<ALIKE_COARSE_SIDE> {
                    sources: vec![self.half(number)],
                    target: &scales.half,
                    scale: HALF,
                    trust: &trust,
                };
                let expected = regular(&coarse.measured(line, &still), line, ALIKE_COARSE_REACH_PX);
                let fine = Search::<ALIKE_FINE_SIDE> {
                    sources: vec![self.full(number)],
                    target: &scales.full,
                    scale: 1.0,
                    trust: &trust,
                };
                let measured = fine.measured(line, &expected);
                carried(line, &measured, ALIKE_FINE_REACH_PX)
            })
            .collect();
        let lines = positions(&found);
        (Seen::at_scales(scales, frame, lines), found)
    }
}

/// Lines on their way: the last frames with the places on them.
#[derive(Debug)]
pub struct Follower {
    history: VecDeque<Seen>,
    /// Last displacement of every point: tissue continues its motion.
    velocity: Vec<Vec<Point>>,
    /// The frame that it began on.
    known: Seen,
    /// Echoes under each line that do not move.
    still: Vec<Still>,
}

impl Follower {
    /// Begins on a frame on which the lines are known.
    pub fn begun(seen: Seen) -> Self {
        let still = |line: &Vec<Point>| vec![Point::new(0.0, 0.0); line.len()];
        Self {
            velocity: seen.lines.iter().map(still).collect(),
            still: seen
                .lines
                .iter()
                .map(|line| Still::none(line.len()))
                .collect(),
            known: seen.clone(),
            history: VecDeque::from([seen]),
        }
    }

    /// Carries the lines to the next frame.
    pub fn step(&mut self, frame: &Plane) -> Vec<Vec<Followed>> {
        let last = self.history.back().map(|last| last.lines.as_slice());
        // Still echoes are looked for where the lines were on the known frame.
        let lines = [last.unwrap_or_default(), &self.known.lines];
        let scales = Scales::of(frame, &lines, MARGIN_PX);
        let mut found = Vec::with_capacity(self.velocity.len());
        if let Some(last) = self.history.back() {
            for (number, line) in last.lines.iter().enumerate() {
                self.still[number].look(self.known.full(number), line, &scales.full);
                let trust = self.still[number].trust();
                let coarse = Search::<COARSE_SIDE> {
                    sources: vec![last.half(number)],
                    target: &scales.half,
                    scale: HALF,
                    trust: &trust,
                };
                let measured = coarse.measured(line, &self.velocity[number]);
                let expected = regular(&measured, line, COARSE_REACH_PX);
                let fine = Search::<FINE_SIDE> {
                    sources: self.sources(number),
                    target: &scales.full,
                    scale: 1.0,
                    trust: &trust,
                };
                let measured = fine.measured(line, &expected);
                let mut places = carried(line, &measured, FINE_REACH_PX);
                for (place, share) in places.iter_mut().zip(self.still[number].shares()) {
                    place.still = *share;
                }
                found.push(places);
            }
            for ((velocity, from), to) in self.velocity.iter_mut().zip(&last.lines).zip(&found) {
                *velocity = from
                    .iter()
                    .zip(to)
                    .map(|(from, to)| to.at.minus(*from))
                    .collect();
            }
        }
        let lines = positions(&found);
        self.history
            .push_back(Seen::at_scales(scales, frame, lines));
        let most = LAGS.iter().max().copied().unwrap_or(1);
        if self.history.len() > most {
            self.history.pop_front();
        }
        found
    }

    /// Frames before that a line is compared with, and where it was on each.
    fn sources(&self, number: usize) -> Vec<Source<'_>> {
        let seen = self.history.len();
        LAGS.iter()
            .filter_map(|lag| {
                let own = self.history.get(seen.checked_sub(*lag)?)?.full(number);
                Some(Source {
                    weight: *lag as f64,
                    ..own
                })
            })
            .collect()
    }
}

/// Displacements that agree with their neighbours over a length, apart from the motion of the line
/// as a whole: a shrinking ring has displacements that turn with it, and is not a bent line.
fn regular(measured: &[(Measured, f64)], line: &[Point], reach_px: f64) -> Vec<Point> {
    let mut list: Vec<Measured> = measured.iter().map(|one| one.0).collect();
    without_outliers(&mut list);
    let overall = Overall::of(line, &list);
    for (one, at) in list.iter_mut().zip(line) {
        let expected = overall.at(*at);
        (one.x, one.y) = (one.x - expected.x, one.y - expected.y);
    }
    let length: f64 = line.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let spacing = (length / line.len().saturating_sub(1).max(1) as f64).max(1.0);
    let ratio = reach_px / spacing;
    let rest = smoothed(&list, USUAL_WEIGHT * ratio * ratio * ratio * ratio);
    let places = line.iter().zip(rest);
    places
        .map(|(at, rest)| {
            let whole = overall.at(*at);
            Point::new(whole.x + rest.x, whole.y + rest.y)
        })
        .collect()
}

fn carried(line: &[Point], measured: &[(Measured, f64)], reach_px: f64) -> Vec<Followed> {
    let moved = regular(measured, line, reach_px);
    let places = line.iter().zip(&moved).zip(measured);
    places
        .map(|((from, by), (_, correlation))| Followed {
            at: Point::new(from.x + by.x, from.y + by.y),
            correlation: correlation.clamp(0.0, 1.0),
            still: 0.0,
        })
        .collect()
}

fn positions(lines: &[Vec<Followed>]) -> Vec<Vec<Point>> {
    let of = |line: &Vec<Followed>| line.iter().map(|point| point.at).collect();
    lines.iter().map(of).collect()
}
