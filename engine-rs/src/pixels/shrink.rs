//! Icons from whole pictures, for several boxes in one pass. Every sum adds its samples in the order in which they
//! lie, columns first, then rows, so that icons stay the same to the byte.

/// Numbers that one instruction takes: rows of a grey picture, or the channels of a pixel.
const LANES: usize = 4;
type Wide = [f32; LANES];

/// Source pixels that target pixels cover, with the share of each.
struct Covers {
    /// First source pixel and number of them.
    spans: Vec<(usize, usize)>,
    /// Shares of all target pixels, one after the other.
    shares: Vec<f32>,
}

impl Covers {
    fn new(source: usize, target: usize) -> Self {
        let scale = source as f64 / target as f64;
        let mut shares = Vec::new();
        let spans = (0..target)
            .map(|index| {
                let start = index as f64 * scale;
                let end = start + scale;
                let first = start as usize;
                let last = (end.ceil() as usize).clamp(first + 1, source);
                shares.extend((first..last).map(|pixel| {
                    let pixel = pixel as f64;
                    ((end.min(pixel + 1.0) - start.max(pixel)).max(0.0) / scale) as f32
                }));
                (first, last - first)
            })
            .collect();
        Self { spans, shares }
    }

    /// Averages a line.
    fn narrow(&self, line: &[Wide], narrow: &mut [Wide]) {
        let mut shares = self.shares.as_slice();
        for (target, &(first, count)) in narrow.iter_mut().zip(&self.spans) {
            let (mine, others) = shares.split_at(count);
            shares = others;
            let mut sum = [0.0; LANES];
            for (&share, pixel) in mine.iter().zip(&line[first..first + count]) {
                for lane in 0..LANES {
                    sum[lane] += share * pixel[lane];
                }
            }
            *target = sum;
        }
    }
}

/// A picture that gets smaller row by row.
struct Shrinking {
    across: Covers,
    down: Covers,
    narrow: Vec<Wide>,
    /// Sums of the target row under way, with its number and the place of its first share.
    sums: Vec<f32>,
    row: usize,
    share: usize,
    small: Vec<u8>,
}

impl Shrinking {
    /// `channels` are the samples of a target pixel that `sums` holds.
    fn new(from: (usize, usize), to: (usize, usize), channels: usize) -> Self {
        Self {
            across: Covers::new(from.0, to.0),
            down: Covers::new(from.1, to.1),
            narrow: vec![[0.0; LANES]; to.0],
            sums: vec![0.0; to.0 * channels],
            row: 0,
            share: 0,
            small: Vec::with_capacity(to.0 * to.1 * channels),
        }
    }

    /// Adds a narrow source row. It may lie under the end of one target row and under the beginning of the next.
    fn add(&mut self, source_row: usize, row: &[f32]) {
        while let Some(&(first, count)) = self.down.spans.get(self.row)
            && source_row >= first
        {
            let share = self.down.shares[self.share + source_row - first];
            for (sum, &sample) in self.sums.iter_mut().zip(row) {
                *sum += share * sample;
            }
            if source_row + 1 < first + count {
                return;
            }
            self.end_row(count);
        }
    }

    fn end_row(&mut self, count: usize) {
        self.small.extend(self.sums.iter().map(|&sum| rounded(sum)));
        self.sums.fill(0.0);
        self.row += 1;
        self.share += count;
    }

    /// The small picture; rows that the source lacks count as 0.
    fn finish(mut self) -> Vec<u8> {
        while let Some(&(_, count)) = self.down.spans.get(self.row) {
            self.end_row(count);
        }
        self.small
    }
}

/// As `round`, of a number that is not negative; WebAssembly has no instruction for that.
fn rounded(sum: f32) -> u8 {
    let whole = sum as i32;
    (whole + i32::from(sum - whole as f32 >= 0.5)) as u8
}

