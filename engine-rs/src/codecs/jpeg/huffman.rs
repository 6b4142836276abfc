//! Huffman tables (T.81 annex C, F.2.2.3), with a look-up for codes and their values at once.

use std::rc::Rc;

use crate::codecs::bits::{BitReader, extend};
use crate::error::EngineError;

/// Bits looked up at once.
pub const LOOK_BITS: u32 = 10;

/// Content of the next [`LOOK_BITS`] bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Look(u32);

impl Look {
    /// Code and value are within the bits looked up.
    const WHOLE: u32 = 1 << 7;

    fn new(length: u32, symbol: u8, value: Option<i32>) -> Self {
        let flag = if value.is_some() { Self::WHOLE } else { 0 };
        let value = value.unwrap_or(0) as u32;
        Self(value << 16 | u32::from(symbol) << 8 | flag | length)
    }

    /// The code is longer than what was looked up, or is none.
    #[inline(always)]
    pub fn is_long(self) -> bool {
        self.0 == 0
    }

    /// [`Self::value`] holds the value, [`Self::length`] counts its bits too.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.0 & Self::WHOLE != 0
    }

    /// Bits of the code, and of its value if it is whole.
    #[inline(always)]
    pub fn length(self) -> u32 {
        self.0 & 0x7f
    }

    /// Run of zeros in the high half, category in the low half.
    #[inline(always)]
    pub fn symbol(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// The value, when it is whole.
    #[inline(always)]
    pub fn value(self) -> i32 {
        self.0 as i32 >> 16
    }
}

/// One AC code with its value in a sequential scan, as far as the next [`LOOK_BITS`] bits show it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Step(u32);

impl Step {
    /// Code and value are within the bits looked up. Above the six bits of a shift.
    const WHOLE: u32 = 1 << 6;
    /// Coefficients that the end of a block advances by, more than any run past the last one.
    const END: u32 = 80;

    /// What [`Huffman::enter`] found; empty unless it is whole.
    fn of(look: Look) -> Self {
        let (run, category) = (look.symbol() >> 4, look.symbol() & 15);
        if category > 0 && !look.is_whole() {
            return Self::default();
        }
        let advance = Self::advance_of(run, category);
        Self((look.value() as u32) << 16 | advance << 8 | Self::WHOLE | look.length())
    }

    /// 15/0 is a run of 16 zeros, another run without a value the end of the block (T.81 F.1.2.2.1).
    #[inline(always)]
    fn advance_of(run: u32, category: u32) -> u32 {
        if category > 0 || run == 15 {
            run + 1
        } else {
            Self::END
        }
    }

    /// The bits hold a whole code; otherwise [`Huffman::take_step`] reads it.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.0 & Self::WHOLE != 0
    }

    /// Bits of the code and its value.
    #[inline(always)]
    pub fn length(self) -> u32 {
        self.0 & 63
    }

    /// Coefficients from the one before to this one; at least [`Self::END`] at the end of a block.
    #[inline(always)]
    pub fn advance(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    /// The value; 0 for a run of zeros and for the end of a block.
    #[inline(always)]
    pub fn value(self) -> u32 {
        self.0 >> 16
    }
}

/// One table.
#[derive(Clone)]
pub struct Huffman {
    look: [Look; 1 << LOOK_BITS],
    steps: [Step; 1 << LOOK_BITS],
    /// First code after those of each length, shifted to 16 bits.
    limits: [u32; 17],
    /// Offset from a code of a length to its symbol.
    offsets: [i32; 17],
    symbols: [u8; 256],
}

impl Huffman {
    /// A table of `counts` codes of 1 to 16 bits.
    ///
    /// # Errors
    /// `malformed-frame` when there are more codes than bits allow, or symbols are missing.
    pub fn new(counts: &[u8; 16], symbols: &[u8]) -> Result<Self, EngineError> {
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if total > 256 || symbols.len() < total {
            return Err(malformed("Huffman table of too many codes"));
        }
        let mut table = Self {
            look: [Look::default(); 1 << LOOK_BITS],
            steps: [Step::default(); 1 << LOOK_BITS],
            limits: [0; 17],
            offsets: [0; 17],
            symbols: [0; 256],
        };
        table.symbols[..total].copy_from_slice(&symbols[..total]);
        let mut code = 0u32;
        let mut first = 0usize;
        for length in 1..=16u32 {
            let count = usize::from(counts[length as usize - 1]);
            table.offsets[length as usize] = first as i32 - code as i32;
            for &symbol in &symbols[first..first + count] {
                if code >= 1 << length {
                    return Err(malformed("Huffman codes overflow"));
                }
                if length <= LOOK_BITS {
                    table.enter(code, length, symbol);
                }
                code += 1;
            }
            table.limits[length as usize] = code << (16 - length);
            first += count;
            code <<= 1;
        }
        Ok(table)
    }

    /// Fills the look-up of all bits that begin with a code.
    fn enter(&mut self, code: u32, length: u32, symbol: u8) {
        let free = LOOK_BITS - length;
        let category = u32::from(symbol & 15);
        for rest in 0..1u32 << free {
            let value = (1..=free).contains(&category).then(|| {
                let bits = rest >> (free - category);
                extend(bits, category)
            });
            let bits = if value.is_some() {
                length + category
            } else {
                length
            };
            let index = (code << free | rest) as usize;
            self.look[index] = Look::new(bits, symbol, value);
            self.steps[index] = Step::of(self.look[index]);
        }
    }

