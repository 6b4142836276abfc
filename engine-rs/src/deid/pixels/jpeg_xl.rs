//! JPEG XL: the codestream, out of the boxes around it (ISO 18181-2). Exif, XML and the data that would
//! rebuild the original JPEG, its comments included, go.

use crate::video::mp4::boxes::children;

const SIGNATURE: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";
const FILE_TYPE: &[u8] = b"\0\0\0\x14ftypjxl \0\0\0\0jxl ";

/// The stream of one frame without what is no picture. A bare codestream holds nothing else.
pub fn clean(frame: &[u8]) -> Vec<u8> {
    if !frame.starts_with(SIGNATURE) {
        return frame.to_vec();
    }
    let mut clean = [SIGNATURE, FILE_TYPE].concat();
    for part in children(frame, SIGNATURE.len()..frame.len()) {
        if matches!(&part.name, b"jxlc" | b"jxlp") {
            let content = &frame[part.content];
            clean.extend((content.len() as u32 + 8).to_be_bytes());
            clean.extend(part.name);
            clean.extend_from_slice(content);
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_around_the_codestream_go() {
        let exif = b"\0\0\0\x0eExifsecret";
        let carrier = [
            SIGNATURE,
            FILE_TYPE,
            exif,
            b"\0\0\0\x0bjxlc\xff\x0a\x01",
            exif,
        ]
        .concat();
        let expected = [SIGNATURE, FILE_TYPE, b"\0\0\0\x0bjxlc\xff\x0a\x01"].concat();
        assert_eq!(clean(&carrier), expected);
        assert_eq!(clean(b"\xff\x0abare"), b"\xff\x0abare");
    }
}