/// Shrinks a grey picture of `size`, four rows at a time, to each of `targets`.
pub fn grey(pixels: &[u8], size: (usize, usize), targets: &[(usize, usize)]) -> Vec<Vec<u8>> {
    let (width, _) = size;
    let mut all: Vec<_> = targets
        .iter()
        .map(|&to| Shrinking::new(size, to, 1))
        .collect();
    let mut line: Vec<Wide> = vec![[0.0; LANES]; width];
    let mut row = Vec::new();
    for (group, rows) in pixels.chunks(width * LANES).enumerate() {
        let count = rows.len() / width;
        if count == 0 {
            break;
        }
        let [a, b, c, d] =
            std::array::from_fn(|lane| &rows[lane.min(count - 1) * width..][..width]);
        for ((((line, &a), &b), &c), &d) in line.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *line = [a, b, c, d].map(f32::from);
        }
        for one in &mut all {
            one.across.narrow(&line, &mut one.narrow);
            for lane in 0..count {
                row.clear();
                row.extend(one.narrow.iter().map(|samples| samples[lane]));
                one.add(group * LANES + lane, &row);
            }
        }
    }
    all.into_iter().map(Shrinking::finish).collect()
}

/// Shrinks a picture of `size` in red, green and blue to each of `targets`.
pub fn colour(rgb: &[u8], size: (usize, usize), targets: &[(usize, usize)]) -> Vec<Vec<u8>> {
    let (width, _) = size;
    let mut all: Vec<_> = targets
        .iter()
        .map(|&to| Shrinking::new(size, to, LANES))
        .collect();
    let mut line: Vec<Wide> = vec![[0.0; LANES]; width];
    for (number, source) in rgb.chunks_exact(width * 3).enumerate() {
        let (pixels, _) = source.as_chunks::<3>();
        for (line, &[r, g, b]) in line.iter_mut().zip(pixels) {
            *line = [f32::from(r), f32::from(g), f32::from(b), 0.0];
        }
        for one in &mut all {
            one.across.narrow(&line, &mut one.narrow);
            let narrow = std::mem::take(&mut one.narrow);
            one.add(number, narrow.as_flattened());
            one.narrow = narrow;
        }
    }
    let three = |one: Shrinking| {
        let small = one.finish();
        let (pixels, _) = small.as_chunks::<LANES>();
        pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect()
    };
    all.into_iter().map(three).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_kept_where_the_scale_is_no_whole_number() {
        // Pixels 0, 1 and half of 2 make the first: (0 + 30 + 60 / 2) / 2.5 = 24; half of 2, then 3 and 4: 96.
        let row = [0, 30, 60, 90, 120];
        assert_eq!(
            grey(&row, (5, 1), &[(2, 1), (1, 1)]),
            [vec![24, 96], vec![60]]
        );
        assert_eq!(grey(&row, (1, 5), &[(1, 2)]), [[24, 96]]);
        let rgb: Vec<u8> = row
            .iter()
            .flat_map(|&value| [value, value + 10, 7])
            .collect();
        assert_eq!(colour(&rgb, (5, 1), &[(2, 1)]), [[24, 34, 7, 96, 106, 7]]);
        assert_eq!(colour(&rgb, (1, 5), &[(1, 2)]), [[24, 34, 7, 96, 106, 7]]);
    }

    #[test]
    fn halves_are_rounded_up_and_the_number_below_a_half_is_not() {
        assert_eq!([0.5, 1.5, 254.5].map(rounded), [1, 2, 255]);
        // The largest number below a half: with a half added it would be 1.
        assert_eq!(rounded(0.499_999_97), 0);
    }

    #[test]
    fn rows_that_are_missing_are_black() {
        assert_eq!(grey(&[90, 90, 90], (2, 4), &[(2, 2)]), [[45, 45, 0, 0]]);
        assert_eq!(colour(&[90; 9], (2, 4), &[(1, 2)]), [[45, 45, 45, 0, 0, 0]]);
    }

    #[test]
    fn grey_and_colour_of_the_same_shades_are_the_same() {
        let size = (37, 23);
        let shades: Vec<u8> = (0..size.0 * size.1)
            .map(|at| (at * at % 251) as u8)
            .collect();
        let rgb: Vec<u8> = shades.iter().flat_map(|&shade| [shade; 3]).collect();
        let targets = [(20, 11), (37, 23), (1, 1)];
        for (grey, colour) in grey(&shades, size, &targets)
            .iter()
            .zip(colour(&rgb, size, &targets))
        {
            let spread: Vec<u8> = grey.iter().flat_map(|&shade| [shade; 3]).collect();
            assert_eq!(spread, colour);
        }
    }
}
