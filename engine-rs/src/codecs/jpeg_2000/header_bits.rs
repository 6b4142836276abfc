//! The bits of a packet header (T.800 B.10.1).

/// Bits of packet headers: after a byte 0xff a zero bit was put in.
pub struct HeaderBits<'a> {
    bytes: &'a [u8],
    at: usize,
    current: u8,
    left: u8,
}

impl<'a> HeaderBits<'a> {
    /// From the first bit of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            current: 0,
            left: 0,
        }
    }

    /// The next bit, or none where the bytes end.
    pub fn bit(&mut self) -> Option<u32> {
        if self.left == 0 {
            let stuffed = self.current == 0xff;
            self.current = *self.bytes.get(self.at)?;
            self.at += 1;
            self.left = if stuffed { 7 } else { 8 };
        }
        self.left -= 1;
        Some(u32::from(self.current >> self.left) & 1)
    }

    /// So many bits, the most significant first.
    pub fn bits(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            value = value << 1 | self.bit()?;
        }
        Some(value)
    }

    /// Bytes up to the end of the header.
    pub fn aligned(&self) -> usize {
        self.at + usize::from(self.current == 0xff)
    }

    /// Number of new passes (table B.4).
    pub fn passes(&mut self) -> Option<u32> {
        for (count, base) in [(1, 1), (1, 2), (2, 3), (5, 6)] {
            let value = self.bits(count)?;
            if value != (1 << count) - 1 {
                return Some(base + value);
            }
        }
        Some(37 + self.bits(7)?)
    }
}
