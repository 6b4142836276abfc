//! Statistics that choose the code of a prediction error (ISO 14495-1 A.3 to A.7).

use super::parameters::Parameters;

/// Largest correction of a prediction.
const MAX_CORRECTION: i32 = 127;

/// Statistics of one kind of neighbourhood, in 16 bytes.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Sum of error sizes.
    a: i32,
    /// Sum of errors.
    b: i32,
    /// Occurrences.
    n: i32,
    /// Correction of the prediction.
    c: i16,
    /// Bits of the next code that are not unary. Kept because a sample waits for them as soon as its context is known.
    bits: u16,
}

impl Context {
    /// As at the start of a scan.
    pub fn new(parameters: &Parameters) -> Self {
        let a = first_size(parameters);
        Self {
            a,
            b: 0,
            n: 1,
            c: 0,
            bits: golomb(1, a) as u16,
        }
    }

    /// Bits of a code that are not unary.
    #[inline(always)]
    pub fn golomb(&self) -> u32 {
        u32::from(self.bits)
    }

    /// Correction of the prediction.
    #[inline(always)]
    pub fn correction(&self) -> i32 {
        i32::from(self.c)
    }

    /// All ones where errors lean to one side so much that their mapping is turned around (A.5.2), which is done in
    /// lossless scans.
    #[inline(always)]
    pub fn turn(&self) -> i32 {
        let (bits, leaning) = (i32::from(self.bits), 2 * self.b + self.n);
        ((bits - 1) & (leaning - 1)) >> 31
    }

    /// Takes an error into account (A.6).
    #[inline(always)]
    pub fn update(&mut self, error: i32, near: i32, reset: i32) {
        self.a += error.abs();
        self.b += error * (2 * near + 1);
        if self.n == reset {
            self.halve();
        }
        self.n += 1;
        // Few errors move the sum out of its range.
        if self.b > 0 || self.b + self.n <= 0 {
            self.correct();
        }
        self.bits = golomb(self.n, self.a) as u16;
    }

    #[cold]
    fn halve(&mut self) {
        self.a >>= 1;
        self.b >>= 1;
        self.n >>= 1;
    }

    #[cold]
    fn correct(&mut self) {
        let (low, correction) = (self.b <= 0, i32::from(self.c));
        if low {
            self.b = (self.b + self.n).max(1 - self.n);
            self.c = (correction - 1).max(-MAX_CORRECTION - 1) as i16;
        } else {
            self.b = (self.b - self.n).min(0);
            self.c = (correction + 1).min(MAX_CORRECTION) as i16;
        }
    }
}

/// Sum of error sizes at the start of a scan (A.2.1).
fn first_size(parameters: &Parameters) -> i32 {
    ((parameters.range + 32) / 64).max(2)
}

/// Statistics of samples that end a run.
#[derive(Debug, Clone, Copy)]
pub struct RunContext {
    a: i32,
    n: i32,
    /// Negative errors.
    negative: i32,
    /// 1 where the neighbours at the left and above are alike.
    alike: i32,
}

impl RunContext {
    /// As at the start of a scan.
    pub fn new(parameters: &Parameters, alike: bool) -> Self {
        Self {
            a: first_size(parameters),
            n: 1,
            negative: 0,
            alike: i32::from(alike),
        }
    }

    /// Bits of a code that are not unary.
    pub fn golomb(&self) -> u32 {
        golomb(self.n, self.a + (self.n >> 1) * self.alike)
    }

    /// The error of a mapped value, taken into account (A.7.2).
    pub fn error(&mut self, mapped: i32, bits: u32, reset: i32) -> i32 {
        let sum = mapped + self.alike;
        let odd = sum & 1 == 1;
        let size = (sum + 1) >> 1;
        let error = if (bits != 0 || 2 * self.negative >= self.n) == odd {
            -size
        } else {
            size
        };
        self.negative += i32::from(error < 0);
        self.a += (mapped + 1 - self.alike) >> 1;
        if self.n == reset {
            self.a >>= 1;
            self.n >>= 1;
            self.negative >>= 1;
        }
        self.n += 1;
        error
    }
}

/// Smallest number of bits for which the mean error fits: the first with `n << bits >= a`.
#[inline(always)]
fn golomb(n: i32, a: i32) -> u32 {
    // Shifted until its highest bit is that of `a`, `n` may still be one step too small.
    let bits = n.leading_zeros() - (n | a).leading_zeros();
    bits + u32::from((n << bits) < a)
}

#[cfg(test)]
mod tests {
    use super::golomb;

    #[test]
    fn the_bits_are_those_of_the_loop_of_the_standard() {
        for n in 1..70 {
            for a in (0..3000).chain([65_535, 1 << 20]) {
                let expected = (0..32).find(|&bits| (i64::from(n) << bits) >= a);
                assert_eq!(Some(golomb(n, a as i32)), expected, "{n} {a}");
            }
        }
    }
}
