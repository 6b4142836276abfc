//! Pictures brought into a small square, as data sets of videos have them.

use serde::Deserialize;

use super::area_mean::{self, Samples};
use crate::error::EngineError;
use crate::limits::MAX_ICON_SIDE_PX;

/// Placement of a picture in a square.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Pixels of the square to each side.
    pub side: u32,
    /// Pixels of the square to one stored pixel, to the right and down.
    pub scale: [f64; 2],
    /// Pixels of the square to the left of and above the picture.
    pub margin: [f64; 2],
}

/// RGB of the square of a picture of so many columns and rows, grey or RGB: each sample is the mean of
/// what it covers; what the picture does not cover is black.
///
/// # Errors
/// `invalid-argument` for a side of 0 or above the largest, and a scale that is not above 0.
pub fn squared(
    source: Samples<'_>,
    (columns, rows): (u32, u32),
    to: Placement,
) -> Result<Vec<u8>, EngineError> {
    let sound = (1..=MAX_ICON_SIDE_PX).contains(&to.side)
        && to
            .scale
            .iter()
            .all(|scale| scale.is_finite() && *scale > 0.0)
        && to.margin.iter().all(|margin| margin.is_finite());
    if !sound {
        return Err(EngineError::InvalidArgument {
            argument: "placement".to_owned(),
            detail: format!(
                "side {}, scale {:?}, margin {:?}",
                to.side, to.scale, to.margin
            ),
        });
    }
    let side = to.side as usize;
    let across = area_mean::covers(columns as usize, side, to.scale[0], to.margin[0]);
    let down = area_mean::covers(rows as usize, side, to.scale[1], to.margin[1]);
    let small = area_mean::shrunk(source, &across, &down);
    Ok(if source.channels == 1 {
        small.iter().flat_map(|&grey| [grey; 3]).collect()
    } else {
        small
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(bytes: &[u8], columns: usize) -> Samples<'_> {
        Samples {
            bytes,
            columns,
            channels: 1,
        }
    }

    #[test]
    fn the_whole_picture_lies_in_the_middle_in_its_proportions() {
        // Four columns by two rows, shrunk to two by one of the middle of a square of two.
        let to = Placement {
            side: 2,
            scale: [0.5, 0.5],
            margin: [0.0, 0.5],
        };
        let grey = [10, 20, 30, 40, 10, 20, 30, 40];
        let half = |value: u8| [value; 3];
        // Each row of the square is covered to one half.
        let row = [half(8), half(18)].concat();
        let known = [row.clone(), row].concat();
        assert_eq!(squared(samples(&grey, 4), (4, 2), to).unwrap(), known);
        // Two samples behind each row do not belong to the picture.
        let longer = [10, 20, 30, 40, 99, 99, 10, 20, 30, 40, 99, 99];
        assert_eq!(squared(samples(&longer, 6), (4, 2), to).unwrap(), known);
    }

    #[test]
    fn a_placement_without_size_is_refused() {
        let to = Placement {
            side: 0,
            scale: [1.0, 1.0],
            margin: [0.0, 0.0],
        };
        assert!(squared(samples(&[], 0), (0, 0), to).is_err());
        let to = Placement {
            side: 2,
            scale: [0.0, 1.0],
            margin: [0.0, 0.0],
        };
        assert!(squared(samples(&[1], 1), (1, 1), to).is_err());
    }
}
