//! Points between the points of a line: a few clicks far apart hardly show how the wall between
//! them moves.

use super::ovals::outline;
use crate::geometry::{Point, polyline};
use crate::records::tracking::{TrackForm, TrackLine};
use crate::spline::{ContourKind, Curve, fit};

/// Distance of supporting points along a line, in pixels: a quarter of a block.
const SPACING_PX: f64 = 6.0;
/// Most points of a line with its support; of longer lines they stand farther apart.
const MAX_POINTS: usize = 400;
/// Pieces of a segment whose lengths are added.
const LENGTH_PIECES: usize = 8;

/// A line with supporting points.
#[derive(Debug, Clone, PartialEq)]
pub struct Supported {
    /// All points in order; the points of a closed line are not repeated.
    pub points: Vec<Point>,
    /// Which of them are the line's own.
    pub own: Vec<usize>,
}

/// Puts points onto the smooth curve through the points of a line, or through the outline of an
/// oval, which then replaces its points. Lines of one point, or of points in one place, get none.
pub fn supported(line: &TrackLine) -> Supported {
    let own = own_points(line.form, &line.points);
    let Some(course) = Course::through(&own, line.form != TrackForm::Open) else {
        return Supported {
            own: (0..own.len()).collect(),
            points: own,
        };
    };
    let lengths = course.lengths();
    let total: f64 = lengths.iter().sum();
    let spacing = SPACING_PX.max(total / MAX_POINTS as f64);
    let pieces = lengths
        .iter()
        .map(|length| (length / spacing).round().max(1.0) as usize);
    course.divided(&pieces.collect::<Vec<_>>())
}

/// The line as it is drawn on another frame, with its own points at the shares of its length that
/// they have in the `model`, and as many points between them.
pub fn supported_as(model: &Supported, line: &TrackLine, drawn: &[[f64; 2]]) -> Supported {
    let closed = line.form != TrackForm::Open;
    let own = own_points(line.form, drawn);
    let own = if own.len() == model.own.len() {
        own
    } else {
        at_shares(&own, &shares_of(model, closed), closed)
    };
    let following = model.own.iter().skip(1).copied();
    let ends = following.chain(closed.then_some(model.points.len()));
    let pieces: Vec<usize> = model
        .own
        .iter()
        .zip(ends)
        .map(|(from, to)| to - from)
        .collect();
    match Course::through(&own, closed) {
        Some(course) => course.divided(&pieces),
        None => Course::straight(own, closed).divided(&pieces),
    }
}

fn own_points(form: TrackForm, points: &[[f64; 2]]) -> Vec<Point> {
    let outline = match form {
        TrackForm::Oval => outline(points),
        TrackForm::Open | TrackForm::Closed => None,
    };
    let own = outline.as_deref().unwrap_or(points);
    own.iter().map(|[x, y]| Point::new(*x, *y)).collect()
}

/// Where the points of a line lie along it, 0 to 1.
fn shares_of(model: &Supported, closed: bool) -> Vec<f64> {
    let mut way = vec![0.0];
    let following = model.points.iter().skip(1);
    for (from, to) in model
        .points
        .iter()
        .zip(following.chain(model.points.first()))
    {
        way.push(way[way.len() - 1] + from.distance(*to));
    }
    let end = if closed { way.len() - 1 } else { way.len() - 2 };
    let total = way[end];
    let share = |at: &usize| if total > 0.0 { way[*at] / total } else { 0.0 };
    model.own.iter().map(share).collect()
}

/// Positions of a line at shares of its length, 0 to 1 in order.
fn at_shares(own: &[Point], shares: &[f64], closed: bool) -> Vec<Point> {
    let course =
        Course::through(own, closed).unwrap_or_else(|| Course::straight(own.to_vec(), closed));
    let lengths = course.lengths();
    let total: f64 = lengths.iter().sum();
    let place = |share: &f64| {
        let mut left = share * total;
        for (segment, length) in lengths.iter().enumerate() {
            if left <= *length && *length > 0.0 {
                return course.at_length(segment, left);
            }
            left -= length;
        }
        course.at(lengths.len(), 0.0)
    };
    shares.iter().map(place).collect()
}

/// A line between its points: smooth, or straight where no smooth curve runs through all of them.
struct Course {
    own: Vec<Point>,
    curve: Option<Curve>,
    closed: bool,
}

impl Course {
    /// None where points are in one place.
    fn through(own: &[Point], closed: bool) -> Option<Self> {
        let curve = fit(ContourKind::CatmullRom, own, closed).ok()?;
        let course = Self {
            own: own.to_vec(),
            curve: Some(curve),
            closed,
        };
        // Points in one place leave fewer segments than there are gaps.
        let segments = course.curve.as_ref().map(Curve::segments);
        (segments == Some(course.gaps())).then_some(course)
    }

    fn straight(own: Vec<Point>, closed: bool) -> Self {
        Self {
            own,
            curve: None,
            closed,
        }
    }

    fn gaps(&self) -> usize {
        self.own.len() - usize::from(!self.closed)
    }

