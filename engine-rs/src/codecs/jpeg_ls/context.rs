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
        // Both ways are taken and one is chosen: which one cannot be foreseen.
        let (low, high) = (self.b + self.n <= 0, self.b > 0);
        let lowered = (self.b + self.n).max(1 - self.n);
        let raised = (self.b - self.n).min(0);
        self.b = if low { lowered } else { self.b };
        self.b = if high { raised } else { self.b };
        let correction = self.c + i32::from(high) - i32::from(low);
        self.c = correction.clamp(-MAX_CORRECTION - 1, MAX_CORRECTION);
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

/// Smallest number of bits for which the mean error fits: the first with `n << bits >= a`.
#[inline(always)]
fn golomb(n: i32, a: i32) -> u32 {
    // Shifted until its highest bit is that of `a`, `n` may still be one step too small.
    let bits = n.leading_zeros().saturating_sub(a.leading_zeros());
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
