//! How far the flow of a spectrum reaches, column by column.

use crate::proposals::ridge::{spread, trace_back};
use crate::proposals::{Area, Overlay, Picture};

/// Least and greatest share of the brightest that counts as the edge.
pub const SHARE_LIMITS: (f64, f64) = (0.2, 0.8);
/// Share of the brightest that counts as the edge of a new search.
pub const DEFAULT_SHARE: f64 = 0.5;
/// Rows inside and outside of a supposed edge whose brightness is compared.
const STEP_ROWS: usize = 8;
/// Cost of each row that the edge moves from one column to the next, in grey levels of the step.
const JUMP_COST: f64 = 0.5;
/// Rows to each side of the path in which the edge of a column is looked for.
const REACH_ROWS: usize = 14;
/// Part of the way to the path that is left out where the brightest is looked for.
const INNER: f64 = 0.3;
/// Rows whose mean is the brightness of a place there: one sample is speckle.
const BRIGHT_ROWS: usize = 17;
/// Weight of the squared second differences, column to column, against the squared distance from the edges found.
const SMOOTHING: f64 = 0.5;
/// Shares of all samples that are darker than the noise, and than the flow where it is bright.
const NOISE_RANK: f64 = 0.25;
const FLOW_RANK: f64 = 0.95;
/// Part of the way from noise to flow above which a sample counts as flow.
const FLOW_SHARE: f64 = 0.35;
/// Cost of an edge in a column, in grey levels: speckle of noise is not taken for flow.
const PRESENCE_COST: f64 = 6.0;
/// Cost of an edge without flow inside.
const NO_FLOW_COST: f64 = 12.0;
/// What a sample of flow costs that lies outside of the edge, in grey levels for each of its own.
const LEFT_OUT_COST: f64 = 0.3;

/// Flow is at least so many columns wide: what is narrower is part of a drawn line.
const LEAST_COLUMNS: usize = 4;

/// On which side of the zero line the flow lies in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Above the zero line.
    Above,
    /// Below it.
    Below,
}

/// Where the envelope is looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// The strip.
    pub strip: Area,
    /// Row of the zero line.
    pub zero_y: f64,
    /// Side of the flow.
    pub side: Side,
    /// Share of the brightest that counts as the edge.
    pub share: f64,
    /// Rows at the upper edge of the strip that belong below its lower one, because the flow is
    /// aliased, and rows at the lower edge that belong above the upper one.
    pub wrapped: [usize; 2],
}

/// Distances of the envelope from the zero line in rows, one for each column of the strip; 0
/// without flow. A wrapped flow runs on beyond the strip. Empty where the zero line leaves no room.
///
/// The whole strip decides what is noise and what is flow, so that nothing depends on the columns
/// that a reader chooses.
pub fn envelope(picture: &Picture<'_>, search: &Search) -> Vec<f64> {
    let Some(grid) = Grid::read(picture, search) else {
        return Vec::new();
    };
    let path = grid.path();
    let mut edges: Vec<f64> = path
        .iter()
        .zip(&grid.columns)
        .map(|(&at, profile)| match at {
            0 => 0.0,
            _ => crossing(profile, at, search.share) + grid.offset,
        })
        .collect();
    let mut first = 0;
    for wave in path.chunk_by(|one, next| (*one > 0) == (*next > 0)) {
        let end = first + wave.len();
        if wave[0] > 0 {
            smooth(&mut edges[first..end]);
        }
        first = end;
    }
    edges.into_iter().map(|edge| edge.max(0.0)).collect()
}

/// Brightness by column and by distance from the zero line.
struct Grid {
    rows: usize,
    columns: Vec<Vec<f64>>,
    /// Brightness from which on a sample counts as flow.
    flow: f64,
    /// From the zero line to the first row.
    offset: f64,
}

impl Grid {
    fn read(picture: &Picture<'_>, search: &Search) -> Option<Self> {
        let Area {
            left,
            right,
            top,
            bottom,
        } = search.strip;
        let height = bottom.checked_sub(top).filter(|height| *height > 0)?;
        let zero = search.zero_y.round();
        if !(zero >= top as f64 && zero < bottom as f64) {
            return None;
        }
        let zero_row = zero as usize;
        let (room, offset) = match search.side {
            Side::Above => (zero_row - top + search.wrapped[1], search.zero_y - zero),
            Side::Below => (
                bottom - 1 - zero_row + search.wrapped[0],
                zero - search.zero_y,
            ),
        };
        let rows = room.min(height - 1);
        if rows < 2 * STEP_ROWS {
            return None;
        }
        let row = |distance: usize| {
            let at = zero_row - top;
            match search.side {
                Side::Above => (at + height - distance) % height,
                Side::Below => (at + distance) % height,
            }
        };
        let columns: Vec<Vec<f64>> = brightness(picture, search.strip, search.zero_y)
            .into_iter()
            .map(|column| (0..=rows).map(|k| column[row(k)]).collect())
            .collect();
        let mut all: Vec<f64> = columns.iter().flatten().copied().collect();
        if right <= left {
            return None;
        }
        let mut rank = |share: f64| {
            let place = (share * all.len() as f64) as usize;
            *all.select_nth_unstable_by(place, f64::total_cmp).1
        };
        let (noise, bright) = (rank(NOISE_RANK), rank(FLOW_RANK));
        Some(Self {
            rows: rows + 1,
            flow: noise + FLOW_SHARE * (bright - noise),
            columns,
            offset,
        })
    }

