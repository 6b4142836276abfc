//! Marker segments of a codestream (ISO 15444-1 A.1) and the numbers in them.

use super::malformed;
use crate::error::EngineError;

/// Marker segments one after the other, up to SOD or what is none.
pub struct Markers<'a> {
    /// The codestream.
    pub stream: &'a [u8],
    /// Where the next one begins.
    pub at: usize,
}

impl<'a> Iterator for Markers<'a> {
    type Item = (u8, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (code, end) = segment_at(self.stream, self.at)?;
        if code == 0x93 {
            return None;
        }
        let content = self.stream.get(self.at + 4..end)?;
        self.at = end;
        Some((code, content))
    }
}

/// Marker and end of the segment that begins here. Some encoders count a byte too many, which is seen by
/// the marker that stands a byte before the end.
pub fn segment_at(stream: &[u8], at: usize) -> Option<(u8, usize)> {
    let &[0xff, code, high, low] = stream.get(at..)?.first_chunk::<4>()? else {
        return None;
    };
    let end = at + 2 + usize::from(u16::from_be_bytes([high, low]));
    let early = matches!(stream.get(end - 1..=end), Some([0xff, 0x50..=0x93]));
    Some((code, if early && end > at + 4 { end - 1 } else { end }))
}

/// Numbers of a segment, most significant byte first.
pub struct Fields<'a>(pub &'a [u8]);

impl Fields<'_> {
    /// Bytes as they are.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], EngineError> {
        let cut = || malformed("JPEG 2000 header cut short");
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or_else(cut)?;
        self.0 = rest;
        Ok(*bytes)
    }

    /// A byte.
    ///
    /// # Errors
    /// `malformed-frame` where the segment ends, as all of these.
    pub fn byte(&mut self) -> Result<u8, EngineError> {
        Ok(self.take::<1>()?[0])
    }

    /// Two bytes.
    pub fn word(&mut self) -> Result<u16, EngineError> {
        Ok(u16::from_be_bytes(self.take()?))
    }

    /// Four bytes.
    pub fn long(&mut self) -> Result<u32, EngineError> {
        Ok(u32::from_be_bytes(self.take()?))
    }
}
