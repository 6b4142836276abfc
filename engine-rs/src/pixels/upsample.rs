//! Planes brought to full size, to the bit as libjpeg's "fancy" upsampling (jdsample.c): of two
//! chroma samples the nearer counts three quarters. Ratios other than 2 repeat samples.

use crate::codecs::jpeg::{Plane, Planes};
use crate::codecs::simd::Register;

/// Planes not wider than this are repeated, as libjpeg does.
const NARROW: usize = 2;

/// Rows of a picture whose components are all at full size.
pub struct Rows<'a> {
    planes: &'a Planes,
    samples: &'a [u8],
    /// Columns and rows of the picture.
    size: (usize, usize),
    /// Weighted sums of two rows of chroma.
    sums: Vec<i16>,
}

impl<'a> Rows<'a> {
    /// Rows of planes of 8-bit samples.
    pub fn new(planes: &'a Planes, samples: &'a [u8], size: (usize, usize)) -> Self {
        Self {
            planes,
            samples,
            size,
            sums: Vec::new(),
        }
    }

    /// Writes a row of a component into `target`, which is as wide as the picture.
    pub fn write(&mut self, component: usize, row: usize, target: &mut [u8]) {
        let plane = self.planes.list[component];
        let at = |row: usize| {
            let start = plane.offset + row.min(plane.height - 1) * plane.stride;
            &self.samples[start..start + plane.width]
        };
        // Rows of the picture are above and below the middle of the chroma row they share.
        let far = |row: usize| {
            at(if row.is_multiple_of(2) {
                (row / 2).saturating_sub(1)
            } else {
                row / 2 + 1
            })
        };
        match plane.divisors {
            [1, 1] => target.copy_from_slice(at(row)),
            [2, 1] if plane.width > NARROW => across(at(row), target),
            [1, 2] => {
                let bias = 1 + (row % 2) as u16;
                for ((target, &near), &far) in target.iter_mut().zip(at(row / 2)).zip(far(row)) {
                    *target = ((u16::from(near) * 3 + u16::from(far) + bias) >> 2) as u8;
                }
            }
            [2, 2] if plane.width > NARROW => {
                let pairs = at(row / 2).iter().zip(far(row));
                self.sums.clear();
                self.sums
                    .extend(pairs.map(|(&near, &far)| i16::from(near) * 3 + i16::from(far)));
                both(&self.sums, target);
            }
            _ => self.repeat(&plane, row, target),
        }
    }

    fn repeat(&self, plane: &Plane, row: usize, target: &mut [u8]) {
        let of = |at: usize, divisor: u8, own: usize, whole: usize| match usize::from(divisor) {
            0 => at * own / whole,
            divisor => at / divisor,
        };
        let row = of(row, plane.divisors[1], plane.height, self.size.1).min(plane.height - 1);
        let start = plane.offset + row * plane.stride;
        let source = &self.samples[start..start + plane.width];
        for (column, target) in target.iter_mut().enumerate() {
            let at = of(column, plane.divisors[0], plane.width, self.size.0);
            *target = source[at.min(plane.width - 1)];
        }
    }
}

/// Twice as wide: the farther neighbour counts a quarter, ties go down and up in turn.
fn across(source: &[u8], target: &mut [u8]) {
    let at = |column: usize| i16::from(source[column]);
    let eight = |column: usize| match source[column..].first_chunk::<8>() {
        Some(bytes) => Register::widened(*bytes),
        None => Register::words([0; 8]),
    };
    grow::<1, 2, 2>(source.len(), target, at, eight);
}

/// As [`across`] over sums of two rows, in which the nearer row counts three times.
fn both(sums: &[i16], target: &mut [u8]) {
    let at = |column: usize| sums[column];
    let eight = |column: usize| match sums[column..].first_chunk::<8>() {
        Some(words) => Register::words(*words),
        None => Register::words([0; 8]),
    };
    grow::<8, 7, 4>(sums.len(), target, at, eight);
}

/// Samples between neighbours, `EVEN` or `ODD` added before the shift.
#[inline(always)]
fn grow<const EVEN: i16, const ODD: i16, const SHIFT: i32>(
    length: usize,
    target: &mut [u8],
    at: impl Fn(usize) -> i16,
    eight: impl Fn(usize) -> Register,
) {
    let last = length - 1;
    let (even, odd) = (Register::words([EVEN; 8]), Register::words([ODD; 8]));
    let mut put = |column: usize, left: i16, right: i16| {
        let own = at(column) * 3;
        let values = [(own + left + EVEN) >> SHIFT, (own + right + ODD) >> SHIFT];
        let places = target[column * 2..].iter_mut().take(2);
        places
            .zip(values)
            .for_each(|(place, value)| *place = value as u8);
    };
    put(0, at(0), at(1));
    put(last, at(last - 1), at(last));
    let vectors = (last - 1) / 8;
    for column in 1 + vectors * 8..last {
        put(column, at(column - 1), at(column + 1));
    }
    for column in (1..1 + vectors * 8).step_by(8) {
        let own = eight(column);
        let own = own.add_16(own).add_16(own);
        let left = own.add_16(eight(column - 1)).add_16(even);
        let right = own.add_16(eight(column + 1)).add_16(odd);
        let (left, right) = (
            left.shift_right_16::<SHIFT>(),
            right.shift_right_16::<SHIFT>(),
        );
        let bytes = left
            .low_16(right)
            .narrow_to_u8(left.high_16(right))
            .to_bytes();
        target[column * 2..column * 2 + 16].copy_from_slice(&bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_at_once_are_as_one_by_one() {
        for length in 3..40 {
            let source: Vec<u8> = (0..length).map(|i| (i * i * 37 % 256) as u8).collect();
            let mut target = vec![0; length * 2];
            across(&source, &mut target);
            let sums: Vec<i16> = source.iter().map(|&sample| i16::from(sample) * 4).collect();
            let mut double = vec![0; length * 2];
            both(&sums, &mut double);
            for column in 0..length {
                let at = |index: usize| f64::from(source[index.min(length - 1)]);
                let own = at(column) * 0.75;
                let exact = [
                    own + at(column.saturating_sub(1)) / 4.0,
                    own + at(column + 1) / 4.0,
                ];
                for (side, exact) in exact.into_iter().enumerate() {
                    let found = f64::from(target[column * 2 + side]);
                    assert!((found - exact).abs() <= 0.5, "{length} {column}");
                    let found = f64::from(double[column * 2 + side]);
                    assert!((found - exact).abs() <= 0.5, "{length} {column}");
                }
            }
        }
    }
}
