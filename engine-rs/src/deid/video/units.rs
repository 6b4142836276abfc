//! Units of coded video: what is no picture becomes filler of the same length.

use std::ops::Range;

use memchr::memmem;

use crate::video::{Coding, Pieces};

const START_CODE: [u8; 3] = [0, 0, 1];
/// User data of MPEG-2 (ISO 13818-2 6.2.2.2.2).
const USER_DATA: u8 = 0xb2;
/// SEI message that holds filler (H.264 D.1.3, H.265 D.2.4).
const FILLER_PAYLOAD: u8 = 3;
const STOP_BIT: u8 = 0x80;

/// What is done with a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Picture,
    /// Supplemental information: becomes a message of filler, so that it still opens an access unit.
    Supplemental,
    /// Filler, and units that have no meaning.
    Filler,
}

fn kind_of(coding: Coding, first: u8) -> Kind {
    match coding {
        Coding::Mpeg2 => Kind::Picture,
        // Table 7-1 of H.264: 6 SEI, 12 filler, 0 and 24 to 31 unspecified.
        Coding::Avc => match first & 0x1f {
            6 => Kind::Supplemental,
            0 | 12 | 24..=31 => Kind::Filler,
            _ => Kind::Picture,
        },
        // Table 7-1 of H.265: 39 and 40 SEI, 38 filler, 41 to 47 reserved, 48 to 63 unspecified.
        Coding::Hevc => match first >> 1 & 0x3f {
            39 | 40 => Kind::Supplemental,
            38 | 41..=63 => Kind::Filler,
            _ => Kind::Picture,
        },
    }
}

/// Overwrites a unit that is no picture; true where it did.
pub fn clean_unit(coding: Coding, unit: &mut [u8]) -> bool {
    let kind = unit
        .first()
        .map_or(Kind::Picture, |&first| kind_of(coding, first));
    let header = if coding == Coding::Hevc { 2 } else { 1 };
    match kind {
        Kind::Picture => return false,
        Kind::Supplemental => {
            let (head, rest) = unit.split_at_mut(header.min(unit.len()));
            if coding == Coding::Avc {
                // Reference bits say nothing of an SEI (7.4.1).
                head[0] = 6;
            }
            fill_message(rest);
        }
        Kind::Filler => {
            let (head, rest) = unit.split_at_mut(header.min(unit.len()));
            head[0] = if coding == Coding::Avc { 12 } else { 38 << 1 };
            if let Some(second) = head.get_mut(1) {
                *second = 1;
            }
            rest.fill(0xff);
            if let Some(last) = rest.last_mut() {
                *last = STOP_BIT;
            }
        }
    }
    true
}

/// One message of filler: type, size in steps of 255, bytes, stop bit. Where the size takes another
/// byte than fits, a second message of no bytes takes the rest.
fn fill_message(bytes: &mut [u8]) {
    let Some((last, message)) = bytes.split_last_mut() else {
        return;
    };
    *last = STOP_BIT;
    let mut rest = message;
    while rest.len() >= 2 {
        // Bytes of the size: one, and one more for every 255 bytes of payload.
        let mut size_bytes = 1;
        while rest.len() - 1 - size_bytes >= size_bytes * 255 {
            size_bytes += 1;
        }
        let mut payload = (rest.len() - 1 - size_bytes).min(size_bytes * 255 - 1);
        // The byte that a longer size takes may leave too little for it.
        if payload < (size_bytes - 1) * 255 {
            size_bytes -= 1;
            payload = size_bytes * 255 - 1;
        }
        let (first, next) = rest.split_at_mut(1 + size_bytes + payload);
        first.fill(0xff);
        first[0] = FILLER_PAYLOAD;
        first[size_bytes] = (payload - (size_bytes - 1) * 255) as u8;
        rest = next;
    }
    // A byte alone is no message; after the stop bit it is stuffing.
    if let [single] = rest {
        *single = STOP_BIT;
        *last = 0;
    }
}

