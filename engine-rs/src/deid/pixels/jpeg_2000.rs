//! JPEG 2000 codestreams: the marker segments that decoding needs (ISO 15444-1 annex A), out of the
//! boxes that some writers put around them. Comments, pointers into the stream, which comments would
//! make wrong, boxes, and what follows the end of the codestream go.

use memchr::memmem;

use crate::codecs::jpeg_2000::{CODESTREAM, markers::Markers};

const START_OF_TILE: u8 = 0x90;
const START_OF_DATA: [u8; 2] = [0xff, 0x93];
const END: [u8; 2] = [0xff, 0xd9];
/// SOT with its marker.
const TILE_HEADER_BYTES: usize = 12;

/// CAP, SIZ, COD, COC, CPF, QCD, QCC, RGN, POC, PPM and PPT.
const NEEDED: [u8; 11] = [
    0x50, 0x51, 0x52, 0x53, 0x59, 0x5c, 0x5d, 0x5e, 0x5f, 0x60, 0x61,
];

/// The codestream of one frame without what is no picture. What is no codestream stays as it is: it is
/// no picture either, and is refused when it is decoded.
pub fn clean(frame: &[u8]) -> Vec<u8> {
    let Some(start) = memmem::find(frame, &CODESTREAM) else {
        return frame.to_vec();
    };
    let stream = &frame[start..];
    let mut clean = stream[..2].to_vec();
    let mut markers = Markers { stream, at: 2 };
    let mut tiles = false;
    for (code, content) in markers.by_ref() {
        if code == START_OF_TILE {
            tiles = true;
            break;
        }
        put_needed(&mut clean, code, content);
    }
    if tiles {
        put_tile_parts(&mut clean, stream, markers.at - TILE_HEADER_BYTES);
    }
    clean
}

fn put_needed(clean: &mut Vec<u8>, code: u8, content: &[u8]) {
    if NEEDED.contains(&code) {
        clean.extend([0xff, code]);
        clean.extend((content.len() as u16 + 2).to_be_bytes());
        clean.extend_from_slice(content);
    }
}

fn put_tile_parts(clean: &mut Vec<u8>, stream: &[u8], mut at: usize) {
    while let Some(header) = stream
        .get(at..)
        .and_then(|rest| rest.first_chunk::<TILE_HEADER_BYTES>())
        .filter(|header| header[..2] == [0xff, START_OF_TILE])
    {
        let length = u32::from_be_bytes([header[6], header[7], header[8], header[9]]) as usize;
        let end = match length {
            0 => stream.len(),
            _ => at.saturating_add(length).min(stream.len()),
        };
        let part = clean.len();
        clean.extend_from_slice(header);
        let mut markers = Markers {
            stream,
            at: at + TILE_HEADER_BYTES,
        };
        for (code, content) in markers.by_ref() {
            put_needed(clean, code, content);
        }
        let body = markers.at.saturating_add(2);
        if stream.get(markers.at..body) != Some(&START_OF_DATA) || body > end {
            clean.truncate(part);
            return;
        }
        clean.extend(START_OF_DATA);
        // Packets hold no marker (B.10.1), so the first one ends them.
        let over = memmem::find(&stream[body..end], &END).map(|found| body + found);
        clean.extend_from_slice(&stream[body..over.unwrap_or(end)]);
        let written = (clean.len() - part) as u32;
        clean[part + 6..part + 10].copy_from_slice(&written.to_be_bytes());
        at = end;
        if over.is_some() || stream.get(at..at + 2) == Some(&END) {
            clean.extend(END);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_boxes_and_what_follows_go_and_lengths_fit() {
        let size = [&[0xff, 0x51, 0, 4][..], &[1, 2]].concat();
        let comment = b"\xff\x64\0\x0a\0\x01secret";
        let style = [0xff, 0x52, 0, 4, 9, 9];
        let tile = |length: u8, inside: &[u8]| {
            let head = [0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, length, 0, 1];
            [&head[..], inside, &[0xff, 0x93, 7, 8, 9]].concat()
        };
        let carrier = [
            &b"\0\0\0\x0cjP  box of a name"[..],
            &[0xff, 0x4f],
            &size,
            comment,
            &style,
            &tile(29, comment),
            &tile(0, comment),
            &END,
            b"after",
        ]
        .concat();
        let expected = [
            &[0xff, 0x4f][..],
            &size,
            &style,
            &tile(17, b""),
            &tile(17, b""),
            &END,
        ]
        .concat();
        assert_eq!(clean(&carrier), expected);
        assert_eq!(clean(&expected), expected);
    }
}
