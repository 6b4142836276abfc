//! Bits of a NAL unit: emulation prevention passed over, Exp-Golomb numbers (H.264 7.3.1, 9.1).

/// Longest prefix of an Exp-Golomb number of 32 bits.
const MAX_PREFIX_BITS: u32 = 32;

/// Reads bits most significant first; every read beyond the end returns none.
#[derive(Debug, Clone)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bits of the byte at `at` that were read.
    used: u32,
    /// Zero bytes directly before `at`: after two of them a 3 is only there to prevent emulation.
    zeros: u32,
}

impl<'a> Bits<'a> {
    /// Reads a NAL unit's payload, after its header.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            used: 0,
            zeros: 0,
        }
    }

    /// One bit.
    pub fn flag(&mut self) -> Option<bool> {
        if self.used == 0 && self.zeros >= 2 && self.bytes.get(self.at) == Some(&3) {
            self.at += 1;
            self.zeros = 0;
        }
        let byte = *self.bytes.get(self.at)?;
        let bit = byte >> (7 - self.used) & 1 == 1;
        self.used += 1;
        if self.used == 8 {
            self.used = 0;
            self.at += 1;
            self.zeros = if byte == 0 { self.zeros + 1 } else { 0 };
        }
        Some(bit)
    }

    /// Up to 32 bits as a number.
    pub fn number(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            value = value << 1 | u32::from(self.flag()?);
        }
        Some(value)
    }

    /// Passes over bits.
    pub fn skip(&mut self, count: u32) -> Option<()> {
        for _ in 0..count {
            self.flag()?;
        }
        Some(())
    }

    /// ue(v).
    pub fn unsigned(&mut self) -> Option<u32> {
        let mut prefix = 0;
        while !self.flag()? {
            prefix += 1;
            if prefix > MAX_PREFIX_BITS {
                return None;
            }
        }
        let rest = u64::from(self.number(prefix)?);
        u32::try_from((1u64 << prefix) - 1 + rest).ok()
    }

    /// se(v).
    pub fn signed(&mut self) -> Option<i32> {
        let code = i64::from(self.unsigned()?);
        let value = (code + 1) / 2;
        i32::try_from(if code % 2 == 1 { value } else { -value }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_standards_table_are_read() {
        // H.264 table 9-2: 1, 010, 011, 00100, 00101; 9-3 maps 1, 2, 3, 4 to 1, -1, 2, -2.
        let mut bits = Bits::new(&[0b1010_0110, 0b0100_0010, 0b1000_0000]);
        let codes: Vec<_> = (0..5).filter_map(|_| bits.unsigned()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4]);
        let mut bits = Bits::new(&[0b0100_1100, 0b1000_0101]);
        let codes: Vec<_> = (0..4).filter_map(|_| bits.signed()).collect();
        assert_eq!(codes, [1, -1, 2, -2]);
    }

    #[test]
    fn a_three_after_two_zeros_is_no_part_of_the_payload() {
        let mut bits = Bits::new(&[0, 0, 3, 1, 0, 0, 3]);
        assert_eq!(bits.number(24), Some(1));
        assert_eq!(bits.number(16), Some(0));
        assert_eq!(bits.flag(), None);
    }

    #[test]
    fn endless_zeros_are_no_number() {
        assert_eq!(Bits::new(&[0; 64]).unsigned(), None);
    }
}