    /// How good an edge at each distance is: brighter inside than outside of it, and little flow
    /// left out. An edge needs flow inside of it.
    fn steps(&self, column: usize) -> Vec<f64> {
        let near = |c: usize| &self.columns[c.min(self.columns.len() - 1)];
        let before = near(column.saturating_sub(1));
        let (own, after) = (near(column), near(column + 1));
        let mut sums = vec![0.0; self.rows + 1];
        for k in 0..self.rows {
            sums[k + 1] = sums[k] + 0.25 * before[k] + 0.5 * own[k] + 0.25 * after[k];
        }
        let mean = |from: usize, to: usize| {
            if to > from {
                (sums[to] - sums[from]) / (to - from) as f64
            } else {
                0.0
            }
        };
        let wide = self.wide(column);
        let mut left_out = 0.0;
        let mut values = vec![0.0; self.rows];
        for k in (0..self.rows).rev() {
            let inside = mean(k.saturating_sub(STEP_ROWS), k);
            let step = inside - mean(k, (k + STEP_ROWS).min(self.rows));
            let smooth = (sums[k + 1] - sums[k]).min(wide[k]);
            left_out += LEFT_OUT_COST * (smooth - self.flow).max(0.0);
            let gain = match k {
                0 => 0.0,
                _ if inside < self.flow => -NO_FLOW_COST,
                _ => step.max(0.0) - PRESENCE_COST,
            };
            values[k] = gain - left_out;
        }
        values
    }

    /// Brightness by distance of what is wide enough to be flow: the greatest of the least of so many
    /// columns around this one.
    fn wide(&self, column: usize) -> Vec<f64> {
        let last = self.columns.len() - 1;
        let least = |first: usize, k: usize| {
            let end = (first + LEAST_COLUMNS - 1).min(last);
            self.columns[first..=end]
                .iter()
                .map(|profile| profile[k])
                .fold(f64::INFINITY, f64::min)
        };
        let first = (column + 1).saturating_sub(LEAST_COLUMNS);
        (0..self.rows)
            .map(|k| (first..=column).map(|at| least(at, k)).fold(0.0, f64::max))
            .collect()
    }

    /// The edge that is sharpest as a whole and moves least: dynamic programming from left to right.
    fn path(&self) -> Vec<usize> {
        let mut best = vec![0.0; self.rows];
        let mut from = Vec::with_capacity(self.columns.len());
        for column in 0..self.columns.len() {
            from.push(spread(&mut best, JUMP_COST));
            for (value, step) in best.iter_mut().zip(self.steps(column)) {
                *value += step;
            }
        }
        trace_back(&best, &from)
    }
}

/// Brightness of a strip by column, without an ECG that is drawn over it.
fn brightness(picture: &Picture<'_>, strip: Area, zero_y: f64) -> Vec<Vec<f64>> {
    let mut columns: Vec<Vec<f64>> = (strip.left..strip.right)
        .map(|x| {
            (strip.top..strip.bottom)
                .map(|y| picture.grey(x, y))
                .collect()
        })
        .collect();
    if let Some(overlay) = Overlay::find(picture, strip, zero_y) {
        for (index, column) in columns.iter_mut().enumerate() {
            overlay.erase(index, column);
        }
    }
    columns
}

/// Where a profile falls below its share of the brightest within `at`. Among several such places it is
/// the most likely one of a step in noise (Hinkley 1970): up to it, the sum of what the samples are
/// brighter than that share is greatest.
fn crossing(profile: &[f64], at: usize, share: f64) -> f64 {
    let wanted = share * brightest(&profile[(INNER * at as f64) as usize..=at]);
    let inner = at.saturating_sub(REACH_ROWS);
    let outer = (at + REACH_ROWS).min(profile.len() - 1);
    let (mut sum, mut most, mut last) = (0.0, f64::NEG_INFINITY, inner);
    for (row, level) in profile.iter().enumerate().take(outer + 1).skip(inner) {
        sum += level - wanted;
        if sum >= most {
            (most, last) = (sum, row);
        }
    }
    if last == outer || profile[last] < wanted {
        return last as f64;
    }
    last as f64 + (profile[last] - wanted) / (profile[last] - profile[last + 1])
}

/// The greatest mean of neighbouring rows.
fn brightest(rows: &[f64]) -> f64 {
    let length = BRIGHT_ROWS.min(rows.len());
    let mean = |rows: &[f64]| rows.iter().sum::<f64>() / length as f64;
    rows.windows(length).map(mean).fold(0.0, f64::max)
}

