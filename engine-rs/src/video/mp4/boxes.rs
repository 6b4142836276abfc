//! Boxes of MP4: name, length and what they hold (ISO 14496-12 4.2).

use std::ops::Range;

/// One box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// Four letters.
    pub name: [u8; 4],
    /// Content after its header, within the box around it.
    pub content: Range<usize>,
}

/// The boxes that lie one after the other in a range; ends at the first that is none.
pub fn children(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Child> + '_ {
    let end = range.end.min(bytes.len());
    let mut at = range.start;
    std::iter::from_fn(move || {
        let header = bytes.get(at..end)?.first_chunk::<8>()?;
        let mut begin = at + 8;
        let length = match u32::from_be_bytes([header[0], header[1], header[2], header[3]]) {
            0 => end - at,
            1 => {
                let long = bytes.get(begin..end)?.first_chunk::<8>()?;
                begin += 8;
                // A box that claims more than there is ends with the data.
                u64::from_be_bytes(*long).min((end - at) as u64) as usize
            }
            length => length as usize,
        };
        let behind = at.checked_add(length).filter(|&behind| behind >= begin)?;
        let child = Child {
            name: [header[4], header[5], header[6], header[7]],
            content: begin..behind.min(end),
        };
        at = behind;
        Some(child)
    })
}

/// Content of the first box of a name.
pub fn find(bytes: &[u8], range: Range<usize>, name: &[u8; 4]) -> Option<Range<usize>> {
    children(bytes, range)
        .find(|child| &child.name == name)
        .map(|child| child.content)
}

/// Version of a full box and what lies after version and flags.
pub fn full(bytes: &[u8], content: Range<usize>) -> Option<(u8, Range<usize>)> {
    let inside = content.start + 4..content.end;
    (inside.start <= inside.end).then(|| (bytes[content.start], inside))
}

/// Numbers of four bytes.
pub fn u32_list(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| u32::from_be_bytes(*number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_all_kinds_are_followed() {
        let mut bytes = vec![0, 0, 0, 9, b'a', b'a', b'a', b'a', 7];
        bytes.extend([
            0, 0, 0, 1, b'b', b'b', b'b', b'b', 0, 0, 0, 0, 0, 0, 0, 17, 8,
        ]);
        bytes.extend([0, 0, 0, 0, b'c', b'c', b'c', b'c', 9, 9]);
        let found: Vec<_> = children(&bytes, 0..bytes.len())
            .map(|child| child.content)
            .collect();
        assert_eq!(found, [8..9, 25..26, 34..36]);
    }

    #[test]
    fn lengths_that_lie_end_the_list() {
        let short = [0, 0, 0, 7, b'a', b'a', b'a', b'a'];
        assert_eq!(children(&short, 0..8).count(), 0);
        let huge = [
            0, 0, 0, 1, b'a', b'a', b'a', b'a', 255, 255, 255, 255, 255, 255, 255, 255,
        ];
        assert_eq!(find(&huge, 0..16, b"aaaa"), Some(16..16));
        let beyond = [0, 0, 1, 0, b'a', b'a', b'a', b'a', 1];
        assert_eq!(find(&beyond, 0..9, b"aaaa"), Some(8..9));
    }
}
