//! Areas of two polygons and of what they share.
//!
//! The plane is cut into strips at every corner and every crossing of the two outlines. Within a
//! strip no two edges cross, so that the width at its middle row times its height is its area.

use crate::geometry::Point;

/// Areas in the square of the points' unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Areas {
    /// Of the first polygon.
    pub first: f64,
    /// Of the second polygon.
    pub second: f64,
    /// Area of the overlap.
    pub both: f64,
}

impl Areas {
    /// Twice the common area by the sum of both (Dice 1945, doi:10.2307/1932409); none where a
    /// polygon has no area.
    pub fn dice(self) -> Option<f64> {
        let has_area = self.first > 0.0 && self.second > 0.0;
        has_area.then(|| 2.0 * self.both / (self.first + self.second))
    }
}

/// An edge from its upper to its lower end; level ones bound no area.
#[derive(Clone, Copy)]
struct Edge {
    upper: Point,
    lower: Point,
    of_second: bool,
}

impl Edge {
    fn at(&self, row: f64) -> f64 {
        let share = (row - self.upper.y) / (self.lower.y - self.upper.y);
        self.upper.x + (self.lower.x - self.upper.x) * share
    }
}

/// Areas of two simple polygons, each closed by a straight piece from last to first point.
pub fn areas(first: &[Point], second: &[Point]) -> Areas {
    let mut edges = edges_of(first, false);
    edges.extend(edges_of(second, true));
    let rows = rows_of(&edges);
    edges.sort_by(|a, b| a.upper.y.total_cmp(&b.upper.y));
    let mut areas = Areas {
        first: 0.0,
        second: 0.0,
        both: 0.0,
    };
    let mut coming = edges.into_iter().peekable();
    let mut active: Vec<Edge> = Vec::new();
    let mut crossings: Vec<(f64, bool)> = Vec::new();
    for ends in rows.windows(2) {
        let middle = ends[0] + (ends[1] - ends[0]) / 2.0;
        active.retain(|edge| edge.lower.y > middle);
        while let Some(edge) = coming.next_if(|edge| edge.upper.y <= middle) {
            if edge.lower.y > middle {
                active.push(edge);
            }
        }
        crossings.clear();
        crossings.extend(active.iter().map(|edge| (edge.at(middle), edge.of_second)));
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        add_strip(&mut areas, &crossings, ends[1] - ends[0]);
    }
    areas
}

fn add_strip(areas: &mut Areas, crossings: &[(f64, bool)], height: f64) {
    let mut inside = [false, false];
    for ends in crossings.windows(2) {
        let side = usize::from(ends[0].1);
        inside[side] = !inside[side];
        let area = (ends[1].0 - ends[0].0) * height;
        areas.first += if inside[0] { area } else { 0.0 };
        areas.second += if inside[1] { area } else { 0.0 };
        areas.both += if inside[0] && inside[1] { area } else { 0.0 };
    }
}

fn edges_of(polygon: &[Point], of_second: bool) -> Vec<Edge> {
    let next = polygon.iter().cycle().skip(1);
    let edge = |(&a, &b): (&Point, &Point)| {
        let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
        Edge {
            upper,
            lower,
            of_second,
        }
    };
    let edges = polygon.iter().zip(next).map(edge);
    edges.filter(|edge| edge.upper.y < edge.lower.y).collect()
}

/// Rows of all corners and of all crossings of the two outlines, in order.
fn rows_of(edges: &[Edge]) -> Vec<f64> {
    let mut rows: Vec<f64> = edges
        .iter()
        .flat_map(|edge| [edge.upper.y, edge.lower.y])
        .collect();
    let (second, first): (Vec<&Edge>, Vec<&Edge>) = edges.iter().partition(|edge| edge.of_second);
    for one in &first {
        rows.extend(second.iter().filter_map(|other| crossing(one, other)));
    }
    rows.sort_by(f64::total_cmp);
    rows.dedup();
    rows
}

/// Row where two edges cross; none where they are on one line.
fn crossing(one: &Edge, other: &Edge) -> Option<f64> {
    let (upper, lower) = (
        one.upper.y.max(other.upper.y),
        one.lower.y.min(other.lower.y),
    );
    if upper >= lower {
        return None;
    }
    let (above, below) = (
        one.at(upper) - other.at(upper),
        one.at(lower) - other.at(lower),
    );
    let apart = (above > 0.0 && below > 0.0) || (above < 0.0 && below < 0.0);
    if apart || above == below {
        return None;
    }
    Some(upper + (lower - upper) * (above / (above - below)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[[f64; 2]]) -> Vec<Point> {
        list.iter().map(|&[x, y]| Point::new(x, y)).collect()
    }

    #[test]
    fn rectangles_share_what_they_share() {
        let one = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]);
        let other = points(&[[3.0, 1.0], [3.0, 5.0], [6.0, 5.0], [6.0, 1.0]]);
        let found = areas(&one, &other);
        assert_eq!((found.first, found.second, found.both), (8.0, 12.0, 1.0));
        assert_eq!(found.dice(), Some(0.1));
    }

    #[test]
    fn a_polygon_agrees_with_itself_exactly() {
        let one = points(&[[0.1, 0.7], [4.3, 0.2], [5.9, 3.1], [2.2, 6.6], [-1.3, 3.3]]);
        assert_eq!(areas(&one, &one).dice(), Some(1.0));
    }

    #[test]
    fn a_star_and_a_diamond_cross_eight_times() {
        // The square of side 2 and its copy turned by 45 degrees share a regular octagon of
        // inradius 1, whose area is 8 tan(pi/8) = 8 (sqrt 2 - 1).
        let root = 2.0_f64.sqrt();
        let square = points(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
        let diamond = points(&[[0.0, -root], [root, 0.0], [0.0, root], [-root, 0.0]]);
        let both = areas(&square, &diamond).both;
        assert!((both - 8.0 * (root - 1.0)).abs() < 1e-12, "{both}");
    }

    #[test]
    fn what_lies_apart_shares_nothing() {
        let one = points(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        let other = points(&[[5.0, 0.0], [6.0, 0.0], [5.0, 1.0]]);
        assert_eq!(areas(&one, &other).dice(), Some(0.0));
        assert_eq!(areas(&one[..2], &other).dice(), None);
    }
}
