//! Bits of entropy-coded data, read 32 at a time.

/// Bits of one segment, most significant first; zeros after its end.
#[derive(Debug, Clone, Copy)]
pub struct BitReader<'a> {
    words: &'a [u32],
    /// The next word.
    position: usize,
    /// The next bits at the top.
    bits: u64,
    /// Valid bits at the top of `bits`.
    count: u32,
    /// Bytes of the segment.
    length: usize,
}

impl<'a> BitReader<'a> {
    /// A reader of `length` bytes in words.
    pub fn new(words: &'a [u32], length: usize) -> Self {
        Self {
            words,
            position: 0,
            bits: 0,
            count: 0,
            length,
        }
    }

    /// Makes at least 32 bits valid: a code of 16 and a value of 16.
    #[inline(always)]
    pub fn refill(&mut self) {
        if self.count < 32 {
            let word = self.words.get(self.position).copied().unwrap_or(0);
            self.bits |= u64::from(word) << (32 - self.count);
            self.position += 1;
            self.count += 32;
        }
    }

    /// The next 1 to 32 bits, not taken yet.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> usize {
        (self.bits >> (64 - count)) as usize
    }

    /// Takes up to 32 bits.
    #[inline(always)]
    pub fn consume(&mut self, count: u32) {
        self.bits <<= count;
        self.count -= count;
    }

    /// Takes 0 to 16 bits as a number.
    #[inline(always)]
    pub fn take(&mut self, count: u32) -> u32 {
        // Two shifts, as one by 64 would not be defined for no bits.
        let value = (self.bits >> 1 >> (63 - count)) as u32;
        self.consume(count);
        value
    }

    /// Takes the value of a category (T.81 F.2.2.1, EXTEND).
    #[inline(always)]
    pub fn take_value(&mut self, category: u32) -> i32 {
        extend(self.take(category), category)
    }

    /// Bits taken so far.
    pub fn taken(&self) -> usize {
        self.position * 32 - self.count as usize
    }

    /// More bits were taken than the segment holds.
    #[inline(always)]
    pub fn overrun(&self) -> bool {
        self.position * 32 > self.length * 8 + self.count as usize
    }

    /// Nothing but the padding of the last byte is left.
    #[inline(always)]
    pub fn exhausted(&self) -> bool {
        let taken = self.position * 32 - self.count as usize;
        if taken + 8 <= self.length * 8 {
            return false;
        }
        let left = (self.length * 8).saturating_sub(taken) as u32;
        // Padding is made of ones (F.1.2.3).
        left == 0 || (self.bits >> (64 - left)) == (1 << left) - 1
    }
}

/// Sign extension of T.81 figure F.12.
#[inline(always)]
pub fn extend(value: u32, category: u32) -> i32 {
    let value = value as i32;
    let limit = (1i32 << category) >> 1;
    if value < limit {
        value - (1 << category) + 1
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_order_and_zeros_follow() {
        let mut reader = BitReader::new(&[0b1010_0101_1100_0011 << 16], 2);
        reader.refill();
        assert_eq!(reader.take(3), 0b101);
        assert_eq!(reader.take(0), 0);
        assert_eq!(reader.peek(5), 0b00101);
        reader.consume(5);
        assert_eq!(reader.take(8), 0b1100_0011);
        assert!(!reader.overrun());
        assert_eq!(reader.take(4), 0);
        assert!(reader.overrun());
    }

    #[test]
    fn categories_extend_to_signed_values() {
        let values: Vec<i32> = (0..8).map(|bits| extend(bits, 3)).collect();
        assert_eq!(values, [-7, -6, -5, -4, 4, 5, 6, 7]);
        assert_eq!(extend(0, 0), 0);
    }
}
