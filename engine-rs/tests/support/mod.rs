//! Builds DICOM files byte by byte, without the engine's own writer.

pub mod beats;
pub mod command_line;
pub mod ecg;
pub mod plants;
pub mod programs;
pub mod references;
pub mod shared_files;
pub mod spectra;
pub mod strips;
pub mod study;

/// Explicit VR Little Endian.
pub const EXPLICIT: &str = "1.2.840.10008.1.2.1";
/// Implicit VR Little Endian.
pub const IMPLICIT: &str = "1.2.840.10008.1.2";
/// Explicit VR Big Endian.
pub const BIG: &str = "1.2.840.10008.1.2.2";
/// JPEG Baseline.
pub const JPEG: &str = "1.2.840.10008.1.2.4.50";
/// RLE Lossless.
pub const RLE: &str = "1.2.840.10008.1.2.5";

/// Writes elements in one encoding.
#[derive(Clone)]
pub struct Builder {
    pub bytes: Vec<u8>,
    implicit: bool,
    big: bool,
}

impl Builder {
    /// Preamble, prefix and file meta naming this transfer syntax.
    pub fn with_meta(transfer_syntax: &str) -> Self {
        let mut meta = Self::data_set(EXPLICIT);
        meta.text(0x0002_0010, "UI", transfer_syntax);
        let mut whole = Self::data_set(EXPLICIT);
        whole.bytes = vec![0; 128];
        whole.bytes.extend_from_slice(b"DICM");
        whole.element(0x0002_0000, "UL", &(meta.bytes.len() as u32).to_le_bytes());
        whole.bytes.extend_from_slice(&meta.bytes);
        Self {
            bytes: whole.bytes,
            ..Self::data_set(transfer_syntax)
        }
    }

    /// A bare data set.
    pub fn data_set(transfer_syntax: &str) -> Self {
        Self {
            bytes: Vec::new(),
            implicit: transfer_syntax == IMPLICIT,
            big: transfer_syntax == BIG,
        }
    }

    pub fn u16_bytes(&self, value: u16) -> [u8; 2] {
        if self.big {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    }

    pub fn u32_bytes(&self, value: u32) -> [u8; 4] {
        if self.big {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    }

    /// Header with this length, whatever follows.
    pub fn header(&mut self, tag: u32, vr: &str, length: u32) {
        let (group, element) = ((tag >> 16) as u16, tag as u16);
        self.bytes.extend_from_slice(&self.u16_bytes(group));
        self.bytes.extend_from_slice(&self.u16_bytes(element));
        let long = ["OB", "OW", "OF", "SQ", "UN", "UT", "OV"].contains(&vr);
        if self.implicit || vr.is_empty() {
            self.bytes.extend_from_slice(&self.u32_bytes(length));
        } else {
            self.bytes.extend_from_slice(vr.as_bytes());
            if long {
                self.bytes.extend_from_slice(&[0, 0]);
                self.bytes.extend_from_slice(&self.u32_bytes(length));
            } else {
                self.bytes.extend_from_slice(&self.u16_bytes(length as u16));
            }
        }
    }

    pub fn element(&mut self, tag: u32, vr: &str, value: &[u8]) -> &mut Self {
        self.header(tag, vr, value.len() as u32);
        self.bytes.extend_from_slice(value);
        self
    }

    pub fn text(&mut self, tag: u32, vr: &str, text: &str) -> &mut Self {
        let mut value = text.as_bytes().to_vec();
        if value.len() % 2 == 1 {
            value.push(if vr == "UI" { 0 } else { b' ' });
        }
        self.element(tag, vr, &value)
    }

    pub fn us(&mut self, tag: u32, value: u16) -> &mut Self {
        let value = self.u16_bytes(value);
        self.element(tag, "US", &value)
    }

    /// Delimiter or item header.
    pub fn item(&mut self, tag: u32, length: u32) -> &mut Self {
        self.header(tag, "", length);
        self
    }

    /// Group 0028 of a picture.
    pub fn image(
        &mut self,
        frames: &str,
        rows: u16,
        columns: u16,
        samples: u16,
        bits: u16,
        photometric: &str,
    ) -> &mut Self {
        self.us(0x0028_0002, samples);
        self.text(0x0028_0004, "CS", photometric);
        self.text(0x0028_0008, "IS", frames);
        self.us(0x0028_0010, rows);
        self.us(0x0028_0011, columns);
        self.us(0x0028_0100, bits);
        self.us(0x0028_0101, bits)
    }

    /// Encapsulated Pixel Data with this offset table and these fragments, closed.
    pub fn fragments(&mut self, table: &[u32], fragments: &[&[u8]]) -> &mut Self {
        self.header(0x7fe0_0010, "OB", u32::MAX);
        self.item(0xfffe_e000, table.len() as u32 * 4);
        for offset in table {
            self.bytes.extend_from_slice(&offset.to_le_bytes());
        }
        for fragment in fragments {
            self.item(0xfffe_e000, fragment.len() as u32);
            self.bytes.extend_from_slice(fragment);
        }
        self.item(0xfffe_e0dd, 0)
    }
}

/// Reports a skipped test, outside of the test's own output, which is shown only when it fails.
pub fn aloud(line: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes());
}

/// Pseudo-random numbers that are the same in every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}
