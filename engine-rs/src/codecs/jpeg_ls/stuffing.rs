//! Entropy-coded data of JPEG-LS: after a byte of ones the next one holds seven bits (ISO 14495-1 A.1).

use super::BitReader;

/// Words of zeros after each interval.
const PADDING: usize = 2;

/// The coded data of one scan without stuffing, cut at its restart markers.
#[derive(Debug, Default)]
pub struct Stuffed {
    words: Vec<u32>,
    /// First word of each interval, and its length in bytes.
    intervals: Vec<(usize, usize)>,
}

/// Bits gathered into words.
struct Gather<'a> {
    words: &'a mut Vec<u32>,
    bits: u64,
    count: u32,
    start: usize,
}

impl Stuffed {
    /// Reads up to a marker other than a restart; returns its position, or the length of the data.
    pub fn read(&mut self, data: &[u8]) -> usize {
        self.words.clear();
        self.intervals.clear();
        let mut gather = Gather {
            words: &mut self.words,
            bits: 0,
            count: 0,
            start: 0,
        };
        let mut at = 0;
        while let Some(&byte) = data.get(at) {
            at += 1;
            gather.add(u64::from(byte), 8);
            if byte != 0xff {
                continue;
            }
            match data.get(at) {
                Some(&next) if next < 0x80 => {
                    gather.add(u64::from(next), 7);
                    at += 1;
                }
                Some(&mark) => {
                    // The byte of ones belongs to the marker.
                    gather.count -= 8;
                    gather.bits >>= 8;
                    if matches!(mark, 0xd0..=0xd7) {
                        at += 1;
                        self.intervals.push(gather.cut());
                    } else if mark != 0xff {
                        self.intervals.push(gather.cut());
                        return at - 1;
                    }
                }
                None => {}
            }
        }
        self.intervals.push(gather.cut());
        data.len()
    }

    /// Appends the first bits of an interval, with stuffing and padded with zeros.
    pub fn put(&self, interval: usize, bits: usize, output: &mut Vec<u8>) {
        let Some(&(start, length)) = self.intervals.get(interval) else {
            return;
        };
        let words = &self.words[start..];
        let bit = |at: usize| words[at / 32] >> (31 - at % 32) & 1;
        let bits = bits.min(length * 8);
        let (mut at, mut last) = (0, 0);
        // A byte of ones is followed by a bit of zero, at the end too.
        while at < bits || last == 0xff {
            let count = if last == 0xff { 7 } else { 8 };
            last = (at..at + count).fold(0u8, |byte, at| {
                byte << 1 | if at < bits { bit(at) as u8 } else { 0 }
            });
            output.push(last);
            at += count;
        }
    }

    /// Reads the bits of an interval.
    pub fn reader(&self, interval: usize) -> Option<BitReader<'_>> {
        let &(start, length) = self.intervals.get(interval)?;
        Some(BitReader::new(&self.words[start..], length))
    }
}

impl Gather<'_> {
    #[inline(always)]
    fn add(&mut self, byte: u64, count: u32) {
        self.bits = self.bits << count | byte;
        self.count += count;
        // A byte may still be taken back, so a word leaves with one byte to spare.
        if self.count >= 40 {
            self.count -= 32;
            self.words.push((self.bits >> self.count) as u32);
        }
    }

    /// Ends an interval; returns its first word and its length in bytes.
    fn cut(&mut self) -> (usize, usize) {
        let start = self.start;
        let length = (self.words.len() - start) * 4 + (self.count as usize).div_ceil(8);
        while self.count > 0 {
            let taken = self.count.min(32);
            self.count -= taken;
            self.words
                .push(((self.bits >> self.count) << (32 - taken)) as u32);
        }
        self.words.resize(self.words.len() + PADDING, 0);
        self.start = self.words.len();
        self.bits = 0;
        (start, length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_bits_follow_a_byte_of_ones() {
        let mut stuffed = Stuffed::default();
        // 11111111, then 0|1010101, then 11000011; a marker ends the data.
        assert_eq!(stuffed.read(&[0xff, 0x55, 0xc3, 0xff, 0xd9]), 3);
        let mut reader = stuffed.reader(0).unwrap();
        reader.refill();
        assert_eq!(reader.take(8), 0xff);
        assert_eq!(reader.take(7), 0x55);
        reader.refill();
        assert_eq!(reader.take(8), 0xc3);
        assert!(!reader.overrun());
        assert!(stuffed.reader(1).is_none());
    }

    #[test]
    fn restarts_begin_an_interval() {
        let mut stuffed = Stuffed::default();
        assert_eq!(
            stuffed.read(&[1, 2, 3, 4, 5, 6, 0xff, 0xd0, 7, 0xff, 0xd9]),
            9
        );
        let mut reader = stuffed.reader(1).unwrap();
        reader.refill();
        assert_eq!(reader.take(8), 7);
    }
}
