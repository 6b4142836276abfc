//! Units between start codes, found while the bytes arrive: NAL units of H.264 and HEVC, headers and
//! slices of MPEG-2. Of a unit only its first bytes are kept, and only while it is read.

use crate::error::EngineError;

/// Most bytes of a unit that are looked at: parameter sets are far smaller.
pub const MAX_HEAD_BYTES: usize = 64 << 10;
/// Longest start code: a leading zero belongs to it.
const CODE_BYTES: usize = 4;

/// Reader of the units of one coding.
pub trait UnitReader {
    /// Bytes after the start code that are needed of a unit with this first byte.
    fn head_bytes(&self, first: u8) -> usize;

    /// Reads a unit: where its start code begins, and its first bytes, fewer only where it is
    /// shorter. Units without a byte are passed over.
    ///
    /// # Errors
    /// Errors of the coding.
    fn unit(&mut self, start: usize, head: &[u8]) -> Result<(), EngineError>;
}

/// The unit that is being read.
#[derive(Debug, Clone, Copy)]
struct Open {
    start: usize,
    /// Bytes after the start code so far.
    length: usize,
    reported: bool,
}

/// Finds units in bytes of any chunking. A unit is reported as soon as its head is there.
#[derive(Debug, Clone, Default)]
pub struct Units {
    position: usize,
    /// Zero bytes directly before `position`.
    zeros: usize,
    open: Option<Open>,
    head: Vec<u8>,
}

impl Units {
    /// Bytes seen.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// The first of the reader.
    pub fn push(&mut self, bytes: &[u8], reader: &mut dyn UnitReader) -> Result<(), EngineError> {
        let (mut at, mut taken) = (0, 0);
        while at < bytes.len() {
            if self.zeros == 0 {
                let Some(next) = bytes[at..].iter().position(|&byte| byte == 0) else {
                    break;
                };
                at += next;
            }
            let byte = bytes[at];
            at += 1;
            let code = (self.zeros + 1).min(CODE_BYTES);
            self.zeros = if byte == 0 { self.zeros + 1 } else { 0 };
            if byte == 1 && code >= CODE_BYTES - 1 {
                self.take(&bytes[taken..at]);
                taken = at;
                self.close(code, reader)?;
                self.head.clear();
                self.open = Some(Open {
                    start: self.position + at - code,
                    length: 0,
                    reported: false,
                });
            }
        }
        self.take(&bytes[taken..]);
        self.position += bytes.len();
        self.report(CODE_BYTES, reader)
    }

    /// The stream is over.
    ///
    /// # Errors
    /// The first of the reader.
    pub fn finish(&mut self, reader: &mut dyn UnitReader) -> Result<(), EngineError> {
        self.close(0, reader)
    }

    fn take(&mut self, bytes: &[u8]) {
        let Some(open) = &mut self.open else { return };
        open.length += bytes.len();
        if !open.reported {
            let room = (MAX_HEAD_BYTES + CODE_BYTES).saturating_sub(self.head.len());
            self.head.extend_from_slice(&bytes[..room.min(bytes.len())]);
        }
    }

    /// Ends the unit before a start code of so many bytes.
    fn close(&mut self, code: usize, reader: &mut dyn UnitReader) -> Result<(), EngineError> {
        if let Some(open) = &mut self.open {
            open.length = open.length.saturating_sub(code);
            self.head.truncate(open.length);
            self.report(0, reader)?;
        }
        self.open = None;
        Ok(())
    }

    /// Reports the unit, at its end or once `ahead` bytes after its head show that the head is
    /// whole.
    fn report(&mut self, ahead: usize, reader: &mut dyn UnitReader) -> Result<(), EngineError> {
        let (Some(open), Some(&first)) = (&mut self.open, self.head.first()) else {
            return Ok(());
        };
        let needed = reader.head_bytes(first).min(MAX_HEAD_BYTES);
        if open.reported || (ahead > 0 && self.head.len() < needed + ahead) {
            return Ok(());
        }
        open.reported = true;
        reader.unit(open.start, &self.head[..needed.min(self.head.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what is reported to it.
    struct Listener(usize, Vec<(usize, Vec<u8>)>);

    impl UnitReader for Listener {
        fn head_bytes(&self, _: u8) -> usize {
            self.0
        }

        fn unit(&mut self, start: usize, head: &[u8]) -> Result<(), EngineError> {
            self.1.push((start, head.to_vec()));
            Ok(())
        }
    }

    fn units_of(bytes: &[u8], chunk: usize, head: usize) -> Vec<(usize, Vec<u8>)> {
        let (mut units, mut listener) = (Units::default(), Listener(head, Vec::new()));
        for chunk in bytes.chunks(chunk) {
            units.push(chunk, &mut listener).unwrap();
        }
        units.finish(&mut listener).unwrap();
        listener.1
    }

    #[test]
    fn long_and_short_codes_part_the_units_whatever_the_chunks() {
        let bytes = [9, 0, 0, 0, 1, 7, 8, 0, 0, 1, 5, 0, 0, 0, 0, 1, 6, 0, 0, 1];
        for chunk in 1..bytes.len() {
            let expected = [(1, vec![7, 8]), (7, vec![5, 0]), (12, vec![6])];
            assert_eq!(units_of(&bytes, chunk, 64), expected, "{chunk}");
            let short = [(1, vec![7]), (7, vec![5]), (12, vec![6])];
            assert_eq!(units_of(&bytes, chunk, 1), short, "{chunk}");
        }
    }

    #[test]
    fn a_unit_is_told_before_its_end() {
        let (mut units, mut listener) = (Units::default(), Listener(2, Vec::new()));
        let mut count = Vec::new();
        for byte in [0, 0, 1, 7, 7, 7, 7, 7, 7, 7] {
            units.push(&[byte], &mut listener).unwrap();
            count.push(listener.1.len());
        }
        assert_eq!(count, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn a_head_has_a_largest_size() {
        let mut bytes = vec![0, 0, 1];
        bytes.resize(3 * MAX_HEAD_BYTES, 7);
        let found = units_of(&bytes, 1000, usize::MAX);
        assert_eq!(found[0].1.len(), MAX_HEAD_BYTES);
        assert_eq!(units_of(&[0, 0], 1, 9), []);
    }
}