/// The smoother of Whittaker (1923), as Eilers (2003) solves it: the curve that leaves least of the
/// sum of squared distances from the values and, weighted, of its squared second differences.
fn smooth(values: &mut [f64]) {
    let count = values.len();
    // The matrix is symmetric with two bands: its factors L and D take the place of the bands.
    let mut diagonal = vec![1.0; count];
    let mut next = vec![0.0; count];
    let mut after = vec![0.0; count];
    for start in 0..count.saturating_sub(2) {
        for (place, weight) in [1.0, 4.0, 1.0].into_iter().enumerate() {
            diagonal[start + place] += SMOOTHING * weight;
        }
        next[start] -= 2.0 * SMOOTHING;
        next[start + 1] -= 2.0 * SMOOTHING;
        after[start] += SMOOTHING;
    }
    for column in 0..count {
        let (pivot, one, two) = (diagonal[column], next[column], after[column]);
        next[column] = one / pivot;
        after[column] = two / pivot;
        if column + 1 < count {
            diagonal[column + 1] -= one * one / pivot;
            next[column + 1] -= one * two / pivot;
            values[column + 1] -= values[column] * one / pivot;
        }
        if column + 2 < count {
            diagonal[column + 2] -= two * two / pivot;
            values[column + 2] -= values[column] * two / pivot;
        }
    }
    for column in (0..count).rev() {
        values[column] /= diagonal[column];
        if column + 1 < count {
            values[column] -= next[column] * values[column + 1];
        }
        if column + 2 < count {
            values[column] -= after[column] * values[column + 2];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 60;
    const HEIGHT: usize = 80;
    const ZERO_ROW: usize = 70;
    const INSIDE: u8 = 200;

    /// A half sine of flow above the zero line whose brightness falls over 8 rows around its edge.
    fn wave(column: usize) -> f64 {
        50.0 * libm::sin(std::f64::consts::PI * column as f64 / (WIDTH - 1) as f64)
    }

    fn found(share: f64) -> Vec<f64> {
        let mut rgb = vec![0; WIDTH * HEIGHT * 3];
        for (place, pixel) in rgb.chunks_exact_mut(3).enumerate() {
            let (x, y) = (place % WIDTH, place / WIDTH);
            if y <= ZERO_ROW {
                let outside = (ZERO_ROW - y) as f64 - wave(x);
                let level = (0.5 - outside / 8.0).clamp(0.0, 1.0);
                pixel.fill((level * f64::from(INSIDE)) as u8);
            }
        }
        let picture = Picture::new(&rgb, WIDTH as u32, HEIGHT as u32).unwrap();
        let search = Search {
            strip: picture.whole(),
            zero_y: ZERO_ROW as f64,
            side: Side::Above,
            share,
            wrapped: [0, 0],
        };
        envelope(&picture, &search)
    }

    #[test]
    fn the_edge_lies_where_the_brightness_reaches_its_share() {
        // The brightness falls by a tenth of the brightest over 0.8 rows.
        for (share, further) in [(0.2, 2.4), (0.5, 0.0), (0.8, -2.4)] {
            let edges = found(share);
            assert_eq!(edges.len(), WIDTH);
            for (column, edge) in edges.iter().enumerate().take(WIDTH - 10).skip(10) {
                let off = edge - wave(column) - further;
                assert!(off.abs() < 0.3, "share {share}, column {column}: {off}");
            }
        }
    }

    #[test]
    fn a_smooth_curve_leaves_the_least_of_distances_and_bends() {
        let values = [3.0, 9.0, 4.0, 8.0, 8.5, 2.0, 7.0];
        let mut smoothed = values;
        smooth(&mut smoothed);
        let cost = |curve: &[f64]| {
            let apart: f64 = curve
                .iter()
                .zip(values)
                .map(|(z, y)| (z - y) * (z - y))
                .sum();
            let bend = |three: &[f64]| three[0] - 2.0 * three[1] + three[2];
            let bent: f64 = curve
                .windows(3)
                .map(|three| bend(three) * bend(three))
                .sum();
            apart + SMOOTHING * bent
        };
        for column in 0..values.len() {
            for change in [-0.01, 0.01] {
                let mut other = smoothed;
                other[column] += change;
                assert!(cost(&other) > cost(&smoothed), "column {column}");
            }
        }
    }

    #[test]
    fn a_straight_line_and_two_columns_stay_as_they_are() {
        for count in [1, 2, 9] {
            let line: Vec<f64> = (0..count)
                .map(|column| 5.0 + 3.0 * f64::from(column))
                .collect();
            let mut smoothed = line.clone();
            smooth(&mut smoothed);
            for (before, after) in line.iter().zip(&smoothed) {
                assert!((before - after).abs() < 1e-9);
            }
        }
    }
}
