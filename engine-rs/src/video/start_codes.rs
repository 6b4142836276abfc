//! Units between start codes: NAL units of H.264 and HEVC, headers and slices of MPEG-2.

/// One unit of a byte stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// First byte of the start code, a leading zero included.
    pub start: usize,
    /// First byte behind the start code.
    pub payload: usize,
    /// First byte of what follows.
    pub end: usize,
}

/// The units of a stream, one after the other.
#[derive(Debug, Clone)]
pub struct Units<'a> {
    bytes: &'a [u8],
    next: Option<usize>,
}

/// Finds the units; bytes before the first start code belong to none.
pub fn units(bytes: &[u8]) -> Units<'_> {
    Units {
        bytes,
        next: find(bytes, 0),
    }
}

/// Position of 00 00 01 at or after `from`.
fn find(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let mut at = 2;
    // What stands in the third place tells how far the next code is away at least.
    while let Some(&byte) = rest.get(at) {
        match byte {
            1 if rest[at - 1] == 0 && rest[at - 2] == 0 => return Some(from + at - 2),
            0 => at += 1,
            _ => at += 3,
        }
    }
    None
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let code = self.next?;
        let payload = code + 3;
        self.next = find(self.bytes, payload);
        let leading = |code: usize| {
            let zero = code > 0 && self.bytes[code - 1] == 0;
            if zero { code - 1 } else { code }
        };
        Some(Unit {
            start: leading(code),
            payload,
            end: self.next.map_or(self.bytes.len(), leading).max(payload),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_codes_part_the_units() {
        let bytes = [9, 0, 0, 0, 1, 7, 8, 0, 0, 1, 5, 0, 0, 1];
        let found: Vec<_> = units(&bytes)
            .map(|unit| (unit.start, unit.payload, unit.end))
            .collect();
        assert_eq!(found, [(1, 5, 7), (7, 10, 11), (11, 14, 14)]);
    }

    #[test]
    fn every_place_of_a_code_is_found() {
        for before in 0..9 {
            for filler in [0u8, 1, 2] {
                let mut bytes = vec![2, filler];
                bytes.resize(2 + before, 5);
                bytes.extend([0, 0, 1]);
                assert_eq!(
                    units(&bytes).next().map(|unit| unit.payload),
                    Some(bytes.len())
                );
            }
        }
        assert_eq!(units(&[0, 0]).next(), None);
    }
}
