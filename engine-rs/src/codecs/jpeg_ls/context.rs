//! Statistics that choose the code of a prediction error (ISO 14495-1 A.3 to A.7).

use super::parameters::Parameters;

/// Largest correction of a prediction.
const MAX_CORRECTION: i32 = 127;

/// Statistics of one kind of neighbourhood.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Sum of error sizes.
    pub a: i32,
    /// Sum of errors.
    b: i32,
    /// Correction of the prediction.
    pub c: i32,
    /// Occurrences.
    pub n: i32,
}

impl Context {
    /// As at the start of a scan.
    pub fn new(parameters: &Parameters) -> Self {
        Self {
            a: ((parameters.range + 32) / 64).max(2),
            b: 0,
            c: 0,
            n: 1,
        }
    }

    /// Bits of a code that are not unary.
    #[inline(always)]
    pub fn golomb(&self) -> u32 {
        golomb(self.n, self.a)
    }

    /// Errors lean to one side so much that their mapping is turned around.
    #[inline(always)]
    pub fn is_turned(&self) -> bool {
        2 * self.b <= -self.n
    }

    /// Takes an error into account.
    #[inline(always)]
    pub fn update(&mut self, error: i32, near: i32, reset: i32) {
        self.a += error.abs();
        self.b += error * (2 * near + 1);
        if self.n == reset {
            self.a >>= 1;
            self.b >>= 1;
            self.n >>= 1;
        }
        self.n += 1;
        if self.b + self.n <= 0 {
            self.b = (self.b + self.n).max(1 - self.n);
            self.c = (self.c - 1).max(-MAX_CORRECTION - 1);
        } else if self.b > 0 {
            self.b = (self.b - self.n).min(0);
            self.c = (self.c + 1).min(MAX_CORRECTION);
        }
    }
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
        let Context { a, n, .. } = Context::new(parameters);
        Self {
            a,
            n,
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

/// Smallest number of bits for which the mean error fits.
#[inline(always)]
fn golomb(n: i32, a: i32) -> u32 {
    let mut bits = 0;
    while (n << bits) < a && bits < 24 {
        bits += 1;
    }
    bits
}
