//! Icons from whole pictures, for several boxes in one pass. Every sum adds its samples in the order in which they
//! lie, columns first, then rows, so that icons stay the same to the byte.

use crate::codecs::simd::Register;

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
        let mut shares = Vec::with_capacity(source + 2 * target);
        let whole = (1.0 / scale) as f32;
        let spans = (0..target)
            .map(|index| {
                let start = index as f64 * scale;
                let end = start + scale;
                let first = start as usize;
                let last = (end.ceil() as usize).clamp(first + 1, source);
                let share = |pixel: usize| {
                    let pixel = pixel as f64;
                    ((end.min(pixel + 1.0) - start.max(pixel)).max(0.0) / scale) as f32
                };
                let count = last - first;
                shares.push(share(first));
                if count > 1 {
                    shares.resize(shares.len() + count - 2, whole);
                    shares.push(share(last - 1));
                }
                (first, count)
            })
            .collect();
        Self { spans, shares }
    }
}

/// The same for whole lines: every target pixel has as many source pixels, and uncovered ones have a share of 0,
/// which leaves its sum unchanged.
struct Taps {
    count: usize,
    /// First source pixel of each target pixel.
    firsts: Vec<usize>,
    /// As many for each target pixel.
    shares: Vec<f32>,
}

impl Taps {
    fn new(source: usize, target: usize) -> Self {
        let covers = Covers::new(source, target);
        let most = covers.spans.iter().map(|&(_, count)| count).max();
        let count = most.unwrap_or(1);
        let mut firsts = Vec::with_capacity(target);
        let mut shares = vec![0.0; target * count];
        let mut rest = covers.shares.as_slice();
        for (&(first, covered), shares) in covers.spans.iter().zip(shares.chunks_exact_mut(count)) {
            let begin = first.min(source - count);
            let (mine, others) = rest.split_at(covered);
            rest = others;
            shares[first - begin..][..covered].copy_from_slice(mine);
            firsts.push(begin);
        }
        Self {
            count,
            firsts,
            shares,
        }
    }

    /// Averages a line. The compiler unrolls the loop for each of the usual counts.
    fn narrow(&self, line: &[Wide], narrow: &mut [Wide]) {
        match self.count {
            2 => self.narrow_by(2, line, narrow),
            3 => self.narrow_by(3, line, narrow),
            4 => self.narrow_by(4, line, narrow),
            5 => self.narrow_by(5, line, narrow),
            6 => self.narrow_by(6, line, narrow),
            7 => self.narrow_by(7, line, narrow),
            8 => self.narrow_by(8, line, narrow),
            count => self.narrow_by(count, line, narrow),
        }
    }

    #[inline(always)]
    fn narrow_by(&self, count: usize, line: &[Wide], narrow: &mut [Wide]) {
        let shares = self.shares.chunks_exact(count);
        for ((target, &first), shares) in narrow.iter_mut().zip(&self.firsts).zip(shares) {
            *target = mean(shares, &line[first..first + count]);
        }
    }
}

#[inline(always)]
fn mean(shares: &[f32], pixels: &[Wide]) -> Wide {
    let mut sum = [0.0; LANES];
    for (&share, pixel) in shares.iter().zip(pixels) {
        for lane in 0..LANES {
            sum[lane] += share * pixel[lane];
        }
    }
    sum
}

/// A picture that gets smaller row by row.
struct Shrinking {
    across: Taps,
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
            across: Taps::new(from.0, to.0),
            down: Covers::new(from.1, to.1),
            narrow: vec![[0.0; LANES]; to.0],
            sums: vec![0.0; to.0 * channels],
            row: 0,
            share: 0,
            small: vec![0; to.0 * to.1 * channels],
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
        let width = self.sums.len();
        let begin = self.row * width;
        for (small, sum) in self.small[begin..begin + width]
            .iter_mut()
            .zip(&mut self.sums)
        {
            *small = rounded(*sum);
            *sum = 0.0;
        }
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

/// Lines as lanes of one.
fn side_by_side(lines: [&[u8]; LANES], wide: &mut [Wide]) {
    let (many, rest) = wide.as_chunks_mut::<16>();
    let [a, b, c, d] = lines.map(|line| line.as_chunks::<16>());
    for ((((many, &a), &b), &c), &d) in many.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        let [a, b, c, d] = [a, b, c, d].map(Register::bytes);
        let (fours, _) = many.as_chunks_mut::<4>();
        let (low, high) = ([a.low_8(b), c.low_8(d)], [a.high_8(b), c.high_8(d)]);
        let quarters = [
            low[0].low_16(low[1]),
            low[0].high_16(low[1]),
            high[0].low_16(high[1]),
            high[0].high_16(high[1]),
        ];
        for (four, pixels) in fours.iter_mut().zip(quarters) {
            let zero = Register::bytes([0; 16]);
            let (left, right) = (pixels.low_8(zero), pixels.high_8(zero));
            *four = [
                left.low_16(zero),
                left.high_16(zero),
                right.low_16(zero),
                right.high_16(zero),
            ]
            .map(|numbers| numbers.to_numbers().map(|number| number as f32));
        }
    }
    for (at, one) in rest.iter_mut().enumerate() {
        *one = [a, b, c, d].map(|line| f32::from(line.1[at]));
    }
}

/// The line of each lane.
fn parted(wide: &[Wide], lines: [&mut [f32]; LANES]) {
    let (fours, rest) = wide.as_chunks::<LANES>();
    let [a, b, c, d] = lines.map(|line| line.as_chunks_mut::<LANES>());
    let four_lines = a.0.iter_mut().zip(b.0).zip(c.0).zip(d.0);
    for (four, (((a, b), c), d)) in fours.iter().zip(four_lines) {
        for (lane, line) in [a, b, c, d].into_iter().enumerate() {
            *line = four.map(|samples| samples[lane]);
        }
    }
    for (lane, line) in [a.1, b.1, c.1, d.1].into_iter().enumerate() {
        for (sample, samples) in line.iter_mut().zip(rest) {
            *sample = samples[lane];
        }
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
    let widest = targets.iter().map(|&(width, _)| width).max();
    let mut lines: [_; LANES] = std::array::from_fn(|_| vec![0.0; widest.unwrap_or(0)]);
    for (group, rows) in pixels.chunks(width * LANES).enumerate() {
        let count = rows.len() / width;
        if count == 0 {
            break;
        }
        let [a, b, c, d] =
            std::array::from_fn(|lane| &rows[lane.min(count - 1) * width..][..width]);
        side_by_side([a, b, c, d], &mut line);
        for one in &mut all {
            one.across.narrow(&line, &mut one.narrow);
            let width = one.narrow.len();
            parted(&one.narrow, lines.each_mut().map(|line| &mut line[..width]));
            for (lane, line) in lines.iter().enumerate().take(count) {
                one.add(group * LANES + lane, &line[..width]);
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
