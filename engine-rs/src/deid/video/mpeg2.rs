//! Units of MPEG-2 and MPEG-1 video: headers from their known fields, slices without information beside their
//! macroblocks (ISO 13818-2 6.2). Everything else goes: user data, reserved and system start codes.

use super::bits::Copier;

const PICTURE: u8 = 0x00;
const SLICES: std::ops::RangeInclusive<u8> = 0x01..=0xaf;
const SEQUENCE: u8 = 0xb3;
const EXTENSION: u8 = 0xb5;
const END: u8 = 0xb7;
const GROUP: u8 = 0xb8;
/// Bit rate and delays without meaning (6.3.3, 6.3.9), and the buffer of Main Profile at Main Level.
const ANY_BIT_RATE: u32 = 0x3_ffff;
const ANY_DELAY: u32 = 0xffff;
const BUFFER_SIZE: u32 = 112;
/// Bytes of a header without tables.
const HEADER_BYTES: usize = 16;
/// Number of rows above which slices carry more of their position (6.2.4).
const TALL: u32 = 2800;
/// Bits of a table of 64 numbers.
const WORDS_OF_TABLE: u32 = 16;
/// Types of pictures with one and with two vectors.
const PREDICTED: u32 = 2;
const BOTH_WAYS: u32 = 3;
/// Unspecified video format.
const UNSPECIFIED_FORMAT: u32 = 5;

/// Content of earlier headers.
#[derive(Debug, Default)]
pub struct State {
    height: u32,
}

impl State {
    /// A unit after its start code written again; none for what decoding does not need.
    pub fn clean(&mut self, unit: &[u8]) -> Option<Vec<u8>> {
        let (&code, payload) = unit.split_first()?;
        if SLICES.contains(&code) {
            return Some(self.slice(code, payload));
        }
        // Zeros at the end of a header are taken for those before the next start code.
        let mut bits = Copier::new([payload, &[0; HEADER_BYTES]].concat());
        match code {
            SEQUENCE => self.sequence(&mut bits)?,
            EXTENSION => self.extension(&mut bits)?,
            GROUP => group(&mut bits)?,
            PICTURE => picture(&mut bits)?,
            END => {}
            _ => return None,
        }
        let mut written = vec![code];
        written.extend(bits.finish());
        Some(written)
    }

    fn sequence(&mut self, bits: &mut Copier) -> Option<()> {
        bits.copy(12)?;
        self.height = bits.copy(12)?;
        bits.copy(8)?;
        bits.skip(18 + 1 + 10 + 1)?;
        bits.write(ANY_BIT_RATE, 18);
        bits.write(1, 1);
        bits.write(BUFFER_SIZE, 10);
        bits.write(0, 1);
        tables(bits, 2)
    }

    fn extension(&mut self, bits: &mut Copier) -> Option<()> {
        match bits.copy(4)? {
            // Sequence.
            1 => {
                bits.copy(8 + 1 + 2 + 2)?;
                self.height |= bits.copy(2)? << 12;
                bits.skip(12 + 1 + 8)?;
                bits.write(0, 12);
                bits.write(1, 1);
                bits.write(0, 8);
                bits.copy(1 + 2 + 5)?;
            }
            // Display of the sequence.
            2 => {
                bits.skip(3)?;
                bits.write(UNSPECIFIED_FORMAT, 3);
                if bits.flag()? {
                    bits.copy(24)?;
                }
                bits.copy(14 + 1 + 14)?;
            }
            // Tables of quantisation.
            3 => tables(bits, 4)?,
            // Coding of a picture, without the signal it was digitised from.
            8 => {
                bits.copy(16 + 2 + 2)?;
                bits.flags(9)?;
                bits.skip(1)?;
                bits.write(0, 1);
            }
            _ => return None,
        }
        Some(())
    }

    /// A slice; the information before its macroblocks is removed.
    fn slice(&self, code: u8, payload: &[u8]) -> Vec<u8> {
        let head = 5 + if self.height > TALL { 3 } else { 0 };
        let mut bits = Copier::new(payload.to_vec());
        let has_more = (|| {
            bits.copy(head)?;
            bits.read(1).map(|bit| bit == 1)
        })();
        let mut written = vec![code];
        if has_more != Some(true) {
            written.extend_from_slice(payload);
            return written;
        }
        while bits.skip(8).is_some() && bits.read(1) == Some(1) {}
        bits.write(0, 1);
        bits.copy_rest();
        written.extend(bits.finish());
        written
    }
}

fn tables(bits: &mut Copier, count: u32) -> Option<()> {
    for _ in 0..count {
        if bits.flag()? {
            (0..WORDS_OF_TABLE).try_for_each(|_| bits.copy(32).map(|_| ()))?;
        }
    }
    Some(())
}

/// A group of pictures, without the time of its tape.
fn group(bits: &mut Copier) -> Option<()> {
    bits.skip(25)?;
    // The bit between minutes and seconds is always one.
    bits.write(1 << 12, 25);
    bits.flags(2)
}

fn picture(bits: &mut Copier) -> Option<()> {
    bits.copy(10)?;
    let kind = bits.copy(3)?;
    bits.skip(16)?;
    bits.write(ANY_DELAY, 16);
    if kind == PREDICTED || kind == BOTH_WAYS {
        bits.copy(4)?;
    }
    if kind == BOTH_WAYS {
        bits.copy(4)?;
    }
    bits.write(0, 1);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_before_macroblocks_goes() {
        let mut state = State::default();
        // Scale 3, then a byte "S" and a byte "T" of information, then the bits 0 and 1011.
        let mut source = Copier::new(Vec::new());
        source.write(3, 5);
        for byte in *b"ST" {
            source.write(1, 1);
            source.write(u32::from(byte), 8);
        }
        source.write(0b0_1011, 5);
        let unit = [vec![1], source.finish()].concat();
        assert_eq!(
            state.clean(&unit).unwrap()[..3],
            [1, 0b0001_1010, 0b1100_0000]
        );
        assert_eq!(
            state.clean(&[1, 0b0001_1010, 0xc0]).unwrap(),
            [1, 0b0001_1010, 0xc0]
        );
        assert_eq!(state.clean(b"\xb2secret"), None);
    }

    #[test]
    fn headers_end_with_their_last_field() {
        let mut state = State::default();
        // No time, closed, not broken; then a tail.
        let group = state.clean(b"\xb8\xff\xff\xff\xdfsecret").unwrap();
        assert_eq!(group, [0xb8, 0, 0x08, 0, 0x40]);
    }
}
