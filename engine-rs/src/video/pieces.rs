//! A stream that was joined from pieces, and the place of each in its source.

use crate::error::EngineError;
use crate::limits::MAX_FILE_BYTES;

/// Where the bytes of a stream lie. Neighbours are one piece; eight bytes are kept of each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pieces {
    /// First byte in the stream, first byte in the source.
    list: Vec<(u32, u32)>,
    length: u64,
}

impl Pieces {
    /// Bytes of the stream so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds the piece at `place` of the source.
    ///
    /// # Errors
    /// `limit-exceeded` for `file_bytes`.
    pub fn add(&mut self, place: u64, length: u64) -> Result<(), EngineError> {
        let behind = place.max(self.length).saturating_add(length);
        if behind > MAX_FILE_BYTES {
            return Err(EngineError::limit("file_bytes", MAX_FILE_BYTES, behind));
        }
        let goes_on = self.list.last().is_some_and(|&(stream, source)| {
            u64::from(source) + (self.length - u64::from(stream)) == place
        });
        if !goes_on && length > 0 {
            // Both are below the limit of a file.
            self.list.push((self.length as u32, place as u32));
        }
        self.length += length;
        Ok(())
    }

    /// Start and length in the source of a part of the stream; what the stream does not reach is
    /// left out.
    pub fn ranges(&self, start: u64, length: u64) -> Vec<(u64, u64)> {
        let end = start.saturating_add(length).min(self.length);
        let first = self
            .list
            .partition_point(|&(stream, _)| u64::from(stream) <= start)
            .saturating_sub(1);
        let mut ranges = Vec::new();
        for (index, &(stream, source)) in self.list.iter().enumerate().skip(first) {
            let next = self.list.get(index + 1);
            let behind = next.map_or(self.length, |&(next, _)| u64::from(next));
            let from = u64::from(stream).max(start);
            if from >= end {
                break;
            }
            let place = u64::from(source) + (from - u64::from(stream));
            ranges.push((place, behind.min(end) - from));
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_in_its_pieces() {
        let mut pieces = Pieces::default();
        for (place, length) in [(10, 5), (15, 5), (100, 3), (50, 0), (7, 1)] {
            pieces.add(place, length).unwrap();
        }
        assert_eq!(pieces.length(), 14);
        assert_eq!(pieces.list.len(), 3);
        assert_eq!(pieces.ranges(0, 14), [(10, 10), (100, 3), (7, 1)]);
        assert_eq!(pieces.ranges(9, 3), [(19, 1), (100, 2)]);
        assert_eq!(pieces.ranges(13, 9), [(7, 1)]);
        assert_eq!(pieces.ranges(14, 1), []);
    }

    #[test]
    fn no_piece_lies_beyond_the_largest_file() {
        let mut pieces = Pieces::default();
        assert!(pieces.add(MAX_FILE_BYTES, 0).is_ok());
        assert!(pieces.add(MAX_FILE_BYTES - 1, 2).is_err());
        assert!(pieces.add(u64::MAX, u64::MAX).is_err());
    }
}
