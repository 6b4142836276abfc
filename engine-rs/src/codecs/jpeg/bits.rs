//! Entropy-coded segments: stuffing taken out once, then read 64 bits at a time (T.81 B.1.1.5, F.2.2).

use memchr::memchr;

/// Zero bytes behind each segment at least, so that its last bits can be looked past.
const PADDING: usize = 8;
/// Bytes of a word.
const WORD: usize = 4;

/// The entropy-coded data of one scan, cut at its restart markers.
#[derive(Debug, Default)]
pub struct Segments {
    /// Bytes without stuffing, [`PADDING`] behind each segment.
    bytes: Vec<u8>,
    /// The same as numbers whose highest bits come first.
    words: Vec<u32>,
    /// Start and end in `bytes`, and the number of the restart marker that ended the segment.
    cuts: Vec<(usize, usize, Option<u8>)>,
}

impl Segments {
    /// Reads from the first byte of entropy-coded data up to a marker that is no restart; answers
    /// the position of that marker, or the length when the data end before one.
    pub fn read(&mut self, data: &[u8]) -> usize {
        let end = self.take_out_stuffing(data);
        let (words, _) = self.bytes.as_chunks::<WORD>();
        self.words.clear();
        self.words
            .extend(words.iter().map(|word| u32::from_be_bytes(*word)));
        end
    }

    fn take_out_stuffing(&mut self, data: &[u8]) -> usize {
        self.bytes.clear();
        self.cuts.clear();
        self.bytes.reserve(data.len() + PADDING);
        let mut at = 0;
        let mut start = 0;
        loop {
            let Some(found) = memchr(0xff, &data[at..]) else {
                self.bytes.extend_from_slice(&data[at..]);
                self.cut(start, None);
                return data.len();
            };
            let mark = at + found;
            // The byte itself is data when a zero follows.
            if data.get(mark + 1) == Some(&0) {
                self.bytes.extend_from_slice(&data[at..=mark]);
                at = mark + 2;
                continue;
            }
            self.bytes.extend_from_slice(&data[at..mark]);
            // Fill bytes may stand before a marker (B.1.1.2).
            let mut code = mark + 1;
            while data.get(code) == Some(&0xff) {
                code += 1;
            }
            match data.get(code) {
                Some(0) => {
                    self.bytes.push(0xff);
                    at = code + 1;
                }
                Some(&byte @ 0xd0..=0xd7) => {
                    start = self.cut(start, Some(byte - 0xd0));
                    at = code + 1;
                }
                Some(_) => {
                    self.cut(start, None);
                    return mark;
                }
                None => {
                    self.cut(start, None);
                    return data.len();
                }
            }
        }
    }

    fn cut(&mut self, start: usize, restart: Option<u8>) -> usize {
        self.cuts.push((start, self.bytes.len(), restart));
        let end = (self.bytes.len() + PADDING).next_multiple_of(WORD);
        self.bytes.resize(end, 0);
        end
    }

    /// The segment of each restart interval, in order; none where it was lost. A marker that
    /// comes one or two numbers early tells how many intervals were lost, one that comes late ends
    /// a segment that belongs to none.
    pub fn intervals(&self, count: usize) -> Vec<Option<usize>> {
        let mut order: Vec<Option<usize>> = Vec::new();
        for (index, &(_, _, restart)) in self.cuts.iter().enumerate() {
            order.push(Some(index));
            let Some(number) = restart else {
                continue;
            };
            let ahead = (usize::from(number) + 8 - (order.len() - 1) % 8) % 8;
            match ahead {
                1 | 2 => order.resize(order.len() + ahead, None),
                6 | 7 => {
                    order.pop();
                }
                _ => {}
            }
            if order.len() >= count {
                break;
            }
        }
        order.resize(count, None);
        order
    }

    /// Reads the bits of a segment.
    pub fn reader(&self, segment: usize) -> BitReader<'_> {
        let (start, end, _) = self.cuts[segment];
        BitReader::new(&self.words[start / WORD..end.div_ceil(WORD)], end - start)
    }
}

/// Bits of one segment, most significant first; zeros behind its end.
#[derive(Debug, Clone, Copy)]
pub struct BitReader<'a> {
    words: &'a [u32],
    /// The next word.
    position: usize,
    /// The next bits at the top.
    bits: u64,
    /// Valid bits at the top of `bits`.
    count: u32,
    /// Bytes of the segment.
    length: usize,
}

