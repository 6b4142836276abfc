//! The forward DCT of single blocks, in plain numbers (T.81 A.3.3): only blocks at the border of a
//! mask are transformed.

use std::f64::consts::PI;

/// Levels around 0, row by row, to coefficients in natural order, not quantised.
pub fn transform(levels: &[f64; 64]) -> [f64; 64] {
    let basis = basis();
    // Along rows, then along columns.
    let mut half = [0.0; 64];
    for row in 0..8 {
        for u in 0..8 {
            half[row * 8 + u] = (0..8)
                .map(|x| basis[u][x] * levels[row * 8 + x])
                .fold(0.0, |sum, part| sum + part);
        }
    }
    let mut coefficients = [0.0; 64];
    for v in 0..8 {
        for u in 0..8 {
            coefficients[v * 8 + u] = (0..8)
                .map(|y| basis[v][y] * half[y * 8 + u])
                .fold(0.0, |sum, part| sum + part);
        }
    }
    coefficients
}

/// Half of the cosine of each frequency at each place; the mean's share is its square root of 2 less.
fn basis() -> [[f64; 8]; 8] {
    std::array::from_fn(|frequency| {
        let scale = if frequency == 0 {
            0.5 / libm::sqrt(2.0)
        } else {
            0.5
        };
        std::array::from_fn(|place| {
            scale * libm::cos((2 * place + 1) as f64 * frequency as f64 * PI / 16.0)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::jpeg::idct;

    #[test]
    fn the_inverse_transform_returns_the_samples() {
        let samples: [f64; 64] = std::array::from_fn(|n| ((n * 37 + n * n * 5) % 256) as f64);
        let coefficients = transform(&samples.map(|sample| sample - 128.0));
        let rounded: [i16; 64] = coefficients.map(|value| libm::round(value) as i16);
        for (found, sample) in idct::full(&rounded).as_flattened().iter().zip(samples) {
            // Rounding 64 coefficients moves a sample by less than 2.
            assert!((f64::from(*found) - sample).abs() < 2.0);
        }
    }

    #[test]
    fn a_flat_block_is_its_mean() {
        let coefficients = transform(&[-5.0; 64]);
        // Eight times the level (T.81 A.3.3).
        assert!((coefficients[0] + 40.0).abs() < 1e-9);
        assert!(coefficients[1..].iter().all(|value| value.abs() < 1e-9));
    }
}
