//! Movie fragments (ISO 14496-12 8.8.4 to 8.8.12): runs of samples that follow the movie box.

use super::boxes::{Child, children, find, full};
use super::track::{Defaults, Track};
use crate::error::EngineError;
use crate::video::Sample;
use crate::video::picture::check_frames;

/// Flags of a fragment header (tfhd).
const BASE_OFFSET: u32 = 0x1;
const DESCRIPTION: u32 = 0x2;
const DEFAULT_DURATION: u32 = 0x8;
const DEFAULT_SIZE: u32 = 0x10;
const DEFAULT_FLAGS: u32 = 0x20;
const BASE_IS_FRAGMENT: u32 = 0x2_0000;
/// Flags of a run (trun).
const DATA_OFFSET: u32 = 0x1;
const FIRST_FLAGS: u32 = 0x4;
const DURATION: u32 = 0x100;
const SIZE: u32 = 0x200;
const FLAGS: u32 = 0x400;
const OFFSET: u32 = 0x800;
/// Sample flag: decoding cannot begin here.
const IS_NO_KEY: u32 = 0x1_0000;

/// Reads the fields of a full box one after the other.
struct Fields<'a> {
    version: u8,
    flags: u32,
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    fn of(bytes: &'a [u8], child: &Child) -> Option<Self> {
        let (version, inside) = full(bytes, child.content.clone())?;
        let flags = &bytes[inside.start - 3..inside.start];
        Some(Self {
            version,
            flags: u32::from_be_bytes([0, flags[0], flags[1], flags[2]]),
            rest: &bytes[inside],
        })
    }

    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        Some(u32::from_be_bytes(*number))
    }

    fn long(&mut self) -> Option<u64> {
        Some(u64::from(self.number()?) << 32 | u64::from(self.number()?))
    }

    /// A field that is there only with its flag; else the value it has without.
    fn optional(&mut self, flag: u32, without: u32) -> Option<u32> {
        if self.flags & flag == 0 {
            Some(without)
        } else {
            self.number()
        }
    }
}

/// Base values of a fragment's runs of one track.
struct Base {
    /// Start of data offsets.
    position: u64,
    defaults: Defaults,
}

/// Reads the content of a fragment that begins at `start` and adds the samples of the track and
/// their times on the screen.
///
/// # Errors
/// `malformed-video` where a box is cut short or lies, `limit-exceeded` for `frames`.
pub fn read_fragment(
    bytes: &[u8],
    start: u64,
    track: &mut Track,
    samples: &mut Vec<Sample>,
    times: &mut Vec<i64>,
) -> Result<(), EngineError> {
    let malformed = |name: &str| {
        EngineError::malformed_video(start as usize, &format!("MP4 movie fragment {name}"))
    };
    // Where the data of the track fragment before ended.
    let mut behind = start;
    for child in children(bytes, 0..bytes.len()).filter(|child| &child.name == b"traf") {
        let header = children(bytes, child.content.clone()).find(|child| &child.name == b"tfhd");
        let mut header = header
            .and_then(|header| Fields::of(bytes, &header))
            .ok_or_else(|| malformed("tfhd"))?;
        let number = header.number().ok_or_else(|| malformed("tfhd"))?;
        if number != track.id {
            continue;
        }
        let base = base_of(header, track, start, behind).ok_or_else(|| malformed("tfhd"))?;
        if let Some(time) = find(bytes, child.content.clone(), b"tfdt") {
            track.decode_time = decode_time(&bytes[time]).ok_or_else(|| malformed("tfdt"))?;
        }
        let mut run_end = base.position;
        for run in children(bytes, child.content.clone()).filter(|child| &child.name == b"trun") {
            let fields = Fields::of(bytes, &run).ok_or_else(|| malformed("trun"))?;
            run_end = read_run(fields, &base, run_end, track, samples, times)?
                .ok_or_else(|| malformed("trun"))?;
        }
        behind = run_end;
    }
    Ok(())
}

/// 8.8.7: an explicit offset, the start of the fragment, or the end of the data before.
fn base_of(mut header: Fields<'_>, track: &Track, start: u64, behind: u64) -> Option<Base> {
    let position = if header.flags & BASE_OFFSET != 0 {
        header.long()?
    } else if header.flags & BASE_IS_FRAGMENT != 0 {
        start
    } else {
        behind
    };
    header.optional(DESCRIPTION, 0)?;
    let given = track.defaults.unwrap_or_default();
    Some(Base {
        position,
        defaults: Defaults {
            duration: header.optional(DEFAULT_DURATION, given.duration)?,
            size: header.optional(DEFAULT_SIZE, given.size)?,
            flags: header.optional(DEFAULT_FLAGS, given.flags)?,
        },
    })
}

/// baseMediaDecodeTime, version 0 or 1.
fn decode_time(content: &[u8]) -> Option<i64> {
    let mut fields = Fields {
        version: *content.first()?,
        flags: 0,
        rest: content.get(4..)?,
    };
    if fields.version == 1 {
        i64::try_from(fields.long()?).ok()
    } else {
        fields.number().map(i64::from)
    }
}

/// Adds the samples of a run (8.8.8); returns where its data end, or none where a field is missing
/// or no place can be so large.
fn read_run(
    mut fields: Fields<'_>,
    base: &Base,
    before: u64,
    track: &mut Track,
    samples: &mut Vec<Sample>,
    times: &mut Vec<i64>,
) -> Result<Option<u64>, EngineError> {
    let Some(count) = fields.number() else {
        return Ok(None);
    };
    check_frames(samples.len() as u64 + u64::from(count))?;
    let mut read = || {
        let mut at = if fields.flags & DATA_OFFSET == 0 {
            before
        } else {
            base.position
                .checked_add_signed(i64::from(fields.number()? as i32))?
        };
        let first_flags = fields.optional(FIRST_FLAGS, base.defaults.flags)?;
        for index in 0..count {
            let duration = fields.optional(DURATION, base.defaults.duration)?;
            let length = u64::from(fields.optional(SIZE, base.defaults.size)?);
            let without = if index == 0 {
                first_flags
            } else {
                base.defaults.flags
            };
            let flags = fields.optional(FLAGS, without)?;
            let offset = fields.optional(OFFSET, 0)?;
            let offset = if fields.version == 0 {
                i64::from(offset)
            } else {
                i64::from(offset as i32)
            };
            track.has_negative_offsets |= offset < 0;
            samples.push(Sample {
                start: at,
                length,
                key: flags & IS_NO_KEY == 0,
                has_parameters: true,
            });
            times.push(track.decode_time.checked_add(offset)?);
            track.decode_time = track.decode_time.checked_add(i64::from(duration))?;
            at = at.checked_add(length)?;
        }
        Some(at)
    };
    Ok(read())
}
