//! Both ways through a clip together.

use super::ovals::fitted;
use super::pass::check;
use super::quality::quality;
use crate::error::EngineError;
use crate::records::tracking::{
    METHOD, METHOD_VERSION, PassFrame, TrackForm, TrackPass, TrackRequest, TrackedFrame,
    TrackedPoint, Tracks,
};

/// The passes of a request, and the passes back from the ends that only one of them reached.
#[derive(Debug)]
pub struct Passes<'a> {
    /// Towards later frames.
    pub forward: &'a TrackPass,
    /// Towards earlier frames.
    pub backward: &'a TrackPass,
    /// From the last frame back to the last known one.
    pub from_last: Option<&'a TrackPass>,
    /// Between the first frame and the first known one.
    pub from_first: Option<&'a TrackPass>,
}

/// A way that was gone in parts: each begins on the frame that the one before it ended on.
pub fn whole(parts: Vec<TrackPass>) -> TrackPass {
    let mut frames: Vec<PassFrame> = Vec::new();
    for part in parts {
        let end = frames.last().map(|frame| frame.frame_number);
        let further = part.frames.into_iter();
        frames.extend(further.filter(|frame| Some(frame.frame_number) != end));
    }
    TrackPass { frames }
}

/// Every frame of a request. Between two known frames each way counts the more the nearer the frame
/// it began on is, so that the drift of both is spread evenly; beyond them there is one way, and
/// the error of the way there and back grows along it.
///
/// # Errors
/// `invalid-argument` for a request that cannot be, and for passes that are not its own.
pub fn join(request: &TrackRequest, passes: &Passes<'_>) -> Result<Tracks, EngineError> {
    check(request)?;
    let frames: Option<Vec<TrackedFrame>> = (request.first..=request.last)
        .map(|number| {
            let lines = as_drawn(request, at_frame(passes, number)?);
            Some(TrackedFrame {
                frame_number: number,
                lines,
            })
        })
        .collect();
    let Some(frames) = frames else {
        return Err(EngineError::InvalidArgument {
            argument: "passes".to_owned(),
            detail: "frames are missing".to_owned(),
        });
    };
    Ok(Tracks {
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        frames,
    })
}

/// The points that were drawn: of an oval, the points of the oval nearest to the outline.
fn as_drawn(request: &TrackRequest, lines: Vec<Vec<TrackedPoint>>) -> Vec<Vec<TrackedPoint>> {
    let each = request.lines.iter().zip(lines);
    each.map(|(line, points)| match line.form {
        TrackForm::Oval => fitted(&line.points, &points),
        TrackForm::Open | TrackForm::Closed => points,
    })
    .collect()
}

fn frame_of(pass: &TrackPass, number: u32) -> Option<&PassFrame> {
    pass.frames
        .iter()
        .find(|frame| frame.frame_number == number)
}

fn at_frame(passes: &Passes<'_>, number: u32) -> Option<Vec<Vec<TrackedPoint>>> {
    let forward = frame_of(passes.forward, number);
    let backward = frame_of(passes.backward, number);
    match (forward, backward) {
        (Some(one), Some(other)) if one.known => Some(known(one, other)),
        (Some(one), Some(other)) => Some(between(one, other, share(passes, number))),
        (Some(one), None) => Some(beyond(one, passes.forward, passes.from_last)),
        (None, Some(one)) => Some(beyond(one, passes.backward, passes.from_first)),
        (None, None) => None,
    }
}

/// Relative place of a frame between the known ones around it, 0 to 1.
fn share(passes: &Passes<'_>, number: u32) -> f64 {
    let known = |pass: &TrackPass| -> Vec<u32> {
        let frames = pass.frames.iter().filter(|frame| frame.known);
        frames.map(|frame| frame.frame_number).collect()
    };
    let before = known(passes.forward)
        .into_iter()
        .filter(|at| *at <= number)
        .max();
    let after = known(passes.backward)
        .into_iter()
        .filter(|at| *at >= number)
        .min();
    match (before, after) {
        (Some(before), Some(after)) if after > before => {
            f64::from(number - before) / f64::from(after - before)
        }
        _ => 0.0,
    }
}

