//! Brightness along a line of a picture: one column of an anatomical M-Mode.

use crate::error::EngineError;
use crate::limits::MAX_LINE_SAMPLES;

/// A line in stored pixels, the centre of the upper left one being the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineEnds {
    /// Column and row where the line begins.
    pub from: (f64, f64),
    /// Column and row where it ends.
    pub to: (f64, f64),
}

/// Brightness at `count` evenly spaced places of a line, its ends included, 0 to 255: between the
/// four pixels around, 0 outside of the picture. `rgb` is interleaved, 8 bits a channel.
///
/// # Errors
/// `invalid-argument` for ends that are not finite, fewer than two places, too many, or samples of
/// another size.
pub fn along(
    rgb: &[u8],
    width: u32,
    height: u32,
    line: LineEnds,
    count: u32,
) -> Result<Vec<u8>, EngineError> {
    let refuse = |argument: &str, detail: String| EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail,
    };
    let (w, h) = (width as usize, height as usize);
    if rgb.len() != w * h * 3 {
        let detail = format!(
            "{} bytes are not a picture of {width} x {height}",
            rgb.len()
        );
        return Err(refuse("rgb", detail));
    }
    if !(2..=MAX_LINE_SAMPLES).contains(&count) {
        return Err(refuse("count", format!("2 to {MAX_LINE_SAMPLES} places")));
    }
    let LineEnds { from, to } = line;
    if ![from.0, from.1, to.0, to.1]
        .iter()
        .all(|end| end.is_finite())
    {
        return Err(refuse("line", "ends are finite numbers".to_owned()));
    }
    let grey = |x: i64, y: i64| {
        if x < 0 || y < 0 || x >= i64::from(width) || y >= i64::from(height) {
            return 0.0;
        }
        let at = (y as usize * w + x as usize) * 3;
        0.299 * f64::from(rgb[at]) + 0.587 * f64::from(rgb[at + 1]) + 0.114 * f64::from(rgb[at + 2])
    };
    let last = f64::from(count - 1);
    Ok((0..count)
        .map(|step| {
            let t = f64::from(step) / last;
            let (x, y) = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
            let (left, top) = (x.floor(), y.floor());
            let (right, below) = (x - left, y - top);
            let (left, top) = (left as i64, top as i64);
            let upper = grey(left, top) * (1.0 - right) + grey(left.saturating_add(1), top) * right;
            let lower = grey(left, top.saturating_add(1)) * (1.0 - right)
                + grey(left.saturating_add(1), top.saturating_add(1)) * right;
            (upper * (1.0 - below) + lower * below).round() as u8
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brightness grows by 10 a column and by 3 a row.
    fn ramp() -> Vec<u8> {
        (0..5)
            .flat_map(|y| (0..8).flat_map(move |x| [(10 * x + 3 * y) as u8; 3]))
            .collect()
    }

    #[test]
    fn a_plane_of_brightness_is_read_exactly_between_pixels() {
        let line = LineEnds {
            from: (0.0, 0.0),
            to: (7.0, 3.5),
        };
        let read = along(&ramp(), 8, 5, line, 8).unwrap();
        let expected: Vec<u8> = (0..8)
            .map(|x| (11.5 * f64::from(x)).round() as u8)
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn nothing_lies_outside_of_the_picture() {
        let line = LineEnds {
            from: (20.0, -9.0),
            to: (1e300, -9.0),
        };
        assert_eq!(along(&ramp(), 8, 5, line, 3).unwrap(), [0, 0, 0]);
    }

    #[test]
    fn what_is_no_line_is_refused() {
        let line = |x| LineEnds {
            from: (x, 0.0),
            to: (1.0, 1.0),
        };
        for refused in [
            along(&ramp(), 8, 5, line(f64::NAN), 3),
            along(&ramp(), 8, 5, line(0.0), 1),
            along(&ramp(), 8, 5, line(0.0), u32::MAX),
            along(&ramp(), 9, 5, line(0.0), 3),
        ] {
            assert!(matches!(refused, Err(EngineError::InvalidArgument { .. })));
        }
    }
}
