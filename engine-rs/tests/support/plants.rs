//! Texts that are planted in streams.

/// Bytes of a text.
pub const PLANT_BYTES: usize = 24;

/// Text of letters and digits, another one for each seed.
pub fn plant(seed: usize) -> Vec<u8> {
    let mut state = seed as u64 * 2 + 1;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[(state >> 59) as usize]
    };
    (0..PLANT_BYTES).map(|_| next()).collect()
}

/// A place of a stream, the text that is planted there, and the stream with it.
pub type Carrier = (String, Vec<u8>, Vec<u8>);

/// The text after the stream.
pub fn at_end(seed: usize, stream: &[u8]) -> Carrier {
    let text = plant(seed);
    let carrier = [stream, &text].concat();
    ("at the end".to_owned(), text, carrier)
}

/// The text before the stream.
pub fn at_start(seed: usize, stream: &[u8]) -> Carrier {
    let text = plant(seed);
    let carrier = [&text, stream].concat();
    ("at the start".to_owned(), text, carrier)
}

/// The bytes hold the text.
pub fn contains(bytes: &[u8], text: &[u8]) -> bool {
    memchr::memmem::find(bytes, text).is_some()
}

/// The stream with bytes put in.
pub fn spliced(stream: &[u8], at: usize, planted: &[u8]) -> Vec<u8> {
    [&stream[..at], planted, &stream[at..]].concat()
}