fn distance([x, y]: [f64; 2], [other_x, other_y]: [f64; 2]) -> f64 {
    let (x, y) = (x - other_x, y - other_y);
    (x * x + y * y).sqrt()
}

fn point([x, y]: [f64; 2], doubt: f64, drift_px: Option<f64>) -> TrackedPoint {
    TrackedPoint {
        x,
        y,
        quality: quality(doubt, drift_px),
        drift_px,
    }
}

/// On a known frame: how far the ways that led there ended from it.
fn known(forward: &PassFrame, backward: &PassFrame) -> Vec<Vec<TrackedPoint>> {
    let lines = forward.lines.iter().enumerate();
    lines
        .map(|(line, points)| {
            let at = |(place, [x, y, doubt]): (usize, &[f64; 3])| {
                let arrivals = [forward, backward].into_iter().filter_map(|frame| {
                    let arrived = frame.arrived.as_ref()?.get(line)?.get(place)?;
                    Some(distance(*arrived, [*x, *y]))
                });
                let arrivals: Vec<f64> = arrivals.collect();
                let mean = arrivals.iter().sum::<f64>() / arrivals.len().max(1) as f64;
                point([*x, *y], *doubt, (!arrivals.is_empty()).then_some(mean))
            };
            points.iter().enumerate().map(at).collect()
        })
        .collect()
}

fn between(forward: &PassFrame, backward: &PassFrame, share: f64) -> Vec<Vec<TrackedPoint>> {
    let mixed = |one: f64, other: f64| one * (1.0 - share) + other * share;
    let lines = forward.lines.iter().zip(&backward.lines);
    lines
        .map(|(one, other)| {
            let points = one.iter().zip(other);
            points
                .map(|([x, y, doubt], [other_x, other_y, other_doubt])| {
                    let drift_px = distance([*x, *y], [*other_x, *other_y]);
                    point(
                        [mixed(*x, *other_x), mixed(*y, *other_y)],
                        mixed(*doubt, *other_doubt),
                        Some(drift_px),
                    )
                })
                .collect()
        })
        .collect()
}

