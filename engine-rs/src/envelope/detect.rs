//! How far the flow of a spectrum reaches, column by column.

use crate::proposals::{Area, Picture};

/// Least and greatest share of the brightest that counts as the edge.
pub const SHARE_LIMITS: (f64, f64) = (0.2, 0.8);
/// Share of the brightest that counts as the edge of a new search.
pub const DEFAULT_SHARE: f64 = 0.5;
/// Rows inside and outside of a supposed edge whose brightness is compared.
const STEP_ROWS: usize = 8;
/// Rows that the edge may move by from one column to the next.
const MAX_JUMP: usize = 14;
/// What a row of such a move costs, in grey levels of the step.
const JUMP_COST: f64 = 0.5;
/// Columns on each side whose profiles are averaged along the path, and rows of such a profile.
const BLUR_COLUMNS: usize = 3;
const PROFILE_ROWS: usize = 14;
/// Part of the way to the edge in which the brightest is looked for.
const INNER: f64 = 0.3;
/// Shares of all samples that are darker than the noise, and than the flow where it is bright.
const NOISE_RANK: f64 = 0.25;
const FLOW_RANK: f64 = 0.95;
/// Part of the way from noise to flow above which a sample counts as flow.
const FLOW_SHARE: f64 = 0.35;
/// What a sample of flow costs that lies outside of the edge, in grey levels for each of its own.
const LEFT_OUT_COST: f64 = 0.3;

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
    /// First and last column, inclusive.
    pub columns: [usize; 2],
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

/// Distances of the envelope from the zero line in rows, one for each column; 0 without flow. A
/// wrapped flow runs on beyond the strip. Empty where the zero line leaves no room.
pub fn envelope(picture: &Picture<'_>, search: &Search) -> Vec<f64> {
    let Some(grid) = Grid::read(picture, search) else {
        return Vec::new();
    };
    let path = grid.path();
    (0..path.len())
        .map(|column| grid.refined(&path, column, search.share))
        .collect()
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
        let Area { top, bottom, .. } = search.strip;
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
            let wrapped = match search.side {
                Side::Above => at + height - distance,
                Side::Below => at + distance,
            };
            top + wrapped % height
        };
        let [first, last] = search.columns;
        let columns: Vec<Vec<f64>> = (first.max(search.strip.left)
            ..=last.min(search.strip.right - 1))
            .map(|x| (0..=rows).map(|k| picture.grey(x, row(k))).collect())
            .collect();
        let mut all: Vec<f64> = columns.iter().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        let rank = |share: f64| all.get((share * all.len() as f64) as usize).copied();
        let (noise, bright) = (rank(NOISE_RANK)?, rank(FLOW_RANK)?);
        Some(Self {
            rows: rows + 1,
            flow: noise + FLOW_SHARE * (bright - noise),
            columns,
            offset,
        })
    }

    /// How good an edge at each distance is: brighter inside than outside of it, and little flow left out.
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
        let mut left_out = 0.0;
        let mut values = vec![0.0; self.rows];
        for k in (0..self.rows).rev() {
            let inside = mean(k.saturating_sub(STEP_ROWS), k);
            let step = inside - mean(k, (k + STEP_ROWS).min(self.rows));
            let smooth = sums[k + 1] - sums[k];
            left_out += LEFT_OUT_COST * (smooth - self.flow).max(0.0);
            values[k] = step.max(0.0) - left_out;
        }
        values
    }

    /// The edge that is sharpest as a whole and moves least: dynamic programming from left to right.
    fn path(&self) -> Vec<usize> {
        let mut best: Vec<f64> = Vec::new();
        let mut from: Vec<Vec<u16>> = Vec::with_capacity(self.columns.len());
        for column in 0..self.columns.len() {
            let steps = self.steps(column);
            if best.is_empty() {
                best = steps;
                from.push(Vec::new());
                continue;
            }
            let mut next = Vec::with_capacity(self.rows);
            let mut origin = Vec::with_capacity(self.rows);
            for (k, step) in steps.iter().enumerate() {
                let mut found = (f64::NEG_INFINITY, k);
                let least = k.saturating_sub(MAX_JUMP);
                let near = &best[least..=(k + MAX_JUMP).min(self.rows - 1)];
                for (other, value) in (least..).zip(near) {
                    let value = value - JUMP_COST * k.abs_diff(other) as f64;
                    if value > found.0 {
                        found = (value, other);
                    }
                }
                next.push(found.0 + step);
                origin.push(found.1 as u16);
            }
            best = next;
            from.push(origin);
        }
        let mut at = (0..best.len()).fold(0, |most, k| if best[k] > best[most] { k } else { most });
        let mut path = vec![0; self.columns.len()];
        for column in (0..path.len()).rev() {
            path[column] = at;
            if column > 0 {
                at = usize::from(from[column][at]);
            }
        }
        path
    }

    /// Where the brightness, averaged along the path, reaches its share of the brightest.
    fn refined(&self, path: &[usize], column: usize, share: f64) -> f64 {
        let at = path[column];
        if at == 0 {
            return 0.0;
        }
        let around = column.saturating_sub(BLUR_COLUMNS)
            ..=(column + BLUR_COLUMNS).min(self.columns.len() - 1);
        let around: Vec<usize> = around.filter(|c| path[*c] > 0).collect();
        let level = |distance: i64| {
            let mut sum = 0.0;
            for c in &around {
                let k = (path[*c] as i64 + distance).clamp(0, self.rows as i64 - 1);
                sum += self.columns[*c][k as usize];
            }
            sum / around.len() as f64
        };
        let reach = PROFILE_ROWS as i64;
        let depth = ((1.0 - INNER) * at as f64) as i64;
        let most = (-depth..=0).map(level).fold(0.0, f64::max);
        let wanted = share * most;
        let mut outer = level(reach);
        for distance in (-reach..reach).rev() {
            let inner = level(distance);
            if inner >= wanted {
                let part = if outer < wanted {
                    (wanted - inner) / (outer - inner)
                } else {
                    0.0
                };
                let found = at as f64 + distance as f64 + part;
                return (found + self.offset).max(0.0);
            }
            outer = inner;
        }
        at as f64 + self.offset
    }
}
