//! MPEG transport stream: the packets of the one video stream in it (ISO 13818-1 2.4.3.2, 2.4.4).

use super::Coding;
use super::packets::Joined;
use crate::error::EngineError;

/// Length of a packet, and of one with the four bytes of time that recorders put before it.
pub const PACKET_BYTES: usize = 188;
const TIMED_PACKET_BYTES: usize = 192;
const SYNC: u8 = 0x47;
/// Packets in a row that must begin with the sync byte.
const PROBE_PACKETS: usize = 3;
/// Bytes that identify a transport stream.
pub const PROBE_BYTES: usize = PROBE_PACKETS * TIMED_PACKET_BYTES;

/// Position of the first packet and the length of each; none where this is not a transport stream.
pub fn packets_of(bytes: &[u8]) -> Option<(usize, usize)> {
    [(0, PACKET_BYTES), (4, TIMED_PACKET_BYTES)]
        .into_iter()
        .find(|&(first, length)| {
            let count = (bytes.len() / length).min(PROBE_PACKETS);
            count > 0 && (0..count).all(|index| bytes.get(first + index * length) == Some(&SYNC))
        })
}

/// Tables, and the video stream they lead to.
#[derive(Default)]
struct Program {
    map_pid: Option<u16>,
    video: Option<u16>,
}

/// Reads packets while they arrive.
#[derive(Default)]
pub struct Transport {
    /// Length of a packet with the bytes before it.
    length: usize,
    /// Bytes to pass over before the next packet.
    skip: usize,
    /// Bytes of a packet that is not whole yet, and the position of the first of them.
    rest: Vec<u8>,
    at: usize,
    program: Program,
    has_begun: bool,
}

impl Transport {
    /// Packets of a length, the first at `first`.
    pub fn new((first, length): (usize, usize)) -> Self {
        Self {
            length,
            skip: first,
            ..Self::default()
        }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// `malformed-video` where a packet is out of step, and errors of the video stream.
    pub fn push(&mut self, bytes: &[u8], joined: &mut Joined) -> Result<(), EngineError> {
        let mut rest = std::mem::take(&mut self.rest);
        rest.extend_from_slice(bytes);
        let mut used = 0;
        loop {
            let passed = self.skip.min(rest.len() - used);
            self.skip -= passed;
            used += passed;
            let Some(packet) = rest.get(used..used + PACKET_BYTES) else {
                break;
            };
            self.packet(packet, self.at + used, joined)?;
            used += PACKET_BYTES;
            self.skip = self.length - PACKET_BYTES;
        }
        rest.drain(..used);
        self.at += used;
        self.rest = rest;
        Ok(())
    }

    /// No more bytes follow; a packet cut short is left out.
    ///
    /// # Errors
    /// `malformed-video` without a video stream.
    pub fn finish(&self) -> Result<(), EngineError> {
        if self.program.video.is_none() {
            return Err(EngineError::malformed_video(
                0,
                "transport stream without a video stream",
            ));
        }
        Ok(())
    }

    fn packet(&mut self, packet: &[u8], at: usize, joined: &mut Joined) -> Result<(), EngineError> {
        if packet[0] != SYNC {
            return Err(EngineError::malformed_video(
                at,
                "transport packet without its sync byte",
            ));
        }
        let begins = packet[1] & 0x40 != 0;
        let pid = u16::from_be_bytes([packet[1] & 0x1f, packet[2]]);
        let Some(payload) = payload_of(packet) else {
            return Ok(());
        };
        let at = at + (packet.len() - payload.len());
        let program = &mut self.program;
        match program.video {
            Some(video) if video == pid => {
                if begins {
                    self.has_begun = true;
                    return joined.begin(payload, at);
                }
                if self.has_begun {
                    return joined.extend(payload, at);
                }
            }
            _ if begins && pid == 0 => program.map_pid = program.map_pid.or(first_program(payload)),
            None if begins && program.map_pid == Some(pid) => {
                if let Some((video, coding)) = video_of(payload) {
                    program.video = Some(video);
                    joined.set_coding(coding);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Payload of a packet after its header and adaptation field.
fn payload_of(packet: &[u8]) -> Option<&[u8]> {
    let control = packet[3] >> 4 & 3;
    let start = match control {
        1 => 4,
        3 => 5 + usize::from(packet[4]),
        _ => return None,
    };
    packet.get(start..)
}

/// Section after the pointer field, without its checksum; tables of one section are enough.
fn section(payload: &[u8], table: u8) -> Option<&[u8]> {
    let start = 1 + usize::from(*payload.first()?);
    let section = payload.get(start..)?;
    if *section.first()? != table {
        return None;
    }
    let length = usize::from(u16::from_be_bytes([
        *section.get(1)? & 0x0f,
        *section.get(2)?,
    ]));
    let end = (3 + length).checked_sub(4)?.min(section.len());
    section.get(..end)
}

/// Where the map of the first program is sent (program association table).
fn first_program(payload: &[u8]) -> Option<u16> {
    let entries = section(payload, 0)?.get(8..)?;
    let entry = entries.chunks_exact(4).find(|entry| entry[..2] != [0, 0])?;
    Some(u16::from_be_bytes([entry[2] & 0x1f, entry[3]]))
}

/// The first video stream of a program map (stream types of table 2-34).
fn video_of(payload: &[u8]) -> Option<(u16, Coding)> {
    let section = section(payload, 2)?;
    let skipped = usize::from(u16::from_be_bytes([
        *section.get(10)? & 0x0f,
        *section.get(11)?,
    ]));
    let mut streams = section.get(12 + skipped..)?;
    while let Some((stream, rest)) = streams.split_first_chunk::<5>() {
        let coding = match stream[0] {
            1 | 2 => Some(Coding::Mpeg2),
            0x1b => Some(Coding::Avc),
            0x24 => Some(Coding::Hevc),
            _ => None,
        };
        if let Some(coding) = coding {
            return Some((u16::from_be_bytes([stream[1] & 0x1f, stream[2]]), coding));
        }
        streams = rest.get(usize::from(u16::from_be_bytes([stream[3] & 0x0f, stream[4]]))..)?;
    }
    None
}