impl<'a> BitReader<'a> {
    /// A reader of `length` bytes in words.
    pub fn new(words: &'a [u32], length: usize) -> Self {
        Self {
            words,
            position: 0,
            bits: 0,
            count: 0,
            length,
        }
    }

    /// Makes at least 32 bits valid: a code of 16 and a value of 16.
    #[inline(always)]
    pub fn refill(&mut self) {
        if self.count < 32 {
            let word = self.words.get(self.position).copied().unwrap_or(0);
            self.bits |= u64::from(word) << (32 - self.count);
            self.position += 1;
            self.count += 32;
        }
    }

    /// The next 1 to 32 bits, not taken yet.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> usize {
        (self.bits >> (64 - count)) as usize
    }

    /// Takes up to 32 bits.
    #[inline(always)]
    pub fn consume(&mut self, count: u32) {
        self.bits <<= count;
        self.count -= count;
    }

    /// Takes 0 to 16 bits as a number.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> u32 {
        // Two shifts, as one by 64 would not be defined for no bits.
        let value = (self.bits >> 1 >> (63 - count)) as u32;
        self.consume(count);
        value
    }

    /// Takes the value of a category (T.81 F.2.2.1, EXTEND).
    #[inline(always)]
    pub fn take_value(&mut self, category: u32) -> i32 {
        extend(self.take(category), category)
    }

    /// More bits were taken than the segment holds.
    #[inline(always)]
    pub fn overrun(&self) -> bool {
        self.position * 32 > self.length * 8 + self.count as usize
    }

    /// Nothing but the padding of the last byte is left.
    #[inline(always)]
    pub fn exhausted(&self) -> bool {
        let taken = self.position * 32 - self.count as usize;
        if taken + 8 <= self.length * 8 {
            return false;
        }
        let left = (self.length * 8).saturating_sub(taken) as u32;
        // Padding is made of ones (F.1.2.3).
        left == 0 || (self.bits >> (64 - left)) == (1 << left) - 1
    }
}

/// Sign extension of T.81 figure F.12.
#[inline(always)]
pub fn extend(value: u32, category: u32) -> i32 {
    let value = value as i32;
    let limit = (1i32 << category) >> 1;
    if value < limit {
        value - (1 << category) + 1
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stuffing_is_taken_out_and_restarts_cut() {
        let mut segments = Segments::default();
        let data = [
            1, 0xff, 0, 2, 0xff, 0xff, 0xd0, 3, 0xff, 0xd1, 0xff, 0xd9, 9,
        ];
        assert_eq!(segments.read(&data), 10);
        let parts: Vec<&[u8]> = segments
            .cuts
            .iter()
            .map(|&(start, end, _)| &segments.bytes[start..end])
            .collect();
        assert_eq!(parts, [&[1, 0xff, 2][..], &[3], &[]]);
        assert_eq!(segments.intervals(3), [Some(0), Some(1), Some(2)]);
        assert_eq!(segments.read(&[7, 0xff]), 2);
    }

    #[test]
    fn a_lost_restart_leaves_its_interval_empty() {
        let mut segments = Segments::default();
        // RST0, then RST2: the interval that RST1 would have ended is lost.
        segments.read(&[1, 0xff, 0xd0, 2, 0xff, 0xd2, 3]);
        assert_eq!(segments.intervals(4), [Some(0), Some(1), None, Some(2)]);
    }

    #[test]
    fn bits_come_in_order_and_zeros_follow() {
        let mut segments = Segments::default();
        segments.read(&[0b1010_0101, 0b1100_0011]);
        let mut reader = segments.reader(0);
        reader.refill();
        assert_eq!(reader.take(3), 0b101);
        assert_eq!(reader.take(0), 0);
        assert_eq!(reader.peek(5), 0b00101);
        reader.consume(5);
        assert_eq!(reader.take(8), 0b1100_0011);
        assert!(!reader.overrun());
        assert_eq!(reader.take(4), 0);
        assert!(reader.overrun());
    }

    #[test]
    fn categories_extend_to_signed_values() {
        let values: Vec<i32> = (0..8).map(|bits| extend(bits, 3)).collect();
        assert_eq!(values, [-7, -6, -5, -4, 4, 5, 6, 7]);
        assert_eq!(extend(0, 0), 0);
    }
}
