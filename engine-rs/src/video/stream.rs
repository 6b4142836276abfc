//! One video while its bytes arrive.

use super::mp4::{Movie, is_mp4};
use super::order::Order;
use super::packets::{Joined, TICKS_PER_MS};
use super::pieces::Pieces;
use super::program::{Program, is_program_stream};
use super::transport::{PROBE_BYTES, Transport, packets_of};
use super::{Coding, Decoder, MAX_REORDERED, MAX_REORDERED_MPEG_2, Sample};
use crate::dicom::transfer_syntax::{self, VideoSyntax};
use crate::error::EngineError;
use crate::limits::MAX_FILE_BYTES;

/// Bytes that are looked at together, so that packets are never copied all at once.
const PUSH_BYTES: usize = 64 << 10;

/// Source of an elementary stream.
enum Demultiplexer {
    Plain { at: usize },
    Transport(Transport),
    Program(Program),
}

/// A video other than MP4.
struct Elementary {
    demultiplexer: Demultiplexer,
    joined: Joined,
    samples: Vec<Sample>,
    order: Order,
    group: u32,
}

/// How the frames are put together.
enum Container {
    /// The first bytes, too few to recognise the container.
    Unknown(Vec<u8>),
    Movie(Box<Movie>),
    Elementary(Box<Elementary>),
}

/// A video: where its pictures lie, which of them is which frame, and when it is shown.
pub struct VideoStream {
    syntax: VideoSyntax,
    container: Container,
    /// Place of the joined fragments in the file.
    fragments: Pieces,
    /// Bytes of the joined fragments that were pushed.
    position: u64,
    is_finished: bool,
    /// Samples in a row whose bytes and numbers are known, and frames in a row that need only them.
    whole_samples: usize,
    whole_frames: usize,
}

impl VideoStream {
    /// A video of which nothing has arrived.
    ///
    /// # Errors
    /// `unsupported-transfer-syntax` for one that is not a video.
    pub fn new(transfer_syntax_uid: &str) -> Result<Self, EngineError> {
        let syntax = transfer_syntax::video(transfer_syntax_uid).ok_or_else(|| {
            EngineError::UnsupportedTransferSyntax {
                uid: transfer_syntax_uid.to_owned(),
                name: transfer_syntax::name(transfer_syntax_uid).to_owned(),
            }
        })?;
        Ok(Self {
            syntax,
            container: Container::Unknown(Vec::new()),
            fragments: Pieces::default(),
            position: 0,
            is_finished: false,
            whole_samples: 0,
            whole_frames: 0,
        })
    }

    /// A video that is there whole: a file of one fragment that begins with its first byte.
    ///
    /// # Errors
    /// As [`Self::new`], [`Self::push`] and [`Self::finish`].
    pub fn read(transfer_syntax_uid: &str, bytes: &[u8]) -> Result<Self, EngineError> {
        let mut stream = Self::new(transfer_syntax_uid)?;
        stream.add_fragment(0, bytes.len() as u64)?;
        stream.push(bytes)?;
        stream.finish()?;
        Ok(stream)
    }

    /// The next fragment lies here in the file; it need not have arrived.
    ///
    /// # Errors
    /// `limit-exceeded` for `file_bytes`.
    pub fn add_fragment(&mut self, place: u64, length: u64) -> Result<(), EngineError> {
        // A length that lies beyond the largest file ends with it.
        let room = MAX_FILE_BYTES.saturating_sub(place.max(self.fragments.length()));
        self.fragments.add(place, length.min(room))
    }

