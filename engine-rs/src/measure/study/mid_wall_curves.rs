//! Strain of the line halfway between endocardium and epicardium, and of its segments
//! (docs/tracking.md#mid-wall-strain).

use std::rc::Rc;

use super::cycle_curves::{Chamber, CurvesRequest, CycleCurve, MidWallLine};
use super::cycle_frames::{DOUBTFUL_LINE, Frames, Measure, OnFrames};
use super::evaluator::{Held, StudyEvaluator};
use super::size_curves::NORMAL;
use super::strain_curves::{DRAWN_BY_HAND, contour_on, curve_of, is_drawn_by_hand};
use crate::geometry::{Point, polyline};
use crate::measure::curves::Contour;
use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::mid_wall::{Border, PIECES, mid_wall, place_of_tissue, tissue_at};
use crate::measure::null_reason::NullReason;
use crate::measure::request::Axis;
use crate::measure::strain::{bounds_of_thirds, length_between, place_of_apex};
use crate::records::sequence::Segment;

/// Kind of the curves.
pub(super) const KIND: &str = "mid-wall-strain";
/// Pieces of each wall of the line where it is drawn: it is less than a pixel off a curve.
const DRAWN_PIECES: usize = 32;

/// The mid-wall line of a frame, with both lines that it is made of.
struct MidWall {
    contours: [Rc<Contour>; 2],
    apexes: [f64; 2],
    /// Arc lengths of both walls of both lines.
    walls: [[f64; 2]; 2],
    positions: Vec<Point>,
}

impl StudyEvaluator {
    /// The epicardium of a whole ventricle, by the configuration: the line that is predicted around its
    /// endocardium.
    pub(super) fn outer_line(
        &self,
        held: &Held,
        request: &CurvesRequest,
        length: &Measure,
    ) -> Option<&str> {
        let is_part = length.definition.request.axis == Some(Axis::FreeWall);
        if length.chamber != Chamber::Ventricle || is_part {
            return None;
        }
        let image_type = held.record.image_type.as_deref()?;
        let cycles = &held.image.as_ref()?.cycles;
        let pattern = cycles.get(request.cycle);
        let pattern = pattern.and_then(|cycle| cycle.pattern.as_deref());
        self.configuration
            .outer(image_type, pattern.unwrap_or(NORMAL), length.line)
    }
}

/// Both lines of a ventricle, from the inside.
struct Walls<'a> {
    frames: &'a Frames<'a>,
    names: [&'a str; 2],
    /// The length of each line.
    definitions: [Definition; 2],
}

/// Lengths on all frames, or the codes of why there are none.
type Lengths = Vec<Result<f64, &'static str>>;

/// The mid-wall line, with its strain and the strain of its six segments.
pub(super) fn mid_walls(
    frames: &Frames,
    image: &Image,
    (length, outer): (&Measure, &str),
) -> (MidWallLine, Vec<CycleCurve>) {
    let curve = |segment, on_frames| CycleCurve {
        outer_line: Some(outer.to_owned()),
        ..curve_of(frames, image, length, (KIND, segment, on_frames))
    };
    let walls = Walls::of(frames, (length, outer));
    let on_frames = walls.on_frames(image);
    let refused = frames.measured(image, length).refused;
    let made = |lengths: Lengths| OnFrames {
        refused: refused.clone(),
        values: lengths.iter().map(|one| one.ok()).collect(),
        reasons: lengths
            .iter()
            .map(|one| one.err().map(str::to_owned))
            .collect(),
    };
    let mut whole = curve(None, made(walls.whole(&on_frames)));
    let by_hand = is_drawn_by_hand(frames, &walls.names);
    let bounds = on_frames[0].as_ref().ok().map(MidWall::bounds);
    let segments = Segment::THIRDS_OF_WALLS.into_iter().enumerate();
    let segments: Vec<CycleCurve> = segments
        .map(|(at, segment)| {
            if by_hand && refused.is_none() {
                return curve(Some(segment), OnFrames::refused(DRAWN_BY_HAND, frames));
            }
            let ends = bounds.as_ref().map(|bounds| [bounds[at], bounds[at + 1]]);
            let lengths = walls.segment(&on_frames, (segment, ends));
            CycleCurve {
                between: ends.zip(walls.pieces(&on_frames)).map(|(ends, pieces)| {
                    // The part of the inner line: its points were followed with the tissue.
                    ends.map(|[inner, _]| inner / pieces[0])
                }),
                ..curve(Some(segment), made(lengths))
            }
        })
        .collect();
    whole.take_dispersion(&segments);
    let mut curves = vec![whole];
    curves.extend(segments);
    let drawn =
        |middle: &Result<MidWall, _>| middle.as_ref().map_or_else(|_| Vec::new(), MidWall::drawn);
    let line = MidWallLine {
        line: length.line.to_owned(),
        frames: on_frames.iter().map(drawn).collect(),
    };
    (line, curves)
}

