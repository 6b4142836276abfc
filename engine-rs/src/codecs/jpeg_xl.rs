//! JPEG XL that holds a JPEG stream (ISO 18181-2 annex A): the stream is rebuilt byte for byte and
//! decoded as such, so its pixels are those of the JPEG.

use jxl_oxide::JxlImage;

use super::jpeg::Jpeg;
use super::{Codec, Decoded, FrameInput};
use crate::dicom::pixel_format::PixelFormat;
use crate::error::EngineError;
use crate::limits::MAX_DECODED_FRAME_BYTES;

/// Codec of JPEG XL JPEG Recompression.
#[derive(Default)]
pub struct JpegXl {
    jpeg: Jpeg,
    stream: Vec<u8>,
}

impl Codec for JpegXl {
    fn decode(
        &mut self,
        format: &PixelFormat,
        input: FrameInput<'_>,
        output: &mut Vec<u8>,
    ) -> Result<Decoded, EngineError> {
        let failed =
            |error: Box<dyn std::error::Error + Send + Sync>| EngineError::MalformedFrame {
                detail: format!("JPEG XL: {error}"),
            };
        let image = JxlImage::builder().read(input.bytes).map_err(failed)?;
        let bytes = u64::from(image.width()) * u64::from(image.height()) * 3;
        if bytes > MAX_DECODED_FRAME_BYTES {
            let limit = MAX_DECODED_FRAME_BYTES;
            return Err(EngineError::limit("decoded_frame_bytes", limit, bytes));
        }
        self.stream.clear();
        image.reconstruct_jpeg(&mut self.stream).map_err(failed)?;

        mend_comments(&mut self.stream);
        let input = FrameInput {
            bytes: &self.stream,
            skip_bits: 0,
        };
        self.jpeg.decode(format, input, output)
    }
}

/// The crate (jxl-jbr 0.2.1) writes the code of a comment's marker twice; the second one is taken
/// out of every comment before the first scan.
fn mend_comments(stream: &mut Vec<u8>) {
    let mut at = 2;
    while let Some([0xff, code, high, _]) = stream.get(at..at + 4) {
        if *code == 0xda {
            break;
        }
        if (*code, *high) == (0xfe, 0xfe) {
            stream.remove(at + 2);
            continue;
        }
        let length = stream.get(at + 2..at + 4).map_or(0, |length| {
            usize::from(u16::from_be_bytes([length[0], length[1]]))
        });
        at += 2 + length;
    }
}

#[cfg(test)]
mod tests {
    use super::mend_comments;

    #[test]
    fn the_second_code_of_a_comment_is_taken_out() {
        let whole = [
            0xff, 0xd8, 0xff, 0xe0, 0, 3, 9, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xda, 0, 2, 0xff, 0xfe,
            0xfe, 0,
        ];
        let mut stream = whole.to_vec();
        stream.insert(9, 0xfe);
        mend_comments(&mut stream);
        assert_eq!(stream, whole);
        mend_comments(&mut stream);
        assert_eq!(stream, whole);
    }
}
