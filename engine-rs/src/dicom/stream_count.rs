//! Streams that follow each other within one fragment, where the standard has one fragment or more for each frame
//! (PS3.5 A.4).

use memchr::memmem;

use super::transfer_syntax::{FrameMark, JPEG_2000_START, JPEG_XL_BOX};

/// SOI, and the byte that every marker begins with.
const JPEG_START: &[u8] = &[0xff, 0xd8, 0xff];
const END_OF_CODESTREAM: &[u8] = &[0xff, 0xd9];

/// Length of the stream at the start of some bytes; none where it has no end.
type EndOf = fn(&[u8]) -> Option<usize>;

/// Whole streams that follow the first one of a fragment.
pub fn streams_after_first(fragment: &[u8], mark: FrameMark) -> usize {
    let (start, end_of): (&[u8], EndOf) = match mark {
        FrameMark::Jpeg => (JPEG_START, end_of_jpeg),
        FrameMark::Jpeg2000 => (&JPEG_2000_START, end_of_codestream),
        // The end of a container is not marked, but its signature is long enough to search for; the first is this stream's.
        FrameMark::JpegXl => return memmem::find_iter(fragment, JPEG_XL_BOX).skip(1).count(),
        FrameMark::Rle | FrameMark::Video | FrameMark::None => return 0,
    };
    // Nearly every fragment holds one stream: the walk is for the others, and for thumbnails.
    if memmem::find_iter(fragment, start).take(2).count() < 2 {
        return 0;
    }
    let mut rest = fragment;
    let mut whole = 0_usize;
    while let Some(begin) = memmem::find(rest, start) {
        // Bytes between two streams are padding.
        let is_padding = rest[..begin].iter().all(|&byte| byte == 0 || byte == 0xff);
        let Some(end) = is_padding.then(|| end_of(&rest[begin..])).flatten() else {
            break;
        };
        whole += 1;
        rest = &rest[begin + end..];
    }
    whole.saturating_sub(1)
}

/// For JPEG and JPEG-LS.
fn end_of_jpeg(bytes: &[u8]) -> Option<usize> {
    const END: u8 = 0xd9;
    let mut at = 2;
    loop {
        at = next_marker(bytes, at)?;
        let code = bytes[at - 1];
        if code == END {
            return Some(at);
        }
        let length = bytes.get(at..at + 2)?;
        at += usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
    }
}

/// The byte after the next marker. Coded data pass: there 0xff is followed by a byte below 0x80 (JPEG-LS), by 0 or by a
/// restart marker.
fn next_marker(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    memchr::memchr_iter(0xff, rest)
        .map(|at| from + at + 2)
        .find(|&after| {
            let code = bytes.get(after - 1).copied().unwrap_or(0);
            code >= 0xc0 && code != 0xff && !(0xd0..=0xd7).contains(&code)
        })
}

/// As [`end_of_jpeg`] for JPEG 2000: the end that padding, another stream or nothing follows. 0xff 0xd9 does not occur in
/// packets (T.800 B.10.1).
fn end_of_codestream(bytes: &[u8]) -> Option<usize> {
    memmem::find_iter(bytes, END_OF_CODESTREAM)
        .map(|at| at + END_OF_CODESTREAM.len())
        .find(|&end| {
            let following = memmem::find(&bytes[end..], &JPEG_2000_START);
            let until = following.map_or(bytes.len(), |begin| end + begin);
            bytes[end..until]
                .iter()
                .all(|&byte| byte == 0 || byte == 0xff)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream whose segments hold the start and the end of another one.
    fn jpeg(data: &[u8]) -> Vec<u8> {
        let thumbnail = [0xff, 0xe1, 0, 9, 0xff, 0xd8, 0xff, 0xd9, 0xff, 0xd8, 0xff];
        let header = [0xff, 0xc0, 0, 4, 8, 1, 0xff, 0xda, 0, 3, 1];
        [&[0xff, 0xd8], &thumbnail[..], &header, data, &[0xff, 0xd9]].concat()
    }

    #[test]
    fn jpeg_streams_are_counted_and_their_thumbnails_are_not() {
        let one = jpeg(&[1, 0xff, 0, 2, 0xff, 0xd3, 0xff, 0x7f]);
        let count = |bytes: &[u8]| streams_after_first(bytes, FrameMark::Jpeg);
        assert_eq!(count(&one), 0);
        assert_eq!(count(&[&one[..], &[0]].concat()), 0);
        assert_eq!(count(&[&one[..], &one, &[0], &one].concat()), 2);
        // A stream that is cut off does not count, nor does a stream behind text.
        assert_eq!(count(&[&one[..], &one[..one.len() - 1]].concat()), 0);
        assert_eq!(count(&[&one[..], b"text", &one].concat()), 0);
        assert_eq!(
            streams_after_first(&[&one[..], &one].concat(), FrameMark::None),
            0
        );
    }

    #[test]
    fn streams_of_jpeg_xl_are_counted_by_their_signatures() {
        let one = [JPEG_XL_BOX, b"\0\0\0\x0ajxlc\xff\x0a"].concat();
        let count = |bytes: &[u8]| streams_after_first(bytes, FrameMark::JpegXl);
        assert_eq!(count(&one), 0);
        assert_eq!(count(&[&one[..], &one, &[0], &one].concat()), 2);
    }

    #[test]
    fn codestreams_are_counted() {
        let one = [&JPEG_2000_START[..], &[1, 2, 3], END_OF_CODESTREAM].concat();
        let count = |bytes: &[u8]| streams_after_first(bytes, FrameMark::Jpeg2000);
        assert_eq!(count(&one), 0);
        assert_eq!(count(&[&one[..], &[0], &one].concat()), 1);
        assert_eq!(count(&[&one[..], &one[..7]].concat()), 0);
    }
}
