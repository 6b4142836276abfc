//! The bits of code blocks (ISO 15444-1 Annex C and D.6): the MQ decoder with its contexts, and raw
//! bits where it is bypassed.

/// Places for contexts, a power of two.
const PLACES: usize = 32;

/// Where the bits of a pass come from.
pub trait Bits {
    /// Bits have no contexts.
    const RAW: bool;
    /// Changes with every bit: a pass has its own copy, which stays in a register.
    type Ahead: Copy;
    /// At the start of a pass, or of a part of it.
    fn begin(&self) -> Self::Ahead;
    /// At its end.
    fn end(&mut self, ahead: Self::Ahead);
    /// The next bit.
    fn bit(&mut self, ahead: &mut Self::Ahead, context: usize) -> u32;
    /// So much was read beyond the end of a segment that was cut off that the rest is lost.
    fn is_exhausted(&self) -> bool;
}

/// Bytes of ones that are read after a segment that was cut off: the decoder is ahead of its bits by as many.
const MAX_BYTES_BEYOND: u32 = 8;

/// Bytes of ones that may be read after a segment's last byte. A whole segment has no such limit: a decoder reads
/// ones there (C.3.4), so an encoder may leave away every byte for which ones decode to the same.
const fn most_beyond(whole: bool) -> u32 {
    if whole { u32::MAX } else { MAX_BYTES_BEYOND }
}

/// A state of a context: its estimate in the high half, and its number, whose lowest bit is the more probable bit.
pub type State = u32;
/// Bits of the estimate.
const ESTIMATE: u32 = 0xffff_0000;
/// Least interval, as high in its word as estimates are.
const LEAST: u32 = 0x8000_0000;

/// Estimates and next states (table C.2): after the more probable bit, after the less probable one, and
/// whether the bits then change their parts.
const TABLE: [(u16, u8, u8, u8); 47] = [
    (0x5601, 1, 1, 1),
    (0x3401, 2, 6, 0),
    (0x1801, 3, 9, 0),
    (0x0ac1, 4, 12, 0),
    (0x0521, 5, 29, 0),
    (0x0221, 38, 33, 0),
    (0x5601, 7, 6, 1),
    (0x5401, 8, 14, 0),
    (0x4801, 9, 14, 0),
    (0x3801, 10, 14, 0),
    (0x3001, 11, 17, 0),
    (0x2401, 12, 18, 0),
    (0x1c01, 13, 20, 0),
    (0x1601, 29, 21, 0),
    (0x5601, 15, 14, 1),
    (0x5401, 16, 14, 0),
    (0x5101, 17, 15, 0),
    (0x4801, 18, 16, 0),
    (0x3801, 19, 17, 0),
    (0x3401, 20, 18, 0),
    (0x3001, 21, 19, 0),
    (0x2801, 22, 19, 0),
    (0x2401, 23, 20, 0),
    (0x2201, 24, 21, 0),
    (0x1c01, 25, 22, 0),
    (0x1801, 26, 23, 0),
    (0x1601, 27, 24, 0),
    (0x1401, 28, 25, 0),
    (0x1201, 29, 26, 0),
    (0x1101, 30, 27, 0),
    (0x0ac1, 31, 28, 0),
    (0x09c1, 32, 29, 0),
    (0x08a1, 33, 30, 0),
    (0x0521, 34, 31, 0),
    (0x0441, 35, 32, 0),
    (0x02a1, 36, 33, 0),
    (0x0221, 37, 34, 0),
    (0x0141, 38, 35, 0),
    (0x0111, 39, 36, 0),
    (0x0085, 40, 37, 0),
    (0x0049, 41, 38, 0),
    (0x0025, 42, 39, 0),
    (0x0015, 43, 40, 0),
    (0x0009, 44, 41, 0),
    (0x0005, 45, 42, 0),
    (0x0001, 45, 43, 0),
    (0x5601, 46, 46, 0),
];

/// A state by the number of its row in table C.2 and its more probable bit.
const fn state(row: u8, more: u8) -> State {
    (TABLE[row as usize].0 as u32) << 16 | (row as u32) << 1 | more as u32
}

/// The states after the more and after the less probable bit of each state; filled up so that any number of 7 bits
/// is one.
static NEXT: [[State; 2]; 128] = {
    let mut next = [[state(0, 0); 2]; 128];
    let mut at = 0;
    while at < 2 * TABLE.len() {
        let (_, more, less, turns) = TABLE[at / 2];
        let bit = (at % 2) as u8;
        next[at] = [state(more, bit), state(less, bit ^ turns)];
        at += 1;
    }
    next
};

/// Label of the run-length context (table D.7).
pub const RUN_LENGTH: usize = 17;
/// Label of the uniform context (table D.7).
pub const UNIFORM: usize = 18;

/// States of all contexts.
pub type Contexts = [State; PLACES];

/// Contexts as they are at first (table D.7): nothing significant around, runs, and equal chances.
pub const FRESH: Contexts = {
    let mut contexts = [state(0, 0); PLACES];
    contexts[0] = state(4, 0);
    contexts[RUN_LENGTH] = state(3, 0);
    contexts[UNIFORM] = state(46, 0);
    contexts
};

