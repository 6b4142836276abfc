//! Entropy-coded segments of a scan: stuffing taken out once, cut at restarts (T.81 B.1.1.5).

use memchr::memchr;

use crate::codecs::bits::BitReader;

/// Zero bytes after each segment at least, so that its last bits can be looked past.
const PADDING: usize = 8;
/// Bytes of a word.
const WORD: usize = 4;

/// The entropy-coded data of one scan, cut at its restart markers.
#[derive(Debug, Default)]
pub struct Segments {
    /// Bytes without stuffing, [`PADDING`] after each segment.
    bytes: Vec<u8>,
    /// The same as numbers whose highest bits come first.
    words: Vec<u32>,
    /// Start and end in `bytes`, and the number of the restart marker that ended the segment.
    cuts: Vec<(usize, usize, Option<u8>)>,
}

impl Segments {
    /// Reads from the first byte of entropy-coded data up to a marker other than a restart; returns
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
            // Fill bytes are allowed before a marker (B.1.1.2).
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

    /// The segment of each restart interval, in order; none where it was lost. A marker that comes
    /// one or two numbers early shows how many intervals were lost, one that comes late ends a
    /// segment without an interval.
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

    /// The bytes of a segment, without stuffing.
    pub fn bytes(&self, segment: usize) -> &[u8] {
        let (start, end, _) = self.cuts[segment];
        &self.bytes[start..end]
    }

    /// Reads the bits of a segment.
    pub fn reader(&self, segment: usize) -> BitReader<'_> {
        let (start, end, _) = self.cuts[segment];
        BitReader::new(&self.words[start / WORD..end.div_ceil(WORD)], end - start)
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
}
