//! JPEG and JPEG-LS streams: the segments that decoding needs, written anew (ISO 10918-1 annex B,
//! ISO 14495-1 annex C).
//!
//! Kept are tables, frame and scan headers, entropy-coded data, and of the application segments JFIF,
//! Adobe and ICC profiles. Comments, every other application segment, bytes between segments, scans
//! that repeat what is there, and all that follows the end of the image go.

use crate::codecs::jpeg::{next_marker, segment_at};

const END_OF_IMAGE: u8 = 0xd9;
const START_OF_SCAN: u8 = 0xda;
/// The number of lines, after the first scan of a frame whose header does not say it (B.2.5).
const NUMBER_OF_LINES: u8 = 0xdc;
/// Adobe APP14 of version 100 without flags; the colour transform follows.
const ADOBE: &[u8] = b"Adobe\0\x64\0\0\0\0";
/// JFIF 1.02 without density and thumbnail.
const JFIF: &[u8] = b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0";

/// Components of the picture that a scan has brought.
#[derive(Default)]
struct Scanned {
    components: Vec<u8>,
    missing: Vec<u8>,
    progressive: bool,
    /// JPEG-LS, whose data stuff a bit after 0xff where others stuff a byte.
    lossless_by_bits: bool,
}

impl Scanned {
    fn frame(&mut self, code: u8, segment: &[u8]) {
        let ids = segment.get(6..).unwrap_or(&[]).chunks(3);
        self.components = ids.filter_map(|part| part.first().copied()).collect();
        self.missing = self.components.clone();
        self.lossless_by_bits = code == 0xf7;
        self.progressive = matches!(code, 0xc2 | 0xc6 | 0xca | 0xce);
    }

    fn scan(&mut self, segment: &[u8]) {
        let count = usize::from(segment.first().copied().unwrap_or(0));
        let named: Vec<u8> = segment[1.min(segment.len())..]
            .chunks(2)
            .take(count)
            .filter_map(|part| part.first().copied())
            .collect();
        self.missing.retain(|id| !named.contains(id));
    }

    /// Nothing that follows could change the picture.
    fn is_complete(&self) -> bool {
        !self.progressive && !self.components.is_empty() && self.missing.is_empty()
    }
}

fn is_frame_header(code: u8) -> bool {
    matches!(code, 0xc0..=0xcf | 0xf7) && !matches!(code, 0xc4 | 0xc8 | 0xcc)
}

/// The stream of one frame without what is no picture. It begins where the decoder begins: at the first start of image,
/// whatever stands before it in a damaged frame.
pub fn clean(stream: &[u8]) -> Vec<u8> {
    let start = stream.windows(2).position(|pair| pair == [0xff, 0xd8]);
    let stream = &stream[start.map_or(0, |at| at + 2)..];
    let mut clean = Vec::with_capacity(stream.len());
    clean.extend([0xff, 0xd8]);
    let mut scanned = Scanned::default();
    let mut at = 0;
    while let Some((code, behind)) = next_marker(stream, at) {
        at = behind;
        if matches!(code, 0x01 | 0xd0..=0xd8) {
            continue;
        }
        if code == END_OF_IMAGE {
            clean.extend([0xff, END_OF_IMAGE]);
            break;
        }
        let Some(segment) = segment_at(stream, at) else {
            break;
        };
        at += segment.len() + 2;
        match code {
            0xe0 if segment.starts_with(b"JFIF") => put(&mut clean, code, JFIF),
            0xe2 if segment.starts_with(b"ICC_PROFILE\0") => put(&mut clean, code, segment),
            0xe8 if segment.starts_with(b"mrfx") => {
                put(&mut clean, code, &segment[..segment.len().min(5)]);
            }
            0xee if segment.starts_with(b"Adobe") && segment.len() > 11 => {
                put(&mut clean, code, &[ADOBE, &segment[11..12]].concat());
            }
            // Comments and application segments.
            0xe0..=0xef | 0xfe => {}
            START_OF_SCAN => {
                put(&mut clean, code, segment);
                scanned.scan(segment);
                let end = scan_end(stream, at, scanned.lossless_by_bits);
                clean.extend_from_slice(&stream[at..end]);
                at = end;
                if scanned.is_complete() {
                    at = put_height(&mut clean, stream, at);
                    if ends(stream, at) {
                        clean.extend([0xff, END_OF_IMAGE]);
                    }
                    break;
                }
            }
            _ => {
                if is_frame_header(code) {
                    scanned.frame(code, segment);
                }
                put(&mut clean, code, segment);
            }
        }
    }
    clean
}

