//! Points between control points are moved so that the curve through them keeps the area of the envelope.

use super::fit::Placed;
use crate::spline::pchip::pchip;
use crate::spline::piecewise::Part;

/// Most by which a point is moved, as a share of its height.
const MOST_MOVED: f64 = 0.12;
/// Halvings of the range in which the scale of some points is looked for: to a thousandth of it.
const HALVINGS: usize = 10;

/// A part of a line between two control points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// Places of the two control points on the line.
    pub ends: [usize; 2],
    /// Area of the envelope, in rows times columns.
    pub area: f64,
    /// No point between is farther from the zero line.
    pub highest: f64,
}

impl Piece {
    fn has_points(&self) -> bool {
        self.ends[1] > self.ends[0] + 1
    }
}

/// Moves the points between control points: first those of each piece, then those of each wave,
/// since a piece may have too few of them. A piece without points belongs to the one before it.
pub fn keep_areas(line: &mut [Placed], pieces: &[Piece]) {
    let before = line.to_vec();
    let mut keep = |pieces: &[Piece]| keep_area(line, &before, pieces);
    pieces
        .chunk_by(|_, next| !next.has_points())
        .for_each(&mut keep);
    let is_zero = |piece: &Piece| before[piece.ends[0]].value == 0.0;
    pieces
        .chunk_by(|_, next| !next.has_points() || !is_zero(next))
        .for_each(&mut keep);
}

/// Scales the points of some pieces so that the curve has their area.
fn keep_area(line: &mut [Placed], before: &[Placed], pieces: &[Piece]) {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return;
    };
    let wanted: f64 = pieces.iter().map(|piece| piece.area).sum();
    let now = line.to_vec();
    let (mut least, mut most) = (1.0 - MOST_MOVED, 1.0 + MOST_MOVED);
    for _ in 0..HALVINGS {
        let scale = (least + most) / 2.0;
        for piece in pieces {
            for at in piece.ends[0] + 1..piece.ends[1] {
                let own = before[at].value.abs();
                let range = [
                    own * (1.0 - MOST_MOVED),
                    (own * (1.0 + MOST_MOVED)).min(piece.highest.max(own)),
                ];
                let value = now[at].value.abs() * scale;
                line[at].value = value.clamp(range[0], range[1]).copysign(before[at].value);
            }
        }
        match area(line, [first.ends[0], last.ends[1]]) {
            Some(area) if area.abs() < wanted.abs() => least = scale,
            _ => most = scale,
        }
    }
}

/// Area under the curve between two points of a line.
fn area(line: &[Placed], ends: [usize; 2]) -> Option<f64> {
    let columns: Vec<f64> = line.iter().map(|point| point.column).collect();
    let values: Vec<f64> = line.iter().map(|point| point.value).collect();
    let [from, to] = ends.map(|at| columns[at]);
    pchip(&columns, &values)
        .ok()?
        .integral(from, to, Part::Signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(places: &[(f64, f64)]) -> Vec<Placed> {
        let placed = |&(column, value): &(f64, f64)| Placed { column, value };
        places.iter().map(placed).collect()
    }

    fn piece(ends: [usize; 2], area: f64, highest: f64) -> Piece {
        Piece {
            ends,
            area,
            highest,
        }
    }

    #[test]
    fn the_curve_has_the_area_of_half_a_sine() {
        // The area of a half sine of height 50 over 40 columns is 2 / pi of its rectangle.
        let wanted = 50.0 * 40.0 * 2.0 / core::f64::consts::PI;
        let sine = |column: f64| 50.0 * libm::sin(core::f64::consts::PI * column / 40.0);
        let mut line = line(&[0.0, 3.0, 10.0, 20.0, 30.0, 37.0, 40.0].map(|x| (x, 0.97 * sine(x))));
        line[6].value = 0.0;
        line[3].value = 50.0;
        let pieces = [
            piece([0, 3], wanted / 2.0, 50.0),
            piece([3, 6], wanted / 2.0, 50.0),
        ];
        keep_areas(&mut line, &pieces);
        let found = area(&line, [0, 6]).unwrap();
        assert!((found / wanted - 1.0).abs() < 0.002, "{found} {wanted}");
        assert_eq!(
            (line[0].value, line[3].value, line[6].value),
            (0.0, 50.0, 0.0)
        );
    }

    #[test]
    fn no_point_moves_by_more_than_its_share_or_above_its_peak() {
        let before = line(&[
            (0.0, 0.0),
            (5.0, -20.0),
            (10.0, -40.0),
            (15.0, -39.0),
            (20.0, 0.0),
        ]);
        for factor in [0.2, 5.0] {
            let mut line = before.clone();
            let pieces = [
                piece([0, 2], -300.0 * factor, 40.0),
                piece([2, 4], -600.0 * factor, 40.0),
            ];
            keep_areas(&mut line, &pieces);
            for (after, before) in line.iter().zip(&before) {
                let moved = (after.value - before.value).abs();
                assert!(moved <= MOST_MOVED * before.value.abs() + 1e-9);
                assert!(after.value >= -40.0);
            }
            assert_ne!(line[1].value, before[1].value);
        }
    }

    #[test]
    fn a_piece_without_points_counts_with_the_one_before_it() {
        let before = line(&[
            (0.0, 0.0),
            (6.0, 45.0),
            (8.0, 50.0),
            (10.0, 44.0),
            (12.0, 0.0),
            (13.0, 38.0),
        ]);
        let pieces = |cut: f64| {
            [
                piece([0, 2], 220.0, 50.0),
                piece([2, 4], 120.0, 50.0),
                piece([4, 5], cut, 0.0),
            ]
        };
        let height = |cut: f64| {
            let mut line = before.clone();
            keep_areas(&mut line, &pieces(cut));
            line[3].value
        };
        assert!(height(39.0) > height(10.0));
    }
}
