//! Entropy-coded data of JPEG-LS: after a byte of ones the next one holds seven bits (ISO 14495-1 A.1).

/// Bits of a word.
const WORD_BITS: usize = u32::BITS as usize;
/// Words of zeros after each interval.
const PADDING: usize = 2;

/// The coded data of one scan without stuffing, cut at its restart markers.
#[derive(Debug, Default)]
pub struct Stuffed {
    words: Vec<u32>,
    /// Every word with the next one below it.
    pairs: Vec<u64>,
    /// First word of each interval, and its length in bytes.
    intervals: Vec<(usize, usize)>,
}

/// Bits of an interval, at any position of which the next 33 are read without a branch.
#[derive(Debug, Clone, Copy)]
pub struct Window<'a> {
    /// Every word with the next one below it.
    pairs: &'a [u64],
    /// Bits taken.
    taken: usize,
    /// Bits of the interval.
    length: usize,
}

impl Window<'_> {
    /// The next 33 bits or more at the top; zeros follow the last.
    #[inline(always)]
    pub fn peek(&self) -> u64 {
        let pair = self.pairs.get(self.taken / WORD_BITS).copied();
        pair.unwrap_or(0) << (self.taken % WORD_BITS)
    }

    /// Takes bits.
    #[inline(always)]
    pub fn consume(&mut self, count: u32) {
        self.taken += count as usize;
    }

    /// Takes 0 to 32 bits as a number.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> u32 {
        // Two shifts, as one by 64 would not be defined for no bits.
        let value = (self.peek() >> 1 >> (63 - count)) as u32;
        self.consume(count);
        value
    }

    /// Bits taken so far.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// More bits were taken than the interval holds.
    pub fn overrun(&self) -> bool {
        self.taken > self.length
    }
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
        let length = self.gather(data);
        self.pairs.clear();
        // The one after each word; zeros follow the last.
        let nexts = self.words.iter().skip(1).chain([&0]);
        let pairs = self.words.iter().zip(nexts);
        let pair = |(&word, &next)| u64::from(word) << WORD_BITS | u64::from(next);
        self.pairs.extend(pairs.map(pair));
        length
    }

    fn gather(&mut self, data: &[u8]) -> usize {
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
            // Four bytes at once, unless one is of ones.
            if let Some(bytes) = data[at..].first_chunk::<4>()
                && !bytes.contains(&0xff)
            {
                let bits = u64::from(u32::from_be_bytes(*bytes));
                gather.add(bits >> 16, 16);
                gather.add(bits & 0xffff, 16);
                at += bytes.len();
                continue;
            }
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
    pub fn reader(&self, interval: usize) -> Option<Window<'_>> {
        let &(start, length) = self.intervals.get(interval)?;
        Some(Window {
            pairs: &self.pairs[start..],
            taken: 0,
            length: length * 8,
        })
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
        assert_eq!(reader.take(8), 0xff);
        assert_eq!(reader.take(7), 0x55);
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
        assert_eq!(reader.take(8), 7);
    }
}
