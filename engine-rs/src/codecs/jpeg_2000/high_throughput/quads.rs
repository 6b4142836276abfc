//! Significance and exponents of quads (ISO 15444-15 clause 7.3): MEL runs and VLC codewords.

use super::bits::BackwardBits;
use super::mel::MelDecoder;
use crate::codecs::jpeg_2000::vlc_codes::{Quad, quad};

/// Significance and exponents of quads.
pub struct QuadDecoder<'a> {
    /// Which quads are empty.
    pub mel: MelDecoder<'a>,
    /// Significance and exponents of the others.
    pub vlc: BackwardBits<'a>,
}

impl QuadDecoder<'_> {
    /// A quad and the next, with the exponents that follow them. `above` begins with the column before.
    pub fn pair(
        &mut self,
        above: &[u32],
        left: &mut u32,
        first_row: bool,
        both: bool,
    ) -> [(Quad, u32); 2] {
        let one = self.quad(above, left, first_row);
        let two = if both {
            self.quad(&above[2..], left, first_row)
        } else {
            Quad::EMPTY
        };
        let (first, second) = match (one.has_exponent(), two.has_exponent()) {
            (false, false) => (0, 0),
            (true, false) => {
                let prefix = self.prefix();
                (prefix + self.suffix(prefix), 0)
            }
            (false, true) => {
                let prefix = self.prefix();
                (0, prefix + self.suffix(prefix))
            }
            (true, true) => self.two_exponents(first_row),
        };
        [(one, first), (two, second)]
    }

    fn two_exponents(&mut self, first_row: bool) -> (u32, u32) {
        let large = first_row && self.mel.next();
        let first = self.prefix();
        let second = match first_row && !large && first > 2 {
            // A large one has a small neighbour.
            true => 1 + self.vlc.bits(1),
            false => self.prefix(),
        };
        let more = if large { 2 } else { 0 };
        let first = first + self.suffix(first);
        (first + more, second + self.suffix(second) + more)
    }

    fn quad(&mut self, above: &[u32], left: &mut u32, first_row: bool) -> Quad {
        let upper = |a: usize, b: usize| u32::from(above[a] | above[b] != 0);
        let context = match first_row {
            true => u32::from(*left & 3 != 0) | *left >> 2 << 1,
            false => upper(0, 1) | u32::from(*left & 12 != 0) << 1 | upper(2, 3) << 2,
        };
        let found = if context == 0 && !self.mel.next() {
            Quad::EMPTY
        } else {
            let found = quad(first_row, context, self.vlc.peek());
            self.vlc.skip(found.length());
            found
        };
        *left = found.significant();
        found
    }

    /// The first part of an exponent (table 3).
    fn prefix(&mut self) -> u32 {
        let zeros = (self.vlc.peek() | 8).trailing_zeros();
        self.vlc.skip((zeros + 1).min(3));
        if zeros < 3 { zeros + 1 } else { 5 }
    }

    /// The second part, if the first has one.
    fn suffix(&mut self, prefix: u32) -> u32 {
        match prefix {
            3 => self.vlc.bits(1),
            5 => self.vlc.bits(5),
            _ => 0,
        }
    }
}
