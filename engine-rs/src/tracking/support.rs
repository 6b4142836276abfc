//! Points between the points of a line: a few clicks far apart hardly show how the wall between
//! them moves.

use super::ovals::outline;
use crate::geometry::Point;
use crate::records::tracking::{TrackForm, TrackLine};
use crate::spline::{ContourKind, fit};

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
    let closed = line.form != TrackForm::Open;
    let outline = match line.form {
        TrackForm::Oval => outline(&line.points),
        TrackForm::Open | TrackForm::Closed => None,
    };
    let own: Vec<Point> = outline
        .as_ref()
        .unwrap_or(&line.points)
        .iter()
        .map(|[x, y]| Point::new(*x, *y))
        .collect();
    let bare = || Supported {
        own: (0..own.len()).collect(),
        points: own.clone(),
    };
    let Ok(curve) = fit(ContourKind::CatmullRom, &own, closed) else {
        return bare();
    };
    // Points in one place leave fewer segments than there are gaps.
    let gaps = if closed { own.len() } else { own.len() - 1 };
    if curve.segments() != gaps {
        return bare();
    }
    let lengths: Vec<f64> = (0..gaps)
        .map(|segment| {
            let at = |piece: usize| curve.at(segment as f64 + piece as f64 / LENGTH_PIECES as f64);
            (0..LENGTH_PIECES)
                .map(|piece| at(piece).distance(at(piece + 1)))
                .sum()
        })
        .collect();
    let total: f64 = lengths.iter().sum();
    let spacing = SPACING_PX.max(total / MAX_POINTS as f64);
    let mut found = Supported {
        points: Vec::new(),
        own: Vec::new(),
    };
    for (segment, own) in own.iter().enumerate() {
        found.own.push(found.points.len());
        found.points.push(*own);
        let pieces = lengths
            .get(segment)
            .map_or(1, |length| (length / spacing).round().max(1.0) as usize);
        found.points.extend(
            (1..pieces).map(|piece| curve.at(segment as f64 + piece as f64 / pieces as f64)),
        );
    }
    found
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
}