/// Result of a single way: what it lacks on its way back is spread evenly.
fn beyond(frame: &PassFrame, way: &TrackPass, back: Option<&TrackPass>) -> Vec<Vec<TrackedPoint>> {
    let known = way.frames.iter().rfind(|one| one.known);
    let end = way.frames.last();
    let closure = known.zip(end).zip(back).and_then(|((known, end), back)| {
        let returned = frame_of(back, known.frame_number)?;
        let length = known.frame_number.abs_diff(end.frame_number);
        let gone = known.frame_number.abs_diff(frame.frame_number);
        (length > 0).then(|| (known, returned, f64::from(gone) / f64::from(length)))
    });
    let lines = frame.lines.iter().enumerate();
    lines
        .map(|(line, points)| {
            let at = |(place, [x, y, doubt]): (usize, &[f64; 3])| {
                let drift_px = closure.and_then(|(known, returned, share)| {
                    let [from_x, from_y, _] = known.lines.get(line)?.get(place)?;
                    let [to_x, to_y, _] = returned.lines.get(line)?.get(place)?;
                    Some(share * distance([*from_x, *from_y], [*to_x, *to_y]))
                });
                point([*x, *y], *doubt, drift_px)
            };
            points.iter().enumerate().map(at).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::pass::Pass;
    use super::super::textures::picture;
    use super::*;
    use crate::geometry::Point;
    use crate::records::tracking::{TrackAnchor, TrackDirection, TrackLine};

    const SEED: u32 = 5;

    /// A disc of tissue that turns and grows about its middle; after 16 frames it is as it was.
    fn place(at: [f64; 2], frame: u32) -> Point {
        let phase = f64::from((frame - 1) % 16) / 16.0;
        let share = 0.5 - 0.5 * libm::cos(phase * std::f64::consts::TAU);
        let (turn, size) = (0.12 * share, 1.0 - 0.15 * share);
        let (x, y) = (at[0] - 100.0, at[1] - 100.0);
        let (cos, sin) = (libm::cos(turn) * size, libm::sin(turn) * size);
        Point::new(100.0 + x * cos - y * sin, 100.0 + x * sin + y * cos)
    }

    fn frame(number: u32) -> super::super::plane::Plane {
        let across = place([101.0, 100.0], number).minus(Point::new(100.0, 100.0));
        let square = across.dot(across);
        picture(200, 200, SEED, |at| {
            let from = at.minus(Point::new(100.0, 100.0));
            Point::new(from.dot(across) / square, across.cross(from) / square)
        })
    }

    fn ring() -> TrackLine {
        let point = |step: u32| {
            let turn = f64::from(step) * std::f64::consts::TAU / 12.0;
            [
                100.0 + 50.0 * libm::cos(turn),
                100.0 + 50.0 * libm::sin(turn),
            ]
        };
        TrackLine {
            points: (0..12).map(point).collect(),
            form: TrackForm::Closed,
        }
    }

    fn pass(request: &TrackRequest, direction: TrackDirection) -> TrackPass {
        let mut pass = Pass::new(request.clone(), direction).unwrap();
        for number in pass.order().to_vec() {
            pass.show(number, frame(number));
        }
        pass.found().clone()
    }

    fn tracks(request: &TrackRequest, from_last: Option<&TrackPass>) -> Tracks {
        let forward = pass(request, TrackDirection::Forward);
        let backward = pass(request, TrackDirection::Backward);
        let passes = Passes {
            forward: &forward,
            backward: &backward,
            from_last,
            from_first: None,
        };
        join(request, &passes).unwrap()
    }

    fn request(alike: &[u32], last: u32) -> TrackRequest {
        TrackRequest {
            frame_number: 1,
            alike: alike.to_vec(),
            first: 1,
            last,
            lines: vec![ring()],
            anchors: Vec::new(),
        }
    }

    fn worst(frame: &TrackedFrame) -> f64 {
        let places = frame.lines[0].iter().zip(ring().points);
        places
            .map(|(found, at)| Point::new(found.x, found.y).distance(place(at, frame.frame_number)))
            .fold(0.0, f64::max)
    }

    #[test]
    fn a_turning_and_shrinking_ring_is_followed_through_its_cycle() {
        let found = tracks(&request(&[17], 17), None);
        assert_eq!(found.frames.len(), 17);
        // A tenth of a pixel a step: neighbours on so small a ring turn differently.
        for frame in &found.frames {
            assert!(
                worst(frame) < 1.0,
                "frame {}: {}",
                frame.frame_number,
                worst(frame)
            );
            assert!(frame.lines[0].iter().all(|point| point.quality > 0.8));
            assert!(
                frame.lines[0]
                    .iter()
                    .all(|point| point.drift_px.unwrap() < 1.6)
            );
        }
    }

    #[test]
    fn beyond_the_last_known_frame_the_way_back_tells_the_drift() {
        let asked = request(&[], 9);
        let forward = pass(&asked, TrackDirection::Forward);
        let end = forward.frames.last().unwrap();
        let points = end.lines[0].iter().map(|[x, y, _]| [*x, *y]).collect();
        let back = TrackRequest {
            frame_number: 9,
            lines: vec![TrackLine {
                points,
                form: TrackForm::Closed,
            }],
            ..asked.clone()
        };
        let found = tracks(&asked, Some(&pass(&back, TrackDirection::Backward)));
        let drift = |frame: usize| found.frames[frame].lines[0][3].drift_px.unwrap();
        assert!(drift(8) < 1.0 && (drift(4) - drift(8) / 2.0).abs() < 1e-12);
        assert!(worst(&found.frames[8]) < 1.0, "{}", worst(&found.frames[8]));
        // Without it nothing is reported.
        let alone = tracks(&asked, None);
        assert!(
            alone.frames[8].lines[0]
                .iter()
                .all(|point| point.drift_px.is_none())
        );
    }

    #[test]
    fn a_way_that_is_gone_in_two_parts_is_the_same() {
        let asked = request(&[9], 13);
        let part = |frames| {
            let mut pass = Pass::part(asked.clone(), TrackDirection::Forward, frames).unwrap();
            for number in pass.order().to_vec() {
                // The ninth looks like the first here, which it does not in the ring's motion.
                pass.show(number, frame(if number == 9 { 17 } else { number }));
            }
            pass.found().clone()
        };
        let undivided = part(1..=13);
        assert!(undivided.frames[8].known && undivided.frames[8].arrived.is_some());
        assert_eq!(whole(vec![part(1..=9), part(9..=13)]), undivided);
        // Nothing is known on a frame that does not look alike.
        let mut lost = Pass::part(asked.clone(), TrackDirection::Forward, 9..=13).unwrap();
        lost.show(1, frame(1));
        lost.show(9, picture(200, 200, 99, |at| at));
        lost.show(10, frame(10));
        assert!(lost.found().frames.is_empty() && lost.way_back().is_none());
    }

    #[test]
    fn a_frame_that_does_not_look_alike_is_followed_to_instead() {
        let asked = request(&[9], 9);
        let mut pass = Pass::new(asked, TrackDirection::Forward).unwrap();
        for number in 1..=8 {
            pass.show(number, frame(number));
        }
        pass.show(9, picture(200, 200, 99, |at| at));
        let last = pass.found().frames.last().unwrap();
        assert!(last.frame_number == 9 && !last.known);
    }

    #[test]
    fn an_oval_is_followed_by_its_outline_and_is_three_points_again() {
        let drawn = [[60.0, 85.0], [140.0, 115.0], [89.5, 128.0]];
        let oval = TrackLine {
            points: drawn.to_vec(),
            form: TrackForm::Oval,
        };
        let asked = TrackRequest {
            lines: vec![oval, ring()],
            ..request(&[17], 17)
        };
        let found = tracks(&asked, None);
        for frame in &found.frames {
            let [oval, ring] = &frame.lines[..] else {
                panic!("two lines were followed");
            };
            assert_eq!((oval.len(), ring.len()), (3, 12));
            for (found, at) in oval.iter().zip(drawn) {
                let known = place(at, frame.frame_number);
                let distance = Point::new(found.x, found.y).distance(known);
                assert!(distance < 0.8, "frame {}: {distance}", frame.frame_number);
                assert!(found.quality > 0.8 && found.drift_px.unwrap() < 1.6);
            }
            let [first, second, third] = [&oval[0], &oval[1], &oval[2]];
            let middle = [(first.x + second.x) / 2.0, (first.y + second.y) / 2.0];
            let across = (third.x - middle[0]) * (second.x - first.x)
                + (third.y - middle[1]) * (second.y - first.y);
            assert!(across.abs() < 1e-6);
        }
    }

    #[test]
    fn the_way_back_of_an_oval_is_that_of_its_outline() {
        let oval = TrackLine {
            points: vec![[60.0, 85.0], [140.0, 115.0], [89.5, 128.0]],
            form: TrackForm::Oval,
        };
        let asked = TrackRequest {
            lines: vec![oval],
            ..request(&[], 5)
        };
        let mut there = Pass::new(asked.clone(), TrackDirection::Forward).unwrap();
        for number in 1..=5 {
            there.show(number, frame(number));
        }
        let back = pass(&there.way_back().unwrap(), TrackDirection::Backward);
        let found = tracks(&asked, Some(&back));
        let drift = |frame: usize| found.frames[frame].lines[0][0].drift_px.unwrap();
        assert!(drift(4) < 1.0 && (drift(2) - drift(4) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn lines_drawn_later_are_followed_back() {
        let mut asked = request(&[], 9);
        asked.frame_number = 9;
        let there = |at: [f64; 2]| place(at, 9);
        asked.lines[0].points = ring()
            .points
            .into_iter()
            .map(|at| [there(at).x, there(at).y])
            .collect();
        let found = tracks(&asked, None);
        assert!(worst(&found.frames[0]) < 1.0, "{}", worst(&found.frames[0]));
    }

    /// The ring on a frame, from another place around it and with other points.
    fn anchor(frame_number: u32, points: u32) -> TrackAnchor {
        let point = |step: u32| {
            let turn = f64::from(step) * std::f64::consts::TAU / f64::from(points);
            let at = [
                100.0 + 50.0 * libm::cos(turn),
                100.0 + 50.0 * libm::sin(turn),
            ];
            let at = place(at, frame_number);
            [at.x, at.y]
        };
        TrackAnchor {
            frame_number,
            lines: vec![(0..points).map(point).collect()],
        }
    }

    #[test]
    fn lines_pass_through_every_frame_that_they_are_drawn_on() {
        let asked = TrackRequest {
            anchors: vec![anchor(9, 12), anchor(13, 12)],
            ..request(&[17], 17)
        };
        let found = tracks(&asked, None);
        for anchor in &asked.anchors {
            let frame = &found.frames[anchor.frame_number as usize - 1];
            for (found, [x, y]) in frame.lines[0].iter().zip(&anchor.lines[0]) {
                assert_eq!((found.x, found.y, found.quality), (*x, *y, 1.0));
                // Both ways arrived there.
                assert!(found.drift_px.unwrap() < 1.6);
            }
        }
        assert!(found.frames.iter().all(|frame| worst(frame) < 1.0));
    }

    #[test]
    fn lines_are_followed_to_where_they_are_drawn_although_the_tissue_was_found_elsewhere() {
        let moved = |anchor: TrackAnchor| TrackAnchor {
            lines: vec![anchor.lines[0].iter().map(|[x, y]| [x + 3.0, *y]).collect()],
            ..anchor
        };
        let asked = TrackRequest {
            anchors: vec![moved(anchor(9, 12))],
            ..request(&[17], 17)
        };
        let found = tracks(&asked, None);
        let off = |frame: usize| {
            found.frames[frame].lines[0][3].x - place(ring().points[3], frame as u32 + 1).x
        };
        assert!((off(8) - 3.0).abs() < 1e-9);
        // The distance is spread over the frames to either side.
        assert!(off(4) > 0.8 && off(4) < 2.2 && off(12) > 0.8 && off(12) < 2.2);
    }

    #[test]
    fn a_line_drawn_with_more_points_is_met_as_a_curve() {
        let asked = TrackRequest {
            anchors: vec![anchor(9, 20)],
            ..request(&[17], 17)
        };
        let found = tracks(&asked, None);
        for point in &found.frames[8].lines[0] {
            let radius = Point::new(point.x, point.y).distance(place([100.0, 100.0], 9));
            assert!((radius - 50.0 * 0.85).abs() < 0.1, "{radius}");
        }
    }

    #[test]
    fn a_request_that_cannot_be_is_refused() {
        let refused = [
            TrackRequest {
                first: 2,
                ..request(&[], 9)
            },
            TrackRequest {
                last: 1,
                frame_number: 2,
                ..request(&[], 9)
            },
            request(&[12], 9),
            TrackRequest {
                lines: Vec::new(),
                ..request(&[], 9)
            },
            TrackRequest {
                last: 700,
                ..request(&[], 9)
            },
            TrackRequest {
                lines: vec![TrackLine {
                    points: vec![[5.0, 5.0], [5.0, 5.0], [9.0, 9.0]],
                    form: TrackForm::Oval,
                }],
                ..request(&[], 9)
            },
            TrackRequest {
                anchors: vec![anchor(12, 12)],
                ..request(&[], 9)
            },
            TrackRequest {
                anchors: vec![anchor(1, 12)],
                ..request(&[], 9)
            },
            TrackRequest {
                anchors: vec![anchor(5, 12), anchor(5, 12)],
                ..request(&[], 9)
            },
            TrackRequest {
                anchors: vec![anchor(5, 1)],
                ..request(&[], 9)
            },
            TrackRequest {
                anchors: vec![TrackAnchor {
                    frame_number: 5,
                    lines: Vec::new(),
                }],
                ..request(&[], 9)
            },
        ];
        for request in refused {
            assert!(Pass::new(request, TrackDirection::Forward).is_err());
        }
    }
}
