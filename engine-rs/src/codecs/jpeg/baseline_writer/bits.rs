//! Entropy-coded bits of a baseline scan (T.81 F.1.2), by the tables of annex K.3.

use super::blocks::Coefficients;
use crate::codecs::jpeg::standard_tables::Definition;

/// Run of 16 zeros.
const LONG_RUN: usize = 0xf0;
/// End of block.
const END: usize = 0;

/// A table and the code of each of its symbols.
pub struct Codes {
    /// As it is written.
    pub definition: Definition,
    /// Bits and length by symbol.
    codes: [(u32, u32); 256],
}

impl Codes {
    /// Gives every symbol its code (T.81 annex C).
    pub fn new(definition: Definition) -> Self {
        let mut codes = [(0, 0); 256];
        let mut code = 0;
        let mut symbols = definition.1.iter();
        for (length, &count) in (1..).zip(&definition.0) {
            for &symbol in symbols.by_ref().take(usize::from(count)) {
                codes[usize::from(symbol)] = (code, length);
                code += 1;
            }
            code <<= 1;
        }
        Self { definition, codes }
    }
}

/// Writes bits after the head of a stream.
pub struct Bits {
    output: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Continues after `output`.
    pub fn after(output: Vec<u8>) -> Self {
        Self {
            output,
            held: 0,
            count: 0,
        }
    }

    /// At most 32 bits.
    #[inline(always)]
    fn put(&mut self, (bits, length): (u32, u32)) {
        self.held = (self.held << length) | u64::from(bits);
        self.count += length;
        if self.count >= u32::BITS {
            self.count -= u32::BITS;
            self.put_word((self.held >> self.count) as u32);
        }
    }

    #[inline(always)]
    fn put_word(&mut self, word: u32) {
        // Top bits of bytes that are all ones: adding one to each byte clears theirs.
        let has_ones = word & 0x8080_8080 & !word.wrapping_add(0x0101_0101) != 0;
        if has_ones {
            word.to_be_bytes()
                .into_iter()
                .for_each(|byte| self.put_byte(byte));
        } else {
            self.output.extend_from_slice(&word.to_be_bytes());
        }
    }

    /// A byte of ones is followed by zeros, so that it begins no marker (T.81 B.1.1.5).
    fn put_byte(&mut self, byte: u8) {
        self.output.push(byte);
        if byte == 0xff {
            self.output.push(0);
        }
    }

    /// A number after `run` zeros: code of run and category, then the bits of the number.
    #[inline(always)]
    fn put_value(&mut self, value: i32, run: usize, codes: &Codes) {
        let category = u32::BITS - value.unsigned_abs().leading_zeros();
        let (code, length) = codes.codes[((run << 4) | category as usize) & 0xff];
        let bits = (value - i32::from(value < 0)) as u32 & ((1 << category) - 1);
        self.put(((code << category) | bits, length + category));
    }

    /// A block, whose mean is written as its difference from the mean of the block before.
    pub fn put_block(&mut self, block: &Coefficients, before: i16, [dc, ac]: [&Codes; 2]) {
        self.put_value(i32::from(block.values[0]) - i32::from(before), 0, dc);
        let mut left = block.nonzero & !1;
        let mut last = 0;
        while left != 0 {
            let at = left.trailing_zeros() as usize & 63;
            left &= left - 1;
            let mut run = at - last - 1;
            while run > 15 {
                self.put(ac.codes[LONG_RUN]);
                run -= 16;
            }
            self.put_value(i32::from(block.values[at]), run, ac);
            last = at;
        }
        if last < 63 {
            self.put(ac.codes[END]);
        }
    }

    /// A block of zeros after another one.
    pub fn put_empty(&mut self, [dc, ac]: [&Codes; 2]) {
        self.put(dc.codes[0]);
        self.put(ac.codes[END]);
    }

    /// The stream, with its last byte filled up with ones.
    pub fn finish(mut self) -> Vec<u8> {
        self.put((0x7f, 7));
        while self.count >= u8::BITS {
            self.count -= u8::BITS;
            self.put_byte((self.held >> self.count) as u8);
        }
        self.output
    }
}
