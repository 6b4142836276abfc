//! A grey or white line that is drawn across a picture, such as a white ECG.

use super::hue::hue_of;
use super::picture::{Area, Picture};
use super::ridge::{spread, trace_back};

/// Least brightness of a line's pixels.
const MIN_BRIGHTNESS: f64 = 120.0;
/// A pixel of a line is brighter than those so many rows or columns away on both sides, by so much.
const APART: usize = 4;
const MIN_CONTRAST: f64 = 60.0;
/// Cost of each row that a line moves from one column to the next, in columns on the line.
const JUMP_COST: f64 = 0.02;
/// Share of the columns that a line is seen in.
const MIN_COVERAGE: f64 = 0.7;
/// A drawn line has one brightness: so many grey levels around the usual one hold that share of it.
const LEVELS: f64 = 24.0;
const MIN_ALIKE: f64 = 0.8;
/// Count of a pixel that is as bright as the line and not thin.
const NOT_THIN: f64 = 0.99;
/// Most rows of a steep part that are not thin: those where it leaves the level part.
const MAX_CORNER_ROWS: usize = 8;
/// A line that moves by fewer rows is one of the picture's frame or grid.
const MIN_RANGE: usize = 6;
/// Rows next to a straight line, such as the zero line, that do not count.
const STRAIGHT_ROWS: f64 = 2.0;

/// Uppermost and lowest rows of a line in one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// Half of the way to the columns next to it: the line itself.
    pub drawn: (usize, usize),
    /// All of the way: every pixel that may belong to the line.
    pub covered: (usize, usize),
}

/// The line in each column; none without such a line. `straight` is the row of a
/// line that is drawn for another purpose.
pub fn white_line(
    picture: &Picture<'_>,
    area: Area,
    straight: Option<f64>,
) -> Option<Vec<LineColumn>> {
    let skipped = |y: usize| straight.is_some_and(|row| (y as f64 - row).abs() <= STRAIGHT_ROWS);
    let thin: Vec<Vec<f64>> = (area.left..area.right)
        .map(|x| {
            (area.top..area.bottom)
                .map(|y| f64::from(u8::from(!skipped(y) && is_line(picture, area, x, y))))
                .collect()
        })
        .collect();
    let first = path(&thin);
    let seen: Vec<f64> = levels(picture, area, &first, &thin);
    let usual = usual(&seen)?;
    let alike = |level: f64| (level - usual).abs() <= LEVELS;
    let covered = seen.len() as f64 >= MIN_COVERAGE * first.len() as f64;
    let (least, most) = (first.iter().min()?, first.iter().max()?);
    let same = seen.iter().filter(|level| alike(**level)).count() as f64;
    if !covered || most - least < MIN_RANGE || same < MIN_ALIKE * seen.len() as f64 {
        return None;
    }
    // Where the line runs through flow that is as bright, it is not thin but has its own brightness.
    let mut bright = thin.clone();
    for (index, column) in bright.iter_mut().enumerate() {
        for (row, value) in column.iter_mut().enumerate() {
            let (x, y) = (area.left + index, area.top + row);
            if *value == 0.0 && !skipped(y) && alike(picture.grey(x, y)) {
                *value = NOT_THIN;
            }
        }
    }
    let path = path(&bright);
    let lit = |index: usize, row: usize| {
        picture.grey(area.left + index, area.top + row) >= usual - MIN_CONTRAST
    };
    let strokes: Vec<Option<[usize; 2]>> = (0..path.len())
        .map(|index| lit_run(&thin[index], path[index], |row| lit(index, row)))
        .collect();
    let rows = (0..path.len()).map(|index| {
        // A steep part is drawn as one stroke, of which the path meets some rows only. Between two
        // columns of flow it is a gap of the flow.
        let near = |at: Option<usize>| at.and_then(|at| strokes.get(at).copied().flatten());
        let sides = [near(index.checked_sub(1)), near(Some(index + 1))];
        let stroke = strokes[index].filter(|_| sides.iter().any(Option::is_some));
        let with_stroke = |[top, bottom]: [usize; 2]| {
            let [from, to] = stroke.unwrap_or([top, bottom]);
            (area.top + top.min(from), area.top + bottom.max(to))
        };
        let here = path[index];
        let sides = [index.saturating_sub(1), (index + 1).min(path.len() - 1)].map(|at| path[at]);
        let reach = |sides: [usize; 2]| {
            let [one, other] = sides;
            with_stroke([here.min(one).min(other), here.max(one).max(other)])
        };
        LineColumn {
            drawn: reach(sides.map(|side| (here + side) / 2)),
            covered: reach(sides),
        }
    });
    Some(rows.collect())
}

/// Rows of what is lit around the line in a column; none where that is flow: it reaches the edge of
/// the picture or is not thin. A steep part of a line is dark at both ends.
fn lit_run(thin: &[f64], row: usize, lit: impl Fn(usize) -> bool) -> Option<[usize; 2]> {
    let above = (0..row).rev().take_while(|&at| lit(at)).count();
    let below = (row + 1..thin.len()).take_while(|&at| lit(at)).count();
    let (top, bottom) = (row - above, row + below);
    let wide = thin[top..=bottom].iter().filter(|value| **value == 0.0);
    let flows = top == 0 || bottom + 1 == thin.len() || wide.count() > MAX_CORNER_ROWS;
    (!flows).then_some([top, bottom])
}

/// Brightness of the pixels of a path that are on the line.
fn levels(picture: &Picture<'_>, area: Area, path: &[usize], thin: &[Vec<f64>]) -> Vec<f64> {
    path.iter()
        .enumerate()
        .filter(|&(index, &row)| thin[index][row] > 0.0)
        .map(|(index, &row)| picture.grey(area.left + index, area.top + row))
        .collect()
}

fn usual(levels: &[f64]) -> Option<f64> {
    let mut sorted = levels.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// Whether a pixel is bright, without a hue, and part of something thin.
fn is_line(picture: &Picture<'_>, area: Area, x: usize, y: usize) -> bool {
    let own = picture.grey(x, y);
    if own < MIN_BRIGHTNESS || hue_of(picture.rgb(x, y)).is_some() {
        return false;
    }
    let darker = |x: Option<usize>, y: Option<usize>| {
        let inside = x.zip(y).filter(|&(x, y)| {
            (area.left..area.right).contains(&x) && (area.top..area.bottom).contains(&y)
        });
        inside.is_none_or(|(x, y)| picture.grey(x, y) + MIN_CONTRAST <= own)
    };
    let (column, row) = (Some(x), Some(y));
    (darker(column, y.checked_sub(APART)) && darker(column, Some(y + APART)))
        || (darker(x.checked_sub(APART), row) && darker(Some(x + APART), row))
}

/// The path from left to right that meets the most of a line and moves least.
fn path(values: &[Vec<f64>]) -> Vec<usize> {
    let mut best = vec![0.0; values.first().map_or(0, Vec::len)];
    let mut from = Vec::with_capacity(values.len());
    for column in values {
        from.push(spread(&mut best, JUMP_COST));
        for (sum, value) in best.iter_mut().zip(column) {
            *sum += value;
        }
    }
    trace_back(&best, &from)
}
