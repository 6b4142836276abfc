//! MP4 (ISO base media file format, ISO 14496-12): its boxes one after the other, wherever their
//! bytes come from first. Only the movie box and those of movie fragments are kept, and only until
//! they are read.

pub mod boxes;
mod fragments;
mod tables;
mod track;

use crate::error::EngineError;
use crate::video::order::Order;
use crate::video::{MAX_REORDERED, Sample};
use fragments::read_fragment;
use track::{Track, read_track};

/// Types of the first box of a file.
const FIRST: [&[u8; 4]; 7] = [
    b"ftyp", b"styp", b"moov", b"mdat", b"free", b"skip", b"wide",
];
/// Largest movie box or fragment that is read: 20,000 frames need less than 1 MiB.
pub const MAX_MOVIE_BYTES: u64 = 32 << 20;
const HEADER_BYTES: usize = 8;
const LONG_HEADER_BYTES: usize = 16;

/// The bytes begin with a box of MP4.
pub fn is_mp4(bytes: &[u8]) -> bool {
    bytes
        .get(4..8)
        .is_some_and(|name| FIRST.iter().any(|first| name == *first))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// Of the next box.
    #[default]
    Header,
    /// A movie box that begins and ends here.
    Movie { start: u64, end: u64 },
    /// A movie fragment.
    Fragment { start: u64, end: u64 },
    /// Nothing more is of use.
    Over,
}

/// The boxes of one file while they arrive.
#[derive(Debug, Default)]
pub struct Movie {
    /// Position of the byte that is read next.
    at: u64,
    state: State,
    /// Bytes of the header or box that is being read.
    held: Vec<u8>,
    track: Option<Track>,
    /// Samples in decode order, with their time on the screen in ticks of the track.
    pub samples: Vec<Sample>,
    /// Times of [`Self::samples`].
    pub times: Vec<i64>,
    /// The samples in the order of the screen.
    pub order: Order,
}

impl Movie {
    /// The track; none before the movie box was read.
    pub fn track(&self) -> Option<&Track> {
        self.track.as_ref()
    }

    /// No fragments follow: all samples are known.
    pub fn is_complete(&self) -> bool {
        self.track
            .as_ref()
            .is_some_and(|track| !track.has_fragments())
    }

    /// First byte and, where it is known, the byte after of what must be read next to find the
    /// movie box; none once it is found.
    pub fn wanted(&self) -> Option<(u64, Option<u64>)> {
        match (self.state, &self.track) {
            (State::Header, None) => Some((self.at, None)),
            (State::Movie { end, .. }, None) => Some((self.at, Some(end))),
            _ => None,
        }
    }

    /// Takes the bytes at a position; those that are not read next are passed over.
    ///
    /// # Errors
    /// `malformed-video` where a box is absent or lies, `unsupported-video` for other codecs,
    /// `limit-exceeded` for `frames` and `movie_bytes`.
    pub fn push(&mut self, position: u64, bytes: &[u8]) -> Result<(), EngineError> {
        loop {
            let skipped = self.at.checked_sub(position);
            let rest = skipped
                .and_then(|skipped| usize::try_from(skipped).ok())
                .and_then(|skipped| bytes.get(skipped..));
            let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
                return Ok(());
            };
            match self.state {
                State::Header => {
                    self.take(rest, header_bytes(&self.held) - self.held.len());
                    if self.held.len() == header_bytes(&self.held) {
                        self.open()?;
                    }
                }
                State::Movie { end, .. } | State::Fragment { end, .. } => {
                    let missing = usize::try_from(end - self.at).unwrap_or(usize::MAX);
                    self.take(rest, missing);
                    if self.held.len() as u64 > MAX_MOVIE_BYTES {
                        let found = self.held.len() as u64;
                        return Err(EngineError::limit("movie_bytes", MAX_MOVIE_BYTES, found));
                    }
                    if self.at == end {
                        self.close()?;
                    }
                }
                State::Over => return Ok(()),
            }
        }
    }

    /// No more bytes follow. Boxes that are cut short are read as far as they go.
    ///
    /// # Errors
    /// As [`Self::push`], and `malformed-video` without a movie box or without samples.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        if matches!(self.state, State::Movie { .. } | State::Fragment { .. }) {
            self.close()?;
        }
        let problem = match &self.track {
            None => "MP4 without a movie box (moov)",
            Some(_) if self.samples.is_empty() => "MP4 track without samples",
            Some(_) => return Ok(()),
        };
        Err(EngineError::malformed_video(0, problem))
    }

    fn take(&mut self, bytes: &[u8], missing: usize) {
        let taken = missing.min(bytes.len());
        self.held.extend_from_slice(&bytes[..taken]);
        self.at += taken as u64;
    }

    /// Goes into the box whose header is held, or after it.
    fn open(&mut self) -> Result<(), EngineError> {
        let header = std::mem::take(&mut self.held);
        let start = self.at - header.len() as u64;
        let number = |at: usize| {
            header[at..]
                .iter()
                .take(4)
                .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
        };
        let length = match number(0) {
            // To the end of the file.
            0 => u64::MAX,
            1 => number(8) << 32 | number(12),
            length => length,
        };
        let end = start.saturating_add(length);
        if end < self.at {
            self.state = State::Over;
            return Ok(());
        }
        let state = match &header[4..8] {
            b"moov" if self.track.is_none() => State::Movie { start, end },
            b"moof" if self.track.is_some() => State::Fragment { start, end },
            _ => {
                self.at = end;
                return Ok(());
            }
        };
        if end != u64::MAX && end - self.at > MAX_MOVIE_BYTES {
            let found = end - self.at;
            return Err(EngineError::limit("movie_bytes", MAX_MOVIE_BYTES, found));
        }
        self.state = state;
        if end == self.at { self.close() } else { Ok(()) }
    }

    /// Reads the box that is held.
    fn close(&mut self) -> Result<(), EngineError> {
        let state = std::mem::replace(&mut self.state, State::Header);
        let held = std::mem::take(&mut self.held);
        let known = self.samples.len();
        match (state, &mut self.track) {
            (State::Movie { start, .. }, track) => {
                let (read, tables) = read_track(&held, start as usize)?;
                let is_whole = !read.has_fragments();
                *track = Some(read);
                self.samples = tables.samples;
                self.times = tables.times;
                self.order = Order::new(if is_whole { usize::MAX } else { MAX_REORDERED });
                if is_whole {
                    self.state = State::Over;
                }
            }
            (State::Fragment { start, .. }, Some(track)) => {
                read_fragment(&held, start, track, &mut self.samples, &mut self.times)?;
            }
            _ => {}
        }
        for &time in &self.times[known..] {
            self.order.push(time);
        }
        if self.is_complete() {
            self.order.close();
        } else if let Some(next) = self.track.as_ref().and_then(Track::next_shown) {
            self.order.settle(next);
        }
        Ok(())
    }
}

/// Bytes of the header that begins with these.
fn header_bytes(held: &[u8]) -> usize {
    if held.len() >= HEADER_BYTES && held[..4] == [0, 0, 0, 1] {
        LONG_HEADER_BYTES
    } else {
        HEADER_BYTES
    }
}

#[cfg(test)]
mod tests;