impl<'a> Walls<'a> {
    fn of(frames: &'a Frames<'a>, (length, outer): (&'a Measure, &'a str)) -> Self {
        let inside = length.definition.clone();
        let mut around = inside.clone();
        around.request.lines = vec![outer.to_owned()];
        Self {
            frames,
            names: [length.line, outer],
            definitions: [inside, around],
        }
    }

    /// The mid-wall line of each frame.
    fn on_frames(&self, image: &Image) -> Vec<Result<MidWall, &'static str>> {
        let counted = image.counts(self.frames.request.cycle);
        let counted = counted.map_err(|reason| reason.code());
        let on_frame = |place| {
            counted?;
            let on = |definition| contour_on(self.frames, definition, place);
            let [inner, outer] = &self.definitions;
            let contours = [on(inner), on(outer)].map(|one| one.map_err(|reason| reason.code()));
            let [inner, outer] = contours;
            MidWall::of([inner?, outer?]).ok_or(NullReason::NoExtent.code())
        };
        (0..self.frames.numbers.len()).map(on_frame).collect()
    }

    /// Lengths from ring to ring.
    fn whole(&self, on_frames: &[Result<MidWall, &'static str>]) -> Lengths {
        let length = |(place, middle): (usize, &Result<MidWall, &'static str>)| {
            let middle = middle.as_ref().map_err(|reason| *reason)?;
            let mut names = self.names.iter();
            match names.any(|name| self.frames.is_doubtful_at(name, place)) {
                true => Err(DOUBTFUL_LINE),
                false => Ok(polyline::length(&middle.positions)),
            }
        };
        on_frames.iter().enumerate().map(length).collect()
    }

    /// Lengths of a segment between the places of both lines at which its tissue ends.
    fn segment(
        &self,
        on_frames: &[Result<MidWall, &'static str>],
        (segment, ends): (Segment, Option<[[f64; 2]; 2]>),
    ) -> Lengths {
        let length = |(place, middle): (usize, &Result<MidWall, &'static str>)| {
            let middle = middle.as_ref().map_err(|reason| *reason)?;
            let [from, to] = ends.ok_or(NullReason::NoExtent.code())?;
            let is_doubtful = |wall: usize| {
                let positions = middle.contours[wall].points.len();
                let part = ([from[wall], to[wall]], positions);
                self.frames
                    .is_doubtful((self.names[wall], segment), place, part)
            };
            if is_doubtful(0) || is_doubtful(1) {
                return Err(DOUBTFUL_LINE);
            }
            let [inner, outer] = middle.borders();
            let at = |tissue| place_of_tissue(&inner, &outer, tissue);
            Ok(length_between(&middle.positions, [at(from), at(to)]))
        };
        on_frames.iter().enumerate().map(length).collect()
    }

    /// Positions of both curves for each interval between two points of the line.
    fn pieces(&self, on_frames: &[Result<MidWall, &'static str>]) -> Option<[f64; 2]> {
        let first = on_frames[0].as_ref().ok()?;
        let of = |wall: usize| {
            let positions = first.contours[wall].points.len();
            self.frames.pieces(self.names[wall], positions)
        };
        Some([of(0), of(1)])
    }
}

impl MidWall {
    fn of(contours: [Rc<Contour>; 2]) -> Option<Self> {
        let apex = |contour: &Contour| {
            let axis = contour.long_axis()?;
            Some(place_of_apex(&contour.points, &axis))
        };
        let apexes = [apex(&contours[0])?, apex(&contours[1])?];
        let [inner, outer] = [0, 1].map(|wall| Border::new(&contours[wall].points, apexes[wall]));
        Some(Self {
            positions: mid_wall(&inner, &outer)?,
            walls: [inner.walls, outer.walls],
            contours,
            apexes,
        })
    }

    fn borders(&self) -> [Border<'_>; 2] {
        [0, 1].map(|wall| Border {
            contour: &self.contours[wall].points,
            apex: self.apexes[wall],
            walls: self.walls[wall],
        })
    }

    /// Positions in pixels, as fine as lines are drawn.
    fn drawn(&self) -> Vec<[f64; 2]> {
        let [inner, _] = &self.contours;
        let every = self.positions.iter().step_by(PIECES / DRAWN_PIECES);
        let hundredth = |px: f64| libm::round(px * 100.0) / 100.0;
        every
            .filter_map(|position| inner.in_px(*position))
            .map(|position| [hundredth(position.x), hundredth(position.y)])
            .collect()
    }

    /// Where the thirds of both walls begin and end on the inner and on the outer line.
    fn bounds(&self) -> Vec<[f64; 2]> {
        let [inner, outer] = self.borders();
        bounds_of_thirds(&self.positions, PIECES as f64)
            .map(|bound| tissue_at(&inner, &outer, bound))
            .to_vec()
    }
}
