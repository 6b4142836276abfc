//! Coding parameters of a scan: range, thresholds and limits (ISO 14495-1 A.2.1, C.2.4.1.1).

use crate::error::EngineError;

/// Values of LSE type 1; 0 stands for the default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Presets {
    /// Largest sample value.
    pub largest: i32,
    /// Thresholds of local gradients.
    pub thresholds: [i32; 3],
    /// Occurrences at which a context is halved.
    pub reset: i32,
}

/// Parameters of one scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// Largest sample value.
    pub largest: i32,
    /// Largest difference between a sample and what it was; 0 for lossless.
    pub near: i32,
    /// Number of different quantised prediction errors.
    pub range: i32,
    /// Bits of a quantised error.
    pub error_bits: u32,
    /// Most bits of a code.
    pub limit: u32,
    /// Occurrences at which a context is halved.
    pub reset: i32,
    /// Class of each gradient, -4 to 4. Negative ones are counted from the end, so that no gradient needs a check of
    /// bounds.
    pub classes: Box<[i8; CLASSES]>,
    /// Samples wrap around at a power of two, and nothing is lost.
    pub exact: bool,
    /// Most zeros of a code that is read at once.
    pub most_zeros: u32,
}

/// Occurrences at which a context is halved, unless LSE sets another number.
const DEFAULT_RESET: i32 = 64;

/// Places for gradients of 16-bit samples, a power of two.
pub const CLASSES: usize = 1 << 17;
/// Zeros of a code that is read at once: with a one and [`super::scan::MOST_BITS`] they fit into 32 bits.
const MOST_ZEROS: u32 = 15;

impl Parameters {
    /// From the frame's precision, the scan's NEAR and presets.
    ///
    /// # Errors
    /// `malformed-frame` for values the standard does not allow.
    pub fn new(precision: u32, near: i32, presets: Presets) -> Result<Self, EngineError> {
        let largest = match presets.largest {
            0 => (1 << precision) - 1,
            largest => largest,
        };
        let sound =
            (1..1 << precision).contains(&largest) && (0..=255.min(largest / 2)).contains(&near);
        if !sound {
            return Err(super::malformed("MAXVAL or NEAR out of range"));
        }
        let [t1, t2, t3] = thresholds(largest, near, presets.thresholds);
        if !(near < t1 && t1 <= t2 && t2 <= t3 && t3 <= largest.max(near + 1)) {
            return Err(super::malformed("thresholds out of order"));
        }
        let range = (largest + 2 * near) / (2 * near + 1) + 1;
        let bits = bits_of(largest + 1).max(2);
        let (error_bits, limit) = (bits_of(range), 2 * (bits + bits.max(8)));
        let reset = match presets.reset {
            0 => DEFAULT_RESET,
            reset => reset.max(3),
        };
        let class = |gradient: i32| -> i8 {
            let size = gradient.abs();
            let class = if size <= near {
                0
            } else if size < t1 {
                1
            } else if size < t2 {
                2
            } else if size < t3 {
                3
            } else {
                4
            };
            if gradient < 0 { -class } else { class }
        };
        let mut classes = Box::new([0; CLASSES]);
        for gradient in -largest..=largest {
            classes[gradient as usize & (CLASSES - 1)] = class(gradient);
        }
        Ok(Self {
            largest,
            near,
            range,
            error_bits,
            limit,
            reset,
            classes,
            exact: near == 0 && range & (range - 1) == 0,
            most_zeros: MOST_ZEROS.min(limit - error_bits - 2),
        })
    }
}

/// Smallest number of bits that distinguish `count` values.
fn bits_of(count: i32) -> u32 {
    32 - ((count - 1).max(0) as u32).leading_zeros()
}

/// Thresholds with the defaults of C.2.4.1.1.1 for those that are 0.
fn thresholds(largest: i32, near: i32, given: [i32; 3]) -> [i32; 3] {
    const BASIC: [i32; 3] = [3, 7, 21];
    let clamp = |value: i32, low: i32| {
        if value > largest || value < low {
            low
        } else {
            value
        }
    };
    let mut low = near + 1;
    let mut result = [0; 3];
    for (index, threshold) in result.iter_mut().enumerate() {
        let slack = (3 + 2 * index as i32) * near;
        let smallest = 2 + index as i32;
        let default = if largest >= 128 {
            let factor = (largest.min(4095) + 128) / 256;
            factor * (BASIC[index] - smallest) + smallest + slack
        } else {
            let factor = 256 / (largest + 1);
            smallest.max(BASIC[index] / factor + slack)
        };
        *threshold = match given[index] {
            0 => clamp(default, low),
            given => given,
        };
        low = *threshold;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_table_c_3() {
        assert_eq!(thresholds(255, 0, [0; 3]), [3, 7, 21]);
        // 4095: factor 16, so 3 + 15, 7 + 60 and 21 + 255.
        assert_eq!(thresholds(4095, 0, [0; 3]), [18, 67, 276]);
        assert_eq!(thresholds(255, 3, [0; 3]), [12, 22, 42]);
        let parameters = Parameters::new(8, 0, Presets::default()).unwrap();
        assert_eq!(
            (parameters.range, parameters.error_bits, parameters.limit),
            (256, 8, 32)
        );
        let near = Parameters::new(8, 3, Presets::default()).unwrap();
        assert_eq!((near.range, near.error_bits), (38, 6));
    }
}