/// Keeps the number of lines that follows a scan; returns where it ends.
fn put_height(clean: &mut Vec<u8>, stream: &[u8], at: usize) -> usize {
    let Some((NUMBER_OF_LINES, behind)) = next_marker(stream, at) else {
        return at;
    };
    let Some(segment) = segment_at(stream, behind) else {
        return at;
    };
    put(clean, NUMBER_OF_LINES, segment);
    behind + segment.len() + 2
}

/// Where entropy-coded data end: at the first marker that is no restart, or with the stream
/// (ISO 10918-1 B.1.1.5, ISO 14495-1 annex A.1).
fn scan_end(stream: &[u8], mut at: usize, by_bits: bool) -> usize {
    while let Some(found) = memchr::memchr(0xff, &stream[at..]) {
        let mark = at + found;
        let mut code = mark + 1;
        while stream.get(code) == Some(&0xff) {
            code += 1;
        }
        match stream.get(code) {
            Some(0x00 | 0xd0..=0xd7) => {}
            Some(0x01..=0x7f) if by_bits => {}
            Some(_) => return mark,
            None => break,
        }
        at = code + 1;
    }
    stream.len()
}

/// The image has an end from here on: what is cut off stays cut off.
fn ends(stream: &[u8], mut at: usize) -> bool {
    while let Some((code, behind)) = next_marker(stream, at) {
        if code == END_OF_IMAGE {
            return true;
        }
        at = behind;
    }
    false
}

fn put(clean: &mut Vec<u8>, code: u8, content: &[u8]) {
    clean.extend([0xff, code]);
    clean.extend((content.len() as u16 + 2).to_be_bytes());
    clean.extend_from_slice(content);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: &[u8] = &[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0];
    const SCAN: &[u8] = &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34];

    fn stream(parts: &[&[u8]]) -> Vec<u8> {
        [&[&[0xff, 0xd8][..]], parts].concat().concat()
    }

    #[test]
    fn comments_application_segments_and_what_follows_go() {
        let carrier = stream(&[
            b"\xff\xe0\0\x12JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc"[..20].as_ref(),
            b"\xff\xfe\0\x08secret",
            b"\xff\xe1\0\x08Exif\0\0",
            b"between",
            b"\xff\xff\xee\0\x10AdobeNAME!!\x01xx",
            FRAME,
            SCAN,
            b"\xff\xd9",
            b"after the end\xff\xd9",
        ]);
        let expected = stream(&[
            b"\xff\xe0\0\x10",
            JFIF,
            b"\xff\xee\0\x0e",
            ADOBE,
            b"\x01",
            FRAME,
            SCAN,
            b"\xff\xd9",
        ]);
        assert_eq!(clean(&carrier), expected);
        assert_eq!(clean(&expected), expected);
    }

    #[test]
    fn a_height_that_follows_the_scan_stays() {
        const WITHOUT: &[u8] = &[0xff, 0xc0, 0, 11, 8, 0, 0, 0, 1, 1, 1, 0x11, 0];
        const DNL: &[u8] = &[0xff, 0xdc, 0, 4, 0, 1];
        let given = stream(&[WITHOUT, SCAN, DNL, b"\xff\xd9", b"after"]);
        let kept = stream(&[WITHOUT, SCAN, DNL, b"\xff\xd9"]);
        assert_eq!(clean(&given), kept);
        assert_eq!(clean(&kept), kept);
    }

    #[test]
    fn a_scan_that_repeats_a_component_goes() {
        let twice = stream(&[FRAME, SCAN, SCAN, b"\xff\xd9"]);
        assert_eq!(clean(&twice), stream(&[FRAME, SCAN, b"\xff\xd9"]));
    }

    #[test]
    fn what_is_cut_off_stays_cut_off() {
        let cut = stream(&[FRAME, SCAN]);
        assert_eq!(clean(&cut), cut);
        assert_eq!(clean(&[]), [0xff, 0xd8]);
    }
}