    /// Takes the next bytes of the joined fragments.
    ///
    /// # Errors
    /// `malformed-video`, `unsupported-video`, `limit-exceeded` for `frames` and others.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        let mut bytes = bytes;
        if let Container::Unknown(head) = &mut self.container {
            let missing = PROBE_BYTES.saturating_sub(head.len()).min(bytes.len());
            head.extend_from_slice(&bytes[..missing]);
            bytes = &bytes[missing..];
            if head.len() < PROBE_BYTES && !is_mp4(head) {
                return Ok(());
            }
            self.choose()?;
        }
        bytes
            .chunks(PUSH_BYTES)
            .try_for_each(|chunk| self.feed(chunk))
    }

    /// No more bytes follow.
    ///
    /// # Errors
    /// As [`Self::push`], and `malformed-video` without a frame.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        if matches!(self.container, Container::Unknown(_)) {
            self.choose()?;
        }
        self.is_finished = true;
        match &mut self.container {
            Container::Unknown(_) => Ok(()),
            Container::Movie(movie) => {
                movie.finish()?;
                movie.order.close();
                Ok(())
            }
            Container::Elementary(stream) => stream.finish(),
        }
    }

    /// First byte in the file and, where it is known, the byte after of the frame index of an MP4,
    /// while it has not arrived; none where its place is not known.
    pub fn wanted(&self) -> Option<(u64, Option<u64>)> {
        let Container::Movie(movie) = &self.container else {
            return None;
        };
        let (start, end) = movie.wanted()?;
        let &(place, length) = self.fragments.ranges(start, u64::MAX - start).first()?;
        let end = end.map_or(place + length, |end| {
            (place + (end - start)).min(place + length)
        });
        Some((place, Some(end)))
    }

    /// Takes bytes of the file that were asked for by [`Self::wanted`].
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn push_wanted(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        match &mut self.container {
            Container::Movie(movie) => match movie.wanted() {
                Some((start, _)) => movie.push(start, bytes),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Configuration of a decoder; none until that has arrived.
    pub fn decoder(&self) -> Option<Decoder> {
        match &self.container {
            Container::Unknown(_) => None,
            Container::Movie(movie) => movie.track().map(|track| track.decoder.clone()),
            Container::Elementary(stream) => stream.decoder(),
        }
    }

    /// Frames in decode order, so far.
    pub fn samples(&self) -> &[Sample] {
        match &self.container {
            Container::Unknown(_) => &[],
            Container::Movie(movie) => &movie.samples,
            Container::Elementary(stream) => &stream.samples,
        }
    }

    /// Sample of each frame in the order of the screen, so far. Reported samples never change.
    pub fn frames(&self) -> &[u32] {
        self.order().map_or(&[], Order::pictures)
    }

    /// Frame of a sample, from 0; none while that is not known.
    pub fn frame_of(&self, sample: usize) -> Option<u32> {
        self.order()?.number(sample)
    }

    /// Coding of an elementary stream and its place in the joined fragments; none for MP4.
    pub fn elementary(&self) -> Option<(Coding, &Pieces)> {
        match &self.container {
            Container::Elementary(stream) => {
                let (coding, _) = stream.joined.found()?;
                Some((coding, &stream.joined.pieces))
            }
            _ => None,
        }
    }

    /// A byte stream that no container is around.
    pub(crate) fn is_bare(&self) -> bool {
        matches!(&self.container, Container::Elementary(stream)
            if matches!(stream.demultiplexer, Demultiplexer::Plain { .. }))
    }

    /// Presentation time of each sample in ticks of 90 kHz, where [`Self::times_ms`] come from them.
    pub(crate) fn stamps(&self) -> Option<Vec<i64>> {
        let Container::Elementary(stream) = &self.container else {
            return None;
        };
        stream.stamped_times()?;
        let starts = stream.samples.iter().map(|sample| sample.start as usize);
        stream.joined.times(starts)
    }

    /// Presentation time of each sample of an MP4, and ticks a second.
    pub(crate) fn movie_times(&self) -> Option<(&[i64], f64)> {
        let Container::Movie(movie) = &self.container else {
            return None;
        };
        Some((&movie.times, movie.track()?.scale))
    }

    fn order(&self) -> Option<&Order> {
        match &self.container {
            Container::Unknown(_) => None,
            Container::Movie(movie) => Some(&movie.order),
            Container::Elementary(stream) => Some(&stream.order),
        }
    }

    /// All frames are known, though their bytes need not have arrived.
    pub fn is_complete(&self) -> bool {
        let is_listed = matches!(&self.container, Container::Movie(movie) if movie.is_complete());
        self.is_finished || is_listed
    }

    /// Number of frames, from the first, that can be decoded from the first `arrived` bytes of the
    /// file.
    pub fn ready(&mut self, arrived: u64) -> usize {
        while self.frame_of(self.whole_samples).is_some()
            && self.is_within(self.whole_samples, arrived)
        {
            self.whole_samples += 1;
        }
        let needed = self.frames().get(self.whole_frames..).unwrap_or(&[]);
        let whole = needed
            .iter()
            .take_while(|&&sample| (sample as usize) < self.whole_samples)
            .count();
        self.whole_frames += whole;
        self.whole_frames
    }

    /// A sample is within the first `arrived` bytes of the file.
    pub fn is_within(&self, sample: usize, arrived: u64) -> bool {
        let Some(sample) = self.samples().get(sample) else {
            return false;
        };
        let mut length = 0;
        let places = self.places(sample.start, sample.length);
        places.iter().all(|&(start, part)| {
            length += part;
            start + part <= arrived
        }) && length == sample.length
    }

    /// Start and length in the file of the pieces of a sample; empty beyond the last.
    pub fn sample_places(&self, index: usize) -> Vec<(u64, u64)> {
        let sample = self.samples().get(index);
        sample.map_or_else(Vec::new, |sample| self.places(sample.start, sample.length))
    }

    fn places(&self, start: u64, length: u64) -> Vec<(u64, u64)> {
        match &self.container {
            Container::Elementary(stream) => {
                let pieces = stream.joined.pieces.ranges(start, length);
                let places = pieces
                    .iter()
                    .flat_map(|&(at, part)| self.fragments.ranges(at, part));
                places.collect()
            }
            _ => self.fragments.ranges(start, length),
        }
    }

    /// Parameter sets to be put before a sample that needs them and brings none.
    pub fn prefix(&self, index: usize) -> &[u8] {
        match (&self.container, self.samples().get(index)) {
            (Container::Elementary(stream), Some(sample))
                if sample.key && !sample.has_parameters =>
            {
                let found = stream.joined.found();
                found.map_or(&[], |(_, found)| found.parameters.as_slice())
            }
            _ => &[],
        }
    }

    /// Bytes of a sample of a file as a decoder takes them; none beyond the last, or where the
    /// file ends before.
    pub fn sample_bytes(&self, index: usize, file: &[u8]) -> Option<Vec<u8>> {
        let sample = self.samples().get(index)?;
        let mut bytes = self.prefix(index).to_vec();
        let expected = bytes.len() + usize::try_from(sample.length).ok()?;
        for (start, length) in self.sample_places(index) {
            let start = usize::try_from(start).ok()?;
            bytes.extend_from_slice(file.get(start..start + usize::try_from(length).ok()?)?);
        }
        (bytes.len() == expected).then_some(bytes)
    }

    /// Sample from which decoding must begin so that this one is right: the last key before it that
    /// is not shown after it. Pictures shown before a key may refer to earlier pictures.
    pub fn decode_from(&self, index: usize) -> usize {
        let Some(before) = self.samples().get(..=index) else {
            return 0;
        };
        let shown = |sample: usize| self.frame_of(sample).unwrap_or(u32::MAX);
        let wanted = shown(index);
        (0..before.len())
            .rev()
            .find(|&sample| before[sample].key && shown(sample) <= wanted)
            .unwrap_or(0)
    }

    /// Time of each frame in the order of the screen, in ms, the first 0; none where the stream
    /// names none, or not yet.
    pub fn times_ms(&self) -> Option<Vec<f64>> {
        match &self.container {
            _ if !self.is_complete() => None,
            Container::Unknown(_) => None,
            Container::Movie(movie) => {
                let scale = movie.track()?.scale;
                let mut times = movie.times.clone();
                times.sort_unstable();
                let first = times.first().copied().unwrap_or(0);
                let ms = |time: i64| time.wrapping_sub(first) as f64 * 1000.0 / scale;
                Some(times.into_iter().map(ms).collect())
            }
            Container::Elementary(stream) => stream.times_ms(),
        }
    }

    fn choose(&mut self) -> Result<(), EngineError> {
        let Container::Unknown(head) = &mut self.container else {
            return Ok(());
        };
        let head = std::mem::take(head);
        if is_mp4(&head) {
            self.container = Container::Movie(Box::default());
        } else {
            self.container = Container::Elementary(Box::new(Elementary::of(&head, self.syntax)?));
        }
        self.feed(&head)
    }

    fn feed(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        let position = self.position;
        self.position += bytes.len() as u64;
        match &mut self.container {
            Container::Unknown(_) => Ok(()),
            Container::Movie(movie) => movie.push(position, bytes),
            Container::Elementary(stream) => stream.push(bytes),
        }
    }
}

impl Elementary {
    fn of(head: &[u8], syntax: VideoSyntax) -> Result<Self, EngineError> {
        let mut joined = Joined::default();
        let demultiplexer = if let Some(packets) = packets_of(head) {
            Demultiplexer::Transport(Transport::new(packets))
        } else {
            joined.set_coding(match syntax {
                VideoSyntax::Mpeg2 => Coding::Mpeg2,
                VideoSyntax::Avc => Coding::Avc,
                VideoSyntax::Hevc => Coding::Hevc,
            });
            if is_program_stream(head) {
                Demultiplexer::Program(Program::default())
            } else if head.starts_with(&[0, 0, 1]) || head.starts_with(&[0, 0, 0, 1]) {
                Demultiplexer::Plain { at: 0 }
            } else {
                return Err(EngineError::malformed_video(
                    0,
                    "neither MP4, transport stream, program stream nor byte stream",
                ));
            }
        };
        Ok(Self {
            demultiplexer,
            joined,
            samples: Vec::new(),
            order: Order::default(),
            group: 0,
        })
    }

    fn push(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        match &mut self.demultiplexer {
            Demultiplexer::Plain { at } => {
                let position = *at;
                *at += bytes.len();
                self.joined.extend(bytes, position)?;
            }
            Demultiplexer::Transport(transport) => transport.push(bytes, &mut self.joined)?,
            Demultiplexer::Program(program) => program.push(bytes, &mut self.joined)?,
        }
        self.number();
        Ok(())
    }

    fn finish(&mut self) -> Result<(), EngineError> {
        match &mut self.demultiplexer {
            Demultiplexer::Plain { .. } => {}
            Demultiplexer::Transport(transport) => transport.finish()?,
            Demultiplexer::Program(program) => program.finish(&mut self.joined)?,
        }
        self.joined.finish()?;
        self.number();
        self.order.close();
        Ok(())
    }

    /// Takes the pictures that have become whole.
    fn number(&mut self) {
        let Some((coding, stream)) = self.joined.found() else {
            return;
        };
        if self.samples.is_empty() {
            self.order = Order::new(match coding {
                Coding::Mpeg2 => MAX_REORDERED_MPEG_2,
                Coding::Avc | Coding::Hevc => MAX_REORDERED,
            });
        }
        for picture in &stream.pictures[self.samples.len()..stream.whole()] {
            if picture.group != self.group {
                self.order.close();
                self.group = picture.group;
            }
            self.order.push(picture.order);
            if let Some(order) = picture.settled {
                self.order.settle(order);
            }
            self.samples.push(Sample {
                start: picture.start as u64,
                length: (picture.end - picture.start) as u64,
                key: picture.key,
                has_parameters: picture.has_parameters,
            });
        }
    }

    fn decoder(&self) -> Option<Decoder> {
        let (coding, stream) = self.joined.found()?;
        (!stream.codec.is_empty()).then(|| Decoder {
            coding,
            codec: stream.codec.clone(),
            width: stream.width,
            height: stream.height,
            configuration: None,
        })
    }

    /// Times by the stamps of packets, where every picture has one and they agree with the order,
    /// else by the step that the stream names.
    fn times_ms(&self) -> Option<Vec<f64>> {
        let by_step = || {
            let step = self.joined.found()?.1.step_ms?;
            let count = self.samples.len();
            Some((0..count).map(|index| index as f64 * step).collect())
        };
        self.stamped_times().or_else(by_step)
    }

    fn stamped_times(&self) -> Option<Vec<f64>> {
        let starts = self.samples.iter().map(|sample| sample.start as usize);
        let stamps = self.joined.times(starts)?;
        let pictures = self.order.pictures().iter();
        let shown: Vec<i64> = pictures
            .map(|&picture| stamps.get(picture as usize).copied())
            .collect::<Option<_>>()?;
        let first = *shown.first()?;
        let rising = shown.windows(2).all(|pair| pair[0] < pair[1]);
        rising.then(|| {
            let ms = |&stamp: &i64| (stamp - first) as f64 / TICKS_PER_MS;
            shown.iter().map(ms).collect()
        })
    }
}