    /// Looks at the next bits without taking them.
    #[inline(always)]
    pub fn look(&self, reader: &BitReader<'_>) -> Look {
        self.look[reader.peek(LOOK_BITS)]
    }

    /// Looks at the next AC code of a sequential scan without taking it; [`LOOK_BITS`] bits must be
    /// valid.
    #[inline(always)]
    pub fn step(&self, reader: &BitReader<'_>) -> Step {
        self.steps[reader.peek(LOOK_BITS)]
    }

    /// Takes an AC code of which [`Self::step`] did not show the whole, and its value; none for
    /// invalid bits. Returns by how many coefficients it advances, and the value.
    #[inline(always)]
    pub fn take_step(&self, reader: &mut BitReader<'_>) -> Option<(usize, u32)> {
        reader.refill();
        let symbol = self.take(reader)?;
        let (run, category) = (symbol >> 4, symbol & 15);
        let advance = Step::advance_of(run, category) as usize;
        Some((advance, reader.take_value(category) as u32))
    }

    /// Takes the next code; none for invalid bits. 16 bits must be valid.
    #[inline(always)]
    pub fn take(&self, reader: &mut BitReader<'_>) -> Option<u32> {
        let look = self.look(reader);
        if !look.is_long() {
            let category = if look.is_whole() {
                look.symbol() & 15
            } else {
                0
            };
            reader.consume(look.length() - category);
            return Some(look.symbol());
        }
        self.take_long(reader)
    }

    /// Takes a code of more than [`LOOK_BITS`] bits.
    #[inline(always)]
    pub fn take_long(&self, reader: &mut BitReader<'_>) -> Option<u32> {
        let (length, symbol) = self.long(reader.peek(16) as u32)?;
        reader.consume(length);
        Some(symbol)
    }

    /// Length and symbol of the code at the start of 16 bits. The reader stays outside, so that
    /// its bits are kept in registers.
    #[inline(never)]
    fn long(&self, next: u32) -> Option<(u32, u32)> {
        let length = (LOOK_BITS + 1..=16).find(|&length| next < self.limits[length as usize])?;
        let code = (next >> (16 - length)) as i32;
        let index = usize::try_from(code + self.offsets[length as usize]).ok()?;
        let symbol = *self.symbols.get(index)?;
        Some((length, u32::from(symbol)))
    }
}

/// Tables of earlier frames: all frames of a loop bring the same ones as a rule.
#[derive(Default)]
pub struct KnownTables {
    /// Counts and symbols as in the stream, and the table made of them.
    list: Vec<(Vec<u8>, Rc<Huffman>)>,
}

/// Tables kept; a frame has eight at most.
const MAX_KNOWN: usize = 8;

impl KnownTables {
    /// The table of a definition: 16 counts, then symbols.
    ///
    /// # Errors
    /// As [`Huffman::new`].
    pub fn table(&mut self, definition: &[u8]) -> Result<Rc<Huffman>, EngineError> {
        if let Some((_, known)) = self.list.iter().find(|(known, _)| known == definition) {
            return Ok(Rc::clone(known));
        }
        let cut_short = || malformed("Huffman table cut short");
        let (counts, symbols) = definition.split_first_chunk::<16>().ok_or_else(cut_short)?;
        let table = Rc::new(Huffman::new(counts, symbols)?);
        if self.list.len() == MAX_KNOWN {
            self.list.remove(0);
        }
        self.list.push((definition.to_vec(), Rc::clone(&table)));
        Ok(table)
    }
}

fn malformed(detail: &str) -> EngineError {
    EngineError::MalformedFrame {
        detail: detail.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::jpeg::standard_tables;

    fn reader(bits: &[u32; 2]) -> BitReader<'_> {
        let mut reader = BitReader::new(bits, 8);
        reader.refill();
        reader
    }

    #[test]
    fn codes_of_table_k_5_are_found() {
        let table = &standard_tables::tables().unwrap().1[0];
        // Table K.5: 0/0 (EOB) 1010, 0/1 00, 1/1 1100, F/0 (ZRL) 11111111001, 0/A 1111111110000011.
        let codes: [(u16, u32, u32); 5] = [
            (0b1010 << 12, 4, 0x00),
            (0, 2, 0x01),
            (0b1100 << 12, 4, 0x11),
            (0b111_1111_1001 << 5, 11, 0xf0),
            (0b1111_1111_1000_0011, 16, 0x0a),
        ];
        for (bits, length, symbol) in codes {
            let words = [u32::from(bits) << 16, 0];
            let mut reader = reader(&words);
            let before = reader;
            assert_eq!(table.take(&mut reader), Some(symbol));
            let mut expected = before;
            expected.consume(length);
            assert_eq!(reader.peek(20), expected.peek(20));
        }
    }

    #[test]
    fn too_many_codes_are_refused() {
        let mut counts = [0; 16];
        counts[0] = 3;
        assert!(Huffman::new(&counts, &[1, 2, 3]).is_err());
        counts[0] = 2;
        assert!(Huffman::new(&counts, &[1]).is_err());
        assert!(Huffman::new(&counts, &[1, 2]).is_ok());
    }

    #[test]
    fn bits_that_are_no_code_answer_none() {
        let mut counts = [0; 16];
        counts[1] = 1;
        let table = Huffman::new(&counts, &[5]).unwrap();
        assert_eq!(table.take(&mut reader(&[u32::MAX; 2])), None);
        assert_eq!(table.take(&mut reader(&[0x00ff_ffff, 0])), Some(5));
    }
}