/// The MQ decoder over a segment.
///
/// Both the code and the part of the interval above [`LEAST`] shrink by the estimate with every bit. Only the smaller
/// of them is counted, as `ahead`; while it stays above zero the bit is the more probable one and nothing else
/// changes. `code` and `interval` are kept less `ahead`. All are as high in their words as estimates are.
pub struct MqDecoder<'a> {
    bytes: &'a [u8],
    at: usize,
    code: u32,
    interval: u32,
    ahead: i32,
    count: u32,
    /// Bytes read after the last, and how many may be.
    beyond: u32,
    most_beyond: u32,
    /// States of the contexts.
    pub contexts: Contexts,
}

impl<'a> MqDecoder<'a> {
    /// Begins a segment (C.3.5); all its bytes are there, or it was cut off.
    pub fn new(bytes: &'a [u8], whole: bool, contexts: Contexts) -> Self {
        let mut decoder = Self {
            bytes,
            at: 0,
            code: u32::from(bytes.first().copied().unwrap_or(0xff)) << 16,
            interval: LEAST,
            ahead: 0,
            count: 0,
            beyond: 0,
            most_beyond: most_beyond(whole),
            contexts,
        };
        decoder.byte();
        decoder.code <<= 7;
        decoder.count -= 7;
        decoder
    }

    /// C.3.4; ones follow the last byte.
    fn byte(&mut self) {
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(0xff);
        let next = u32::from(byte(self.at + 1));
        if byte(self.at) != 0xff {
            self.at += 1;
            self.code += next << 8;
            self.count = 8;
        } else if next > 0x8f {
            self.code += 0xff00;
            self.count = 8;
            self.beyond = self.beyond.saturating_add(1);
        } else {
            self.at += 1;
            self.code += next << 9;
            self.count = 7;
        }
    }

    /// A bit that changes the state of its context (C.3.2), `ahead` being less than zero. Returns what is ahead
    /// afterwards below the bit.
    #[inline(never)]
    fn turn(&mut self, ahead: i32, context: usize) -> u32 {
        let state = self.contexts[context & (PLACES - 1)];
        let estimate = state & ESTIMATE;
        let mut interval = self.interval.wrapping_add_signed(ahead);
        self.code = self.code.wrapping_add_signed(ahead).wrapping_add(estimate);
        let exchanged = interval < estimate;
        let lower = self.code < estimate;
        if lower {
            interval = estimate;
        } else {
            self.code -= estimate;
        }
        let less = exchanged != lower;
        self.contexts[context & (PLACES - 1)] = NEXT[(state & 127) as usize][usize::from(less)];
        // C.3.3.
        let mut shift = interval.leading_zeros();
        interval <<= shift;
        while shift > 0 {
            if self.count == 0 {
                self.byte();
            }
            let step = shift.min(self.count);
            self.code <<= step;
            self.count -= step;
            shift -= step;
        }
        let ahead = self.code.min(interval - LEAST);
        self.code -= ahead;
        self.interval = interval - ahead;
        ahead | ((state & 1) ^ u32::from(less)) << 31
    }
}

impl Bits for MqDecoder<'_> {
    const RAW: bool = false;
    type Ahead = i32;

    #[inline(always)]
    fn begin(&self) -> i32 {
        self.ahead
    }

    #[inline(always)]
    fn end(&mut self, ahead: i32) {
        self.ahead = ahead;
    }

    #[inline(always)]
    fn bit(&mut self, ahead: &mut i32, context: usize) -> u32 {
        let state = self.contexts[context & (PLACES - 1)];
        *ahead -= (state & ESTIMATE) as i32;
        if *ahead >= 0 {
            return state & 1;
        }
        let turned = self.turn(*ahead, context);
        *ahead = (turned & !LEAST) as i32;
        turned >> 31
    }

    fn is_exhausted(&self) -> bool {
        self.beyond > self.most_beyond
    }
}

/// Raw bits; a byte after 0xff has seven. Ones follow the last.
pub struct Raw<'a> {
    bytes: &'a [u8],
    beyond: u32,
    most_beyond: u32,
    current: u8,
    left: u8,
}

impl<'a> Raw<'a> {
    /// Starts with the first bit of a segment; all its bytes are there, or it was cut off.
    pub fn new(bytes: &'a [u8], whole: bool) -> Self {
        Self {
            bytes,
            beyond: 0,
            most_beyond: most_beyond(whole),
            current: 0,
            left: 0,
        }
    }
}

impl Bits for Raw<'_> {
    const RAW: bool = true;
    type Ahead = ();

    fn begin(&self) {}

    fn end(&mut self, (): ()) {}

    fn bit(&mut self, (): &mut (), _: usize) -> u32 {
        if self.left == 0 {
            self.left = if self.current == 0xff { 7 } else { 8 };
            self.beyond = self.beyond.saturating_add(u32::from(self.bytes.is_empty()));
            self.current = self.bytes.first().copied().unwrap_or(0xff);
            self.bytes = self.bytes.get(1..).unwrap_or_default();
        }
        self.left -= 1;
        u32::from(self.current >> self.left) & 1
    }

    fn is_exhausted(&self) -> bool {
        self.beyond > self.most_beyond
    }
}
