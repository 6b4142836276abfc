//! Elements of a data set as read from the file: tag, value representation, raw value.

use std::fmt;

/// Group and element number in one integer, group first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag(pub u32);

impl Tag {
    /// Group number.
    pub fn group(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Element number within the group.
    pub fn element(self) -> u16 {
        self.0 as u16
    }

    /// Odd group: meaning known to one maker only.
    pub fn is_private(self) -> bool {
        self.group() & 1 == 1
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:04x},{:04x})", self.group(), self.element())
    }
}

/// Two letters of a value representation (PS3.5 6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vr(pub [u8; 2]);

impl Vr {
    /// Unknown.
    pub const UN: Self = Self(*b"UN");
    /// Sequence of items.
    pub const SQ: Self = Self(*b"SQ");
    /// Bytes.
    pub const OB: Self = Self(*b"OB");
    /// 16-bit words.
    pub const OW: Self = Self(*b"OW");

    /// Letters as text.
    pub fn as_text(&self) -> String {
        self.0.iter().map(|&byte| char::from(byte)).collect()
    }

    /// One of the 34 value representations of the standard.
    pub fn is_known(self) -> bool {
        const SHORT: &[&[u8; 2]] = &[
            b"AE", b"AS", b"AT", b"CS", b"DA", b"DS", b"DT", b"FL", b"FD", b"IS", b"LO", b"LT",
            b"PN", b"SH", b"SL", b"SS", b"ST", b"TM", b"UI", b"UL", b"US",
        ];
        SHORT.contains(&&self.0) || self.has_long_header()
    }

    /// Explicit headers of these have 2 reserved bytes and a 32-bit length (PS3.5 7.1.2).
    pub fn has_long_header(self) -> bool {
        matches!(
            &self.0,
            b"OB"
                | b"OD"
                | b"OF"
                | b"OL"
                | b"OV"
                | b"OW"
                | b"SQ"
                | b"SV"
                | b"UC"
                | b"UN"
                | b"UR"
                | b"UT"
                | b"UV"
        )
    }

    /// Bytes of one number of a binary value representation, 1 for text.
    pub fn number_width(self) -> usize {
        match &self.0 {
            b"US" | b"SS" | b"OW" | b"AT" => 2,
            b"UL" | b"SL" | b"FL" | b"OF" | b"OL" => 4,
            b"FD" | b"OD" | b"OV" | b"SV" | b"UV" => 8,
            _ => 1,
        }
    }
}

/// One element.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its tag.
    pub tag: Tag,
    /// As in the file, or of the dictionary for implicit encodings.
    pub vr: Vr,
    /// Its value.
    pub value: Value,
}

/// Value of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Bytes as in the file.
    Bytes(Vec<u8>),
    /// Items of a sequence.
    Items(Vec<DataSet>),
    /// Longer than the limits; not kept.
    Omitted {
        /// Length in the file, in bytes.
        length: u64,
    },
}

/// Elements in the order of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DataSet {
    /// Elements in the order of the file.
    pub elements: Vec<Element>,
    /// Numbers are stored most significant byte first.
    pub big_endian: bool,
}

impl DataSet {
    /// First element with this tag.
    pub fn find(&self, tag: Tag) -> Option<&Element> {
        self.elements.iter().find(|element| element.tag == tag)
    }

    /// Raw value; none when absent, omitted, empty or a sequence.
    pub fn bytes(&self, tag: Tag) -> Option<&[u8]> {
        match &self.find(tag)?.value {
            Value::Bytes(bytes) if !bytes.is_empty() => Some(bytes),
            _ => None,
        }
    }

    /// Items of a sequence; none when absent.
    pub fn items(&self, tag: Tag) -> &[DataSet] {
        match self.find(tag).map(|element| &element.value) {
            Some(Value::Items(items)) => items,
            _ => &[],
        }
    }

    /// Text without padding; none when absent or blank.
    pub fn text(&self, tag: Tag) -> Option<String> {
        let text = decode_text(self.bytes(tag)?);
        let trimmed = text.trim_matches(['\0', ' ']);
        (!trimmed.is_empty()).then(|| trimmed.to_owned())
    }

    /// Tags of an AT value.
    pub fn tags(&self, tag: Tag) -> Vec<Tag> {
        let bytes = self.bytes(tag).unwrap_or_default();
        bytes
            .chunks_exact(4)
            .map(|pair| {
                let group = u32::from(self.read_u16(&pair[..2]));
                Tag(group << 16 | u32::from(self.read_u16(&pair[2..])))
            })
            .collect()
    }

    /// 16-bit numbers of a binary value.
    pub fn words(&self, tag: Tag) -> Vec<u16> {
        let bytes = self.bytes(tag).unwrap_or_default();
        bytes
            .chunks_exact(2)
            .map(|pair| self.read_u16(pair))
            .collect()
    }

    /// 64-bit offsets of a binary value.
    pub fn offsets(&self, tag: Tag) -> Vec<u64> {
        let bytes = self.bytes(tag).unwrap_or_default();
        bytes
            .chunks_exact(8)
            .map(|part| self.read_u64(part))
            .collect()
    }

    pub(super) fn read_u16(&self, bytes: &[u8]) -> u16 {
        let mut raw = [0; 2];
        raw.copy_from_slice(&bytes[..2]);
        if self.big_endian {
            u16::from_be_bytes(raw)
        } else {
            u16::from_le_bytes(raw)
        }
    }

    pub(super) fn read_u32(&self, bytes: &[u8]) -> u32 {
        let mut raw = [0; 4];
        raw.copy_from_slice(&bytes[..4]);
        if self.big_endian {
            u32::from_be_bytes(raw)
        } else {
            u32::from_le_bytes(raw)
        }
    }

    pub(super) fn read_u64(&self, bytes: &[u8]) -> u64 {
        let mut raw = [0; 8];
        raw.copy_from_slice(&bytes[..8]);
        if self.big_endian {
            u64::from_be_bytes(raw)
        } else {
            u64::from_le_bytes(raw)
        }
    }
}

/// UTF-8 where the bytes are valid UTF-8, else Latin-1: names in other character sets stay
/// readable in their ASCII part, and nothing measured depends on text.
pub fn decode_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}
