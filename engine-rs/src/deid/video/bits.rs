//! Bits of headers, copied field by field: what is not copied is not in the result.

/// Zero bytes after which a byte of 3 or less would look like a start code (H.264 7.4.1.1).
const ZEROS_BEFORE_ESCAPE: usize = 2;
const ESCAPE: u8 = 3;
/// Longest prefix of an Exp-Golomb number of 32 bits.
const MAX_PREFIX_BITS: u32 = 31;

/// Reads fields of a header and writes those that are to stay.
#[derive(Debug, Clone)]
pub struct Copier {
    source: Vec<u8>,
    at: usize,
    written: Vec<u8>,
    /// Bits of the last byte that are written.
    used: u32,
}

impl Copier {
    /// Of bytes without escapes.
    pub fn new(source: Vec<u8>) -> Self {
        Self {
            source,
            at: 0,
            written: Vec::new(),
            used: 0,
        }
    }

    /// Of the payload of a NAL unit.
    pub fn of_unit(payload: &[u8]) -> Self {
        Self::new(without_escapes(payload))
    }

    /// Reads a number of up to 32 bits.
    pub fn read(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            let byte = *self.source.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    /// Passes over bits.
    pub fn skip(&mut self, count: u32) -> Option<()> {
        (0..count).try_for_each(|_| self.read(1).map(|_| ()))
    }

    /// Reads ue(v).
    pub fn read_unsigned(&mut self) -> Option<u32> {
        let mut prefix = 0;
        while self.read(1)? == 0 {
            prefix += 1;
            if prefix > MAX_PREFIX_BITS {
                return None;
            }
        }
        Some((1u32 << prefix) - 1 + self.read(prefix)?)
    }

    /// Writes a number of up to 32 bits.
    pub fn write(&mut self, value: u32, count: u32) {
        for bit in (0..count).rev() {
            if self.used.is_multiple_of(8) {
                self.written.push(0);
                self.used = 0;
            }
            let bit = (value >> bit & 1) as u8;
            if let Some(last) = self.written.last_mut() {
                *last |= bit << (7 - self.used);
            }
            self.used += 1;
        }
    }

    /// Writes ue(v).
    pub fn write_unsigned(&mut self, value: u32) {
        let code = u64::from(value) + 1;
        let prefix = code.ilog2();
        self.write(0, prefix);
        self.write(1, 1);
        self.write((code - (1 << prefix)) as u32, prefix);
    }

    /// Copies a number of up to 32 bits.
    pub fn copy(&mut self, count: u32) -> Option<u32> {
        let value = self.read(count)?;
        self.write(value, count);
        Some(value)
    }

    /// Copies a flag.
    pub fn flag(&mut self) -> Option<bool> {
        self.copy(1).map(|bit| bit == 1)
    }

    /// Copies so many flags.
    pub fn flags(&mut self, count: u32) -> Option<()> {
        (0..count).try_for_each(|_| self.flag().map(|_| ()))
    }

    /// Copies ue(v) of `most` at most.
    pub fn unsigned(&mut self, most: u32) -> Option<u32> {
        let value = self.read_unsigned().filter(|&value| value <= most)?;
        self.write_unsigned(value);
        Some(value)
    }

    /// Copies se(v) between `-most` and `most`.
    pub fn signed(&mut self, most: i32) -> Option<i32> {
        let code = self.unsigned(2 * most.unsigned_abs())?;
        let value = code.div_ceil(2) as i32;
        Some(if code % 2 == 1 { value } else { -value })
    }

    /// Fields are left before the stop bit.
    pub fn has_more(&self) -> bool {
        let last = self.source.iter().rposition(|&byte| byte != 0);
        last.is_some_and(|last| {
            let stop = last * 8 + 7 - self.source[last].trailing_zeros() as usize;
            self.at < stop
        })
    }

    /// Copies all bits that are left.
    pub fn copy_rest(&mut self) {
        while let Some(bit) = self.read(1) {
            self.write(bit, 1);
        }
    }

    /// The written bits, padded with zeros to a byte.
    pub fn finish(self) -> Vec<u8> {
        self.written
    }

    /// The written bits, with the stop bit.
    pub fn finish_unit(mut self) -> Vec<u8> {
        self.write(1, 1);
        self.written
    }
}

fn without_escapes(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len());
    let mut zeros = 0;
    for &byte in payload {
        if zeros >= ZEROS_BEFORE_ESCAPE && byte == ESCAPE {
            zeros = 0;
            continue;
        }
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        bytes.push(byte);
    }
    bytes
}

/// The bytes as in a NAL unit.
pub fn with_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(bytes.len() + 4);
    let mut zeros = 0;
    for &byte in bytes {
        if zeros >= ZEROS_BEFORE_ESCAPE && byte <= ESCAPE {
            escaped.push(ESCAPE);
            zeros = 0;
        }
        zeros = if byte == 0 { zeros + 1 } else { 0 };
        escaped.push(byte);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_copied_and_the_rest_is_not() {
        // 101, ue 3 (00100), se -1 (011), then a tail.
        let mut copier = Copier::new(vec![0b1010_0100, 0b0111_1111, 0xaa]);
        assert_eq!(copier.copy(3), Some(5));
        assert_eq!(copier.unsigned(3), Some(3));
        assert_eq!(copier.signed(1), Some(-1));
        assert!(copier.has_more());
        assert_eq!(copier.finish_unit(), [0b1010_0100, 0b0111_0000]);
        assert_eq!(Copier::new(vec![0b0010_0000]).unsigned(2), None);
    }

    #[test]
    fn escapes_are_taken_out_and_put_back() {
        let unit = [0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 3];
        assert_eq!(without_escapes(&unit), [0, 0, 1, 0, 0, 0, 0, 3]);
        assert_eq!(with_escapes(&[0, 0, 1, 0, 0, 0, 0, 3]), unit);
    }
}
