//! An elementary stream put together from packets (PES, ISO 13818-1 2.4.3.6): its pictures, their
//! times, and where its bytes lie.

use super::Coding;
use super::picture::Elementary;
use super::picture_reader::PictureReader;
use super::pieces::Pieces;
use super::units::Units;
use super::{avc, hevc, mpeg2};
use crate::error::EngineError;

/// Time stamps count modulo 2^33 at 90 kHz.
const STAMP_RANGE: i64 = 1 << 33;
/// Ticks of a millisecond.
pub const TICKS_PER_MS: f64 = 90.0;

/// An elementary stream while it is put together. Its bytes are looked at and not kept.
#[derive(Default)]
pub struct Joined {
    /// Coding, once a container or a transfer syntax named it, and what reads it.
    reader: Option<(Coding, Box<dyn PictureReader>)>,
    units: Units,
    /// Place of the bytes in the source of the packets.
    pub pieces: Pieces,
    /// Place in the stream and presentation time in ticks of 90 kHz, in order of place.
    stamps: Vec<(u32, i64)>,
}

impl Joined {
    /// The stream is of this coding.
    pub fn set_coding(&mut self, coding: Coding) {
        self.reader = Some((
            coding,
            match coding {
                Coding::Mpeg2 => Box::new(mpeg2::Reader::default()),
                Coding::Avc => Box::new(avc::Reader::default()),
                Coding::Hevc => Box::new(hevc::Reader::default()),
            },
        ));
    }

    /// Coding and pictures so far; none until the coding is known.
    pub fn found(&self) -> Option<(Coding, &Elementary)> {
        let (coding, reader) = self.reader.as_ref()?;
        Some((*coding, reader.stream()))
    }

    /// Adds the header and payload of a packet that lies `at` so many bytes; what follows by
    /// [`Self::extend`] belongs to it.
    ///
    /// # Errors
    /// `malformed-video` for a bad header, and errors of the coding.
    pub fn begin(&mut self, packet: &[u8], at: usize) -> Result<(), EngineError> {
        let (stamp, payload) = parse(packet)
            .ok_or_else(|| EngineError::malformed_video(at, "packet of an elementary stream"))?;
        if let Some(stamp) = stamp {
            self.stamps.push((self.units.position() as u32, stamp));
        }
        self.extend(payload, at + (packet.len() - payload.len()))
    }

    /// Adds payload that lies `at` so many bytes.
    ///
    /// # Errors
    /// Errors of the coding, `limit-exceeded`.
    pub fn extend(&mut self, payload: &[u8], at: usize) -> Result<(), EngineError> {
        self.pieces.add(at as u64, payload.len() as u64)?;
        match &mut self.reader {
            Some((_, reader)) => self.units.push(payload, reader.as_mut()),
            None => Ok(()),
        }
    }

    /// No more bytes follow.
    ///
    /// # Errors
    /// Errors of the coding.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        let Some((_, reader)) = &mut self.reader else {
            return Ok(());
        };
        self.units.finish(reader.as_mut())?;
        reader.finish(self.units.position())
    }

    /// Time of each picture by the stamp of the packet it begins in (2.4.3.7: the first picture
    /// that begins there), unwrapped; none where one of them has no stamp.
    pub fn times(&self, starts: impl Iterator<Item = usize>) -> Option<Vec<i64>> {
        let mut stamps = self.stamps.iter().peekable();
        let mut times = Vec::new();
        let mut previous = None;
        for start in starts {
            let mut own = None;
            while let Some(&(_, stamp)) = stamps.next_if(|&&(place, _)| place as usize <= start) {
                own = Some(stamp);
            }
            let time = unwrap(previous, own?);
            previous = Some(time);
            times.push(time);
        }
        Some(times)
    }
}
/// The stamp nearest to the one before.
fn unwrap(previous: Option<i64>, stamp: i64) -> i64 {
    let Some(previous) = previous else {
        return stamp;
    };
    let step = (stamp - previous).rem_euclid(STAMP_RANGE);
    previous
        + if step > STAMP_RANGE / 2 {
            step - STAMP_RANGE
        } else {
            step
        }
}

/// Presentation time stamp and payload of a packet that begins with its start code.
fn parse(packet: &[u8]) -> Option<(Option<i64>, &[u8])> {
    let flags = *packet.get(6)?;
    if flags >> 6 != 2 {
        return parse_mpeg_1(packet);
    }
    let header = 9 + usize::from(*packet.get(8)?);
    let payload = packet.get(header..)?;
    let has_stamp = packet.get(7)? & 0x80 != 0;
    let stamp = if has_stamp {
        Some(stamp(packet.get(9..14)?))
    } else {
        None
    };
    Some((stamp, payload))
}

/// ISO 11172-1 2.4.3.3: stuffing, buffer size, then stamps or 0x0f.
fn parse_mpeg_1(packet: &[u8]) -> Option<(Option<i64>, &[u8])> {
    let mut at = 6 + packet
        .get(6..)?
        .iter()
        .take_while(|&&byte| byte == 0xff)
        .count();
    if packet.get(at)? >> 6 == 1 {
        at += 2;
    }
    match packet.get(at)? >> 4 {
        2 => Some((Some(stamp(packet.get(at..at + 5)?)), &packet[at + 5..])),
        3 => Some((Some(stamp(packet.get(at..at + 5)?)), packet.get(at + 10..)?)),
        0 => Some((None, packet.get(at + 1..)?)),
        _ => None,
    }
}

fn stamp(bytes: &[u8]) -> i64 {
    let part = |at: usize| i64::from(bytes[at]);
    (part(0) >> 1 & 7) << 30 | part(1) << 22 | (part(2) >> 1) << 15 | part(3) << 7 | part(4) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_that_runs_over_its_range_goes_on() {
        assert_eq!(unwrap(Some(STAMP_RANGE - 1), 2), STAMP_RANGE + 2);
        assert_eq!(
            unwrap(Some(STAMP_RANGE + 2), STAMP_RANGE - 1),
            STAMP_RANGE - 1
        );
        assert_eq!(unwrap(None, 7), 7);
    }

    #[test]
    fn bits_of_a_stamp_are_put_together() {
        // 2^32 + 2^30 + 2^15 + 1 in the layout of table 2-21, marker bits set.
        let bytes = [0x20 | 0b101 << 1 | 1, 0, 0x03, 0, 0x03];
        assert_eq!(stamp(&bytes), (1 << 32) + (1 << 30) + (1 << 15) + 1);
    }
}
