//! When a line is complete (docs/specification.md#image-analysis).

use crate::records::segmentation::LineShape;

/// Points of an oval or a valve.
const SHAPE_POINTS: usize = 3;
/// Points that a line without control points needs at least.
const LEAST_FREE_POINTS: usize = 3;

/// How many points a line takes, by its shape and its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// Shape of the line.
    pub shape: LineShape,
    /// Control points of its configuration; 0 when it has none.
    pub control_points: usize,
    /// Points of the user's own may stand between them.
    pub user_defined_points: bool,
}

impl Completion {
    /// The number of points that finishes the line automatically; none when only the person can.
    pub fn finishes_at(self) -> Option<usize> {
        match self.shape {
            LineShape::Oval | LineShape::Valve => Some(SHAPE_POINTS),
            _ if self.control_points > 0 && !self.user_defined_points => Some(self.control_points),
            _ => None,
        }
    }

    /// The line may be finished: more than two points, or exactly as many as the control points
    /// when those are defined. The contour of a chamber has a point between its rings, because
    /// two ring points enclose nothing.
    pub fn may_finish(self, points: usize) -> bool {
        match self.finishes_at() {
            Some(needed) => points == needed,
            None if self.control_points > 0 => {
                let between = usize::from(self.is_chamber());
                points >= self.control_points + between && points >= 2
            }
            None => points >= LEAST_FREE_POINTS,
        }
    }

    fn is_chamber(self) -> bool {
        matches!(self.shape, LineShape::EndoEpi | LineShape::Ring)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(shape: LineShape, control_points: usize, user_defined_points: bool) -> Completion {
        Completion {
            shape,
            control_points,
            user_defined_points,
        }
    }

    #[test]
    fn ovals_and_valves_finish_after_three_points() {
        for shape in [LineShape::Oval, LineShape::Valve] {
            assert_eq!(line(shape, 0, true).finishes_at(), Some(3));
            assert!(!line(shape, 3, false).may_finish(2));
        }
    }

    #[test]
    fn a_defined_line_needs_exactly_its_control_points() {
        let femur = line(LineShape::Nospline, 2, false);
        assert!(femur.may_finish(2) && !femur.may_finish(1) && !femur.may_finish(3));
        let flow = line(LineShape::Curve, 5, false);
        assert_eq!(flow.finishes_at(), Some(5));
    }

    #[test]
    fn a_free_line_needs_more_than_two_points_and_the_persons_word() {
        let wall = line(LineShape::Curve, 0, true);
        assert!(wall.finishes_at().is_none() && wall.may_finish(3) && !wall.may_finish(2));
        let chamber = line(LineShape::EndoEpi, 2, true);
        assert!(chamber.finishes_at().is_none() && chamber.may_finish(7));
        assert!(!chamber.may_finish(1));
        for shape in [LineShape::EndoEpi, LineShape::Ring] {
            let rings = line(shape, 2, true);
            assert!(!rings.may_finish(2) && rings.may_finish(3));
        }
    }
}