/// Units of a stream with start codes: from after each code up to the zeros before the next.
fn units(stream: &[u8]) -> Vec<Range<usize>> {
    let starts: Vec<usize> = memmem::find_iter(stream, &START_CODE).collect();
    let ends = starts.iter().skip(1).copied().chain([stream.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| {
            let begin = start + START_CODE.len();
            let zeros = stream[begin..end]
                .iter()
                .rev()
                .take_while(|&&byte| byte == 0)
                .count();
            begin..(end - zeros).max(begin)
        })
        .collect()
}

/// Cleans the units of an elementary stream that lies in pieces of `container`.
pub fn clean_elementary(coding: Coding, container: &mut [u8], pieces: &Pieces) {
    let places = |start: usize, length: usize| pieces.ranges(start as u64, length as u64);
    let within = |(start, length): (u64, u64)| start as usize..(start + length) as usize;
    let mut stream: Vec<u8> = Vec::with_capacity(pieces.length() as usize);
    for place in places(0, pieces.length() as usize) {
        stream.extend_from_slice(container.get(within(place)).unwrap_or(&[]));
    }
    let mut write = |at: usize, bytes: &[u8]| {
        let mut rest = bytes;
        for place in places(at, bytes.len()) {
            let target = &mut container[within(place)];
            let (mine, next) = rest.split_at(target.len().min(rest.len()));
            target[..mine.len()].copy_from_slice(mine);
            rest = next;
        }
    };
    // What stands before the first start code is read by nobody.
    let found = units(&stream);
    let first = found
        .first()
        .map_or(stream.len(), |unit| unit.start - START_CODE.len());
    write(0, &vec![0; first]);
    for unit in found {
        if coding == Coding::Mpeg2 {
            if stream.get(unit.start) == Some(&USER_DATA) {
                let from = unit.start - START_CODE.len();
                write(from, &vec![0; unit.end - from]);
            }
        } else if clean_unit(coding, &mut stream[unit.clone()]) {
            write(unit.start, &stream[unit.clone()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of SEI: type and size (H.264 7.3.2.3.1), read up to the stop bit.
    fn messages(mut bytes: &[u8]) -> Vec<(u8, usize)> {
        let mut found = Vec::new();
        while !matches!(bytes, [STOP_BIT] | [STOP_BIT, 0] | []) {
            let kind = bytes[0];
            let more = bytes[1..].iter().take_while(|&&byte| byte == 0xff).count();
            // Filler is 0xff too: the size ends with the first byte that is not.
            let size = more * 255 + usize::from(bytes[1 + more]);
            found.push((kind, size));
            bytes = &bytes[2 + more + size..];
        }
        found
    }

    #[test]
    fn filler_has_the_length_of_what_it_replaces() {
        for length in 0..1400 {
            let mut bytes = vec![b'K'; length];
            fill_message(&mut bytes);
            let mut others = vec![b'L'; length];
            fill_message(&mut others);
            assert_eq!(bytes, others, "something is left at {length}");
            if length >= 3 {
                let found = messages(&bytes);
                assert!(
                    found.iter().all(|&(kind, _)| kind == FILLER_PAYLOAD),
                    "{length}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn pictures_stay_and_messages_become_filler() {
        let mut slice = [0x65, 1, 2, 3];
        assert!(!clean_unit(Coding::Avc, &mut slice));
        let mut message = *b"\x06\x05\x06secret\x80";
        assert!(clean_unit(Coding::Avc, &mut message));
        assert_eq!(message, *b"\x06\x03\x06\xff\xff\xff\xff\xff\xff\x80");
        let mut suffix = *b"\x50\x01\x05\x03sec\x80";
        assert!(clean_unit(Coding::Hevc, &mut suffix));
        assert_eq!(suffix, *b"\x50\x01\x03\x03\xff\xff\xff\x80");
        let mut unspecified = *b"\x18secret";
        assert!(clean_unit(Coding::Avc, &mut unspecified));
        assert_eq!(unspecified, *b"\x0c\xff\xff\xff\xff\xff\x80");
    }

    #[test]
    fn user_data_in_pieces_become_stuffing() {
        let stream = b"\0\0\x01\xb3\x11\0\0\x01\xb2secret\0\0\x01\x00\x22";
        let mut container = b"hhhh".to_vec();
        container.extend_from_slice(&stream[..12]);
        container.extend_from_slice(b"pppp");
        container.extend_from_slice(&stream[12..]);
        let mut pieces = Pieces::default();
        pieces.add(4, 12).unwrap();
        pieces.add(20, stream.len() as u64 - 12).unwrap();
        clean_elementary(Coding::Mpeg2, &mut container, &pieces);
        assert_eq!(
            container,
            b"hhhh\0\0\x01\xb3\x11\0\0\0\0\0\0\0pppp\0\0\0\0\0\x01\x00\x22"
        );
    }
}
