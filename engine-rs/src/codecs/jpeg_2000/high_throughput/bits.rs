//! Bits of the segments (ISO 15444-15 clause 7): MagSgn and SigProp bits forward, VLC and MagRef bits backward.

/// Bits in order, starting with the lowest of the first byte; after 0xff a byte has seven.
pub struct ForwardBits<'a> {
    bytes: &'a [u8],
    filler: u8,
    held: u64,
    count: u32,
    stuffed: bool,
}

impl<'a> ForwardBits<'a> {
    /// `filler` is read where the bytes end.
    pub fn new(bytes: &'a [u8], filler: u8) -> Self {
        Self {
            bytes,
            filler,
            held: 0,
            count: 0,
            stuffed: false,
        }
    }

    /// At most 32 bits.
    pub fn bits(&mut self, count: u32) -> u32 {
        while self.count < count {
            let byte = match self.bytes.split_first() {
                Some((byte, rest)) => {
                    self.bytes = rest;
                    *byte
                }
                None => self.filler,
            };
            self.held |= u64::from(byte) << self.count;
            self.count += if self.stuffed { 7 } else { 8 };
            self.stuffed = byte == 0xff;
        }
        let value = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        value as u32
    }
}

/// Bits in order, starting with the lowest of the last byte, towards the first; zeros before it. A byte
/// of 0x7f or 0xff has seven where the one read before it was above 0x8f.
pub struct BackwardBits<'a> {
    bytes: &'a [u8],
    held: u64,
    count: u32,
    stuffed: bool,
}

impl<'a> BackwardBits<'a> {
    /// VLC bits end before the twelve bits that give the length of the shared bytes.
    pub fn vlc(shared: &'a [u8]) -> Self {
        let (bytes, byte) = match shared {
            [bytes @ .., byte, _] => (bytes, *byte),
            _ => (shared, 0),
        };
        let held = byte >> 4;
        Self {
            bytes,
            held: u64::from(held),
            count: if held & 7 == 7 { 3 } else { 4 },
            stuffed: byte | 15 > 0x8f,
        }
    }

    /// MagRef bits, which have nothing after them.
    pub fn mag_ref(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            held: 0,
            count: 0,
            stuffed: true,
        }
    }

    fn fill(&mut self) {
        while self.count <= 32 {
            let byte = match self.bytes.split_last() {
                Some((byte, rest)) => {
                    self.bytes = rest;
                    *byte
                }
                None => 0,
            };
            self.held |= u64::from(byte) << self.count;
            self.count += if self.stuffed && byte & 0x7f == 0x7f {
                7
            } else {
                8
            };
            self.stuffed = byte > 0x8f;
        }
    }

    /// The next 32 bits.
    pub fn peek(&mut self) -> u32 {
        self.fill();
        self.held as u32
    }

    /// Passes over bits that were looked at.
    pub fn skip(&mut self, count: u32) {
        self.held >>= count;
        self.count -= count;
    }

    /// At most 32 bits.
    pub fn bits(&mut self, count: u32) -> u32 {
        let value = self.peek() & ((1 << count) - 1);
        self.skip(count);
        value
    }
}