    fn at(&self, segment: usize, share: f64) -> Point {
        if let Some(curve) = &self.curve {
            return curve.at(segment as f64 + share);
        }
        let from = self.own[segment % self.own.len()];
        let to = self.own[(segment + 1) % self.own.len()];
        if share > 0.0 {
            from.towards(to, share)
        } else {
            from
        }
    }

    /// Positions that divide a segment, both ends among them.
    fn positions(&self, segment: usize) -> Vec<Point> {
        let at = |piece: usize| self.at(segment, piece as f64 / LENGTH_PIECES as f64);
        (0..=LENGTH_PIECES).map(at).collect()
    }

    fn lengths(&self) -> Vec<f64> {
        let of = |segment| polyline::length(&self.positions(segment));
        (0..self.gaps()).map(of).collect()
    }

    /// The position at a length from the beginning of a segment.
    fn at_length(&self, segment: usize, length: f64) -> Point {
        let positions = self.positions(segment);
        let mut left = length;
        for ends in positions.windows(2) {
            let piece = ends[0].distance(ends[1]);
            if left <= piece && piece > 0.0 {
                return ends[0].towards(ends[1], left / piece);
            }
            left -= piece;
        }
        positions[LENGTH_PIECES]
    }

    fn divided(&self, pieces: &[usize]) -> Supported {
        let mut found = Supported {
            points: Vec::new(),
            own: Vec::new(),
        };
        for (segment, own) in self.own.iter().enumerate() {
            found.own.push(found.points.len());
            found.points.push(*own);
            let pieces = pieces.get(segment).copied().unwrap_or(1);
            let between = (1..pieces).map(|piece| self.at(segment, piece as f64 / pieces as f64));
            found.points.extend(between);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[[f64; 2]], form: TrackForm) -> Supported {
        supported(&TrackLine {
            points: points.to_vec(),
            form,
        })
    }

    #[test]
    fn a_straight_line_is_divided_evenly_and_keeps_its_own_points() {
        let found = line(&[[0.0, 0.0], [60.0, 0.0], [72.0, 0.0]], TrackForm::Open);
        assert_eq!(found.own, [0, 10, 12]);
        assert!(found.points.iter().all(|point| point.y.abs() < 1e-9));
        // The parameter of a smooth curve does not run evenly along it.
        for ends in found.points.windows(2) {
            assert!((3.0..9.0).contains(&(ends[1].x - ends[0].x)));
        }
    }

    #[test]
    fn a_closed_line_is_supported_on_its_way_back_too() {
        let found = line(
            &[[0.0, 0.0], [60.0, 0.0], [60.0, 60.0], [0.0, 60.0]],
            TrackForm::Closed,
        );
        let last = found.points[found.points.len() - 1];
        assert!(found.own[3] < found.points.len() - 1 && last.y < 12.0 && last.x < 12.0);
    }

    #[test]
    fn points_in_one_place_and_single_points_stay_as_they_are() {
        assert_eq!(line(&[[3.0, 4.0]], TrackForm::Open).own, [0]);
        assert_eq!(
            line(&[[3.0, 4.0], [3.0, 4.0], [9.0, 4.0]], TrackForm::Open).own,
            [0, 1, 2]
        );
    }

    #[test]
    fn a_line_around_a_whole_picture_has_a_bounded_number() {
        let found = line(&[[0.0, 0.0], [9000.0, 0.0]], TrackForm::Open);
        assert!(found.points.len() <= MAX_POINTS + 1);
    }

    #[test]
    fn a_line_of_more_points_is_divided_at_the_shares_of_the_model() {
        let model = TrackLine {
            points: vec![[0.0, 0.0], [60.0, 0.0], [240.0, 0.0]],
            form: TrackForm::Open,
        };
        let known = supported(&model);
        let drawn = [[0.0, 50.0], [40.0, 50.0], [80.0, 50.0], [120.0, 50.0]];
        let found = supported_as(&known, &model, &drawn);
        assert_eq!(
            (found.own.clone(), found.points.len()),
            (known.own, known.points.len())
        );
        let own: Vec<f64> = found.own.iter().map(|at| found.points[*at].x).collect();
        for (found, expected) in own.iter().zip([0.0, 30.0, 120.0]) {
            assert!((found - expected).abs() < 0.01, "{found}");
        }
        assert!(
            found
                .points
                .iter()
                .all(|point| (point.y - 50.0).abs() < 1e-9)
        );
    }

    #[test]
    fn as_many_points_as_in_the_model_stay_where_they_were_drawn() {
        let model = TrackLine {
            points: vec![[0.0, 0.0], [60.0, 0.0], [60.0, 60.0], [0.0, 60.0]],
            form: TrackForm::Closed,
        };
        let known = supported(&model);
        let drawn = [[5.0, 5.0], [50.0, 8.0], [55.0, 50.0], [5.0, 50.0]];
        let found = supported_as(&known, &model, &drawn);
        assert_eq!(found.points.len(), known.points.len());
        for (at, [x, y]) in found.own.iter().zip(drawn) {
            assert_eq!(found.points[*at], Point::new(x, y));
        }
        // Points in one place leave straight pieces, and the same number of points.
        let still = supported_as(&known, &model, &[[5.0, 5.0]; 4]);
        assert_eq!(still.points, vec![Point::new(5.0, 5.0); known.points.len()]);
    }
}
