//! Writes elements in one of the three encodings (PS3.5 7).

use crate::dicom::element::{Tag, Vr};
use crate::dicom::transfer_syntax::Encoding;

const UNDEFINED: u32 = 0xffff_ffff;
const ITEM: Tag = Tag(0xfffe_e000);
const ITEM_END: Tag = Tag(0xfffe_e00d);
const SEQUENCE_END: Tag = Tag(0xfffe_e0dd);

/// Appends elements to a buffer.
pub struct Writer<'a> {
    output: &'a mut Vec<u8>,
    encoding: Encoding,
}

impl<'a> Writer<'a> {
    /// A writer at the end of `output`.
    pub fn new(output: &'a mut Vec<u8>, encoding: Encoding) -> Self {
        Self { output, encoding }
    }

    /// Bytes of the buffer.
    pub fn len(&self) -> usize {
        self.output.len()
    }

    /// How elements are written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    fn put_u16(&mut self, value: u16) {
        self.output.extend_from_slice(&if self.encoding.big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        });
    }

    fn put_u32(&mut self, value: u32) {
        self.output.extend_from_slice(&if self.encoding.big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        });
    }

    fn put_tag(&mut self, tag: Tag) {
        self.put_u16(tag.group());
        self.put_u16(tag.element());
    }

    /// Header of an element of this length.
    pub fn header(&mut self, tag: Tag, vr: Vr, length: u32) {
        self.put_tag(tag);
        if self.encoding.implicit {
            self.put_u32(length);
        } else if vr.has_long_header() {
            self.output.extend_from_slice(&vr.0);
            self.put_u16(0);
            self.put_u32(length);
        } else {
            self.output.extend_from_slice(&vr.0);
            self.put_u16(length as u16);
        }
    }

    /// Bytes as they are, padded with 0 to even length. Where a short header cannot hold the
    /// length the value is written as UN (PS3.5 6.2.2), which long headers hold.
    pub fn bytes(&mut self, tag: Tag, vr: Vr, value: &[u8]) -> &mut [u8] {
        self.padded(tag, vr, value, 0)
    }

    fn padded(&mut self, tag: Tag, vr: Vr, value: &[u8], padding: u8) -> &mut [u8] {
        let length = value.len() as u32 + (value.len() as u32 & 1);
        let fits = self.encoding.implicit || vr.has_long_header() || length <= u32::from(u16::MAX);
        self.header(tag, if fits { vr } else { Vr::UN }, length);
        let begin = self.output.len();
        self.output.extend_from_slice(value);
        if value.len() % 2 == 1 {
            self.output.push(padding);
        }
        &mut self.output[begin..begin + value.len()]
    }

    /// Text, padded with a blank.
    pub fn text(&mut self, tag: Tag, vr: Vr, text: &str) {
        self.padded(tag, vr, text.as_bytes(), b' ');
    }

    /// A UID, padded with a zero byte.
    pub fn uid(&mut self, tag: Tag, uid: &str) {
        self.padded(tag, Vr(*b"UI"), uid.as_bytes(), 0);
    }

    /// 16-bit numbers.
    pub fn u16s(&mut self, tag: Tag, values: &[u16]) {
        self.header(tag, Vr(*b"US"), values.len() as u32 * 2);
        values.iter().for_each(|&value| self.put_u16(value));
    }

    /// One 32-bit number.
    pub fn u32(&mut self, tag: Tag, vr: Vr, value: u32) {
        self.header(tag, vr, 4);
        self.put_u32(value);
    }

    /// 32-bit floats.
    pub fn f32s(&mut self, tag: Tag, values: &[f32]) {
        self.header(tag, Vr(*b"FL"), values.len() as u32 * 4);
        for value in values {
            self.output.extend_from_slice(&if self.encoding.big_endian {
                value.to_be_bytes()
            } else {
                value.to_le_bytes()
            });
        }
    }

    /// One 64-bit float.
    pub fn f64(&mut self, tag: Tag, value: f64) {
        self.header(tag, Vr(*b"FD"), 8);
        self.output.extend_from_slice(&if self.encoding.big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        });
    }

    /// Tags as values.
    pub fn tags(&mut self, tag: Tag, values: &[Tag]) {
        self.header(tag, Vr(*b"AT"), values.len() as u32 * 4);
        values.iter().for_each(|&value| self.put_tag(value));
    }

    /// A sequence of items that hold texts.
    pub fn sequence(&mut self, tag: Tag, items: &[[(Tag, Vr, &str); 3]]) {
        let encoding = self.encoding;
        let encoded: Vec<Vec<u8>> = items
            .iter()
            .map(|elements| {
                let mut bytes = Vec::new();
                let mut inner = Writer::new(&mut bytes, encoding);
                for &(tag, vr, text) in elements {
                    inner.text(tag, vr, text);
                }
                bytes
            })
            .collect();
        self.items(tag, &encoded);
    }

    /// A sequence of items that are encoded already.
    pub fn items(&mut self, tag: Tag, items: &[Vec<u8>]) {
        self.header(tag, Vr::SQ, UNDEFINED);
        for item in items {
            self.delimiter(ITEM, UNDEFINED);
            self.output.extend_from_slice(item);
            self.delimiter(ITEM_END, 0);
        }
        self.delimiter(SEQUENCE_END, 0);
    }

    /// Opens encapsulated Pixel Data.
    pub fn open_fragments(&mut self, tag: Tag) {
        self.header(tag, Vr::OB, UNDEFINED);
    }

    /// One fragment or offset table.
    pub fn fragment(&mut self, value: &[u8]) {
        self.delimiter(ITEM, value.len() as u32 + (value.len() as u32 & 1));
        self.output.extend_from_slice(value);
        if value.len() % 2 == 1 {
            self.output.push(0);
        }
    }

    /// Closes encapsulated Pixel Data.
    pub fn close_fragments(&mut self) {
        self.delimiter(SEQUENCE_END, 0);
    }

    fn delimiter(&mut self, tag: Tag, length: u32) {
        self.put_tag(tag);
        self.put_u32(length);
    }
}
