//! The adaptive run-length decoder, MEL (ISO 15444-15, 7.3.3).

/// Exponents of run lengths by state (table 2).
const MEL_EXPONENTS: [u8; 13] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5];

/// MelDecoder of quads without significant samples (7.3.3).
pub struct MelDecoder<'a> {
    bytes: &'a [u8],
    current: u8,
    left: u8,
    state: usize,
    /// Zeros to come, and whether a one ends them.
    zeros: u32,
    ends: bool,
}

impl<'a> MelDecoder<'a> {
    /// MelDecoder begin with the shared bytes; the codewords end in their last twelve bits, read as ones.
    pub fn new(shared: &'a [u8]) -> Self {
        Self {
            bytes: shared,
            current: 0,
            left: 0,
            state: 0,
            zeros: 0,
            ends: false,
        }
    }

    /// Whether the next quad has a significant sample.
    pub fn next(&mut self) -> bool {
        if self.zeros == 0 && !self.ends {
            let exponent = MEL_EXPONENTS[self.state];
            if self.bit() == 1 {
                self.zeros = 1 << exponent;
                self.state = (self.state + 1).min(MEL_EXPONENTS.len() - 1);
            } else {
                self.zeros = (0..exponent).fold(0, |run, _| run << 1 | self.bit());
                self.ends = true;
                self.state = self.state.saturating_sub(1);
            }
        }
        if self.zeros > 0 {
            self.zeros -= 1;
            return false;
        }
        std::mem::take(&mut self.ends)
    }

    fn bit(&mut self) -> u32 {
        if self.left == 0 {
            self.left = if self.current == 0xff { 7 } else { 8 };
            let next = match *self.bytes {
                [byte, _, _, ..] => byte,
                [byte, _] => byte | 15,
                _ => 0xff,
            };
            self.bytes = self.bytes.get(1..).unwrap_or_default();
            self.current = next;
        }
        self.left -= 1;
        u32::from(self.current >> self.left) & 1
    }
}
