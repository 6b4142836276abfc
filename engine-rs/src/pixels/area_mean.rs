//! Smaller pictures whose samples are the means of the areas that they cover. Icons have separate averaging (icon.rs):
//! their bytes identify stored images at import, and must not change.

/// Source pixels that one target pixel covers, with the share of each; none where it is outside of the source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cover {
    first: usize,
    shares: Vec<f32>,
}

/// Covers of `target` pixels, onto which `source` pixels fall `scale` times as large and after `margin`. Areas of a
/// target pixel outside of the source count as 0.
pub fn covers(source: usize, target: usize, scale: f64, margin: f64) -> Vec<Cover> {
    (0..target)
        .map(|index| {
            let start = ((index as f64 - margin) / scale).max(0.0);
            let end = ((index as f64 + 1.0 - margin) / scale).min(source as f64);
            if end <= start {
                return Cover::default();
            }
            let first = start as usize;
            let last = (end.ceil() as usize).min(source);
            let shares = (first..last)
                .map(|pixel| {
                    let pixel = pixel as f64;
                    ((end.min(pixel + 1.0) - start.max(pixel)).max(0.0) * scale) as f32
                })
                .collect();
            Cover { first, shares }
        })
        .collect()
}

/// Interleaved samples of a picture, row by row.
#[derive(Debug, Clone, Copy)]
pub struct Samples<'a> {
    /// Rows of `columns` pixels.
    pub bytes: &'a [u8],
    /// Pixels from one row to the next.
    pub columns: usize,
    /// Samples of a pixel.
    pub channels: usize,
}

/// Rows that are added up in 16 bits: 257 samples of 255 are its largest number.
const ROWS_AT_ONCE: usize = (u16::MAX / u8::MAX as u16) as usize;

/// Averages the area under each target pixel: rows first, whose samples are next to each other, then columns.
pub fn shrunk(source: Samples<'_>, across: &[Cover], down: &[Cover]) -> Vec<u8> {
    let Samples {
        bytes,
        columns,
        channels,
    } = source;
    let row_length = columns * channels;
    let mut small = Vec::with_capacity(across.len() * down.len() * channels);
    let mut sums = vec![0.0f32; row_length];
    let mut alike = vec![0u16; row_length];
    for cover in down {
        sums.fill(0.0);
        let rows = &bytes[cover.first * row_length..];
        let mut at = 0;
        // Rows between the first and the last are covered whole, and have one share.
        for shares in cover.shares.chunk_by(|one, next| one == next) {
            for some in shares.chunks(ROWS_AT_ONCE) {
                let covered = &rows[at * row_length..(at + some.len()) * row_length];
                add_rows(&mut sums, &mut alike, covered, some[0]);
                at += some.len();
            }
        }
        for cover in across {
            for channel in 0..channels {
                let samples = sums[cover.first * channels..].chunks_exact(channels);
                let parts = cover.shares.iter().zip(samples);
                let mean: f32 = parts.map(|(share, pixel)| share * pixel[channel]).sum();
                small.push(mean.round().clamp(0.0, 255.0) as u8);
            }
        }
    }
    small
}

/// Adds rows of the same share, at most `ROWS_AT_ONCE`, to the sums of their columns. `alike` is as long as a row.
fn add_rows(sums: &mut [f32], alike: &mut [u16], rows: &[u8], share: f32) {
    alike.fill(0);
    for row in rows.chunks_exact(alike.len().max(1)) {
        for (sum, sample) in alike.iter_mut().zip(row) {
            *sum += u16::from(*sample);
        }
    }
    for (sum, rows) in sums.iter_mut().zip(alike) {
        *sum += share * f32::from(*rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Covers of `target` pixels by all of the source.
    fn whole(source: usize, target: usize) -> Vec<Cover> {
        covers(source, target, target as f64 / source as f64, 0.0)
    }

    fn grey(bytes: &[u8], columns: usize) -> Samples<'_> {
        Samples {
            bytes,
            columns,
            channels: 1,
        }
    }

    #[test]
    fn means_are_kept_where_the_scale_is_no_whole_number() {
        // Pixels 0, 1 and half of 2 make the first: (0 + 30 + 60 / 2) / 2.5 = 24; half of 2, then 3 and 4: 96.
        let row = [0, 30, 60, 90, 120];
        let five = whole(5, 2);
        assert_eq!(shrunk(grey(&row, 5), &five, &whole(1, 1)), [24, 96]);
        assert_eq!(shrunk(grey(&row, 1), &whole(1, 1), &five), [24, 96]);
        let colour: Vec<u8> = row
            .iter()
            .flat_map(|&value| [value, value + 10, 7])
            .collect();
        let source = Samples {
            bytes: &colour,
            columns: 5,
            channels: 3,
        };
        assert_eq!(shrunk(source, &five, &whole(1, 1)), [24, 34, 7, 96, 106, 7]);
    }

    #[test]
    fn more_rows_than_add_up_in_16_bits_have_the_same_mean() {
        let white = vec![255; 600];
        assert_eq!(shrunk(grey(&white, 1), &whole(1, 1), &whole(600, 1)), [255]);
    }

    #[test]
    fn a_margin_is_black_and_its_rim_in_part() {
        // Two pixels of 100, each half as large as a target pixel, after a margin of one and a half.
        let across = covers(2, 4, 0.5, 1.5);
        assert_eq!(
            shrunk(grey(&[100, 100], 2), &across, &whole(1, 1)),
            [0, 50, 50, 0]
        );
    }

    #[test]
    fn a_picture_that_is_enlarged_repeats_its_pixels() {
        assert_eq!(
            shrunk(grey(&[10, 20], 2), &whole(2, 4), &whole(1, 1)),
            [10, 10, 20, 20]
        );
    }
}
