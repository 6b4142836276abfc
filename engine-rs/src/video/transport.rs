//! MPEG transport stream: the packets of the one video stream in it (ISO 13818-1 2.4.3.2, 2.4.4).

use super::Coding;
use super::packets::Joined;
use crate::error::EngineError;

/// Length of a packet, and of one with the four bytes of time that recorders put before it.
const PACKET_BYTES: usize = 188;
const TIMED_PACKET_BYTES: usize = 192;
const SYNC: u8 = 0x47;
/// Packets in a row that must begin with the sync byte.
const PROBE_PACKETS: usize = 3;

/// Position of the first packet and the length of each; none where this is no transport stream.
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
    video: Option<(u16, Coding)>,
}

/// Joins the video stream of the first program.
///
/// # Errors
/// `malformed-video` where a packet is out of step or no video stream is announced.
pub fn join(
    bytes: &[u8],
    (first, length): (usize, usize),
) -> Result<(Joined, Coding), EngineError> {
    let mut program = Program::default();
    let mut joined = Joined::default();
    let mut begun = false;
    for (index, packet) in bytes[first..].chunks(length).enumerate() {
        let at = first + index * length;
        let packet = &packet[..packet.len().min(PACKET_BYTES)];
        if packet.len() < PACKET_BYTES {
            break;
        }
        if packet[0] != SYNC {
            return Err(EngineError::malformed_video(
                at,
                "transport packet without its sync byte",
            ));
        }
        let begins = packet[1] & 0x40 != 0;
        let pid = u16::from_be_bytes([packet[1] & 0x1f, packet[2]]);
        let Some(payload) = payload_of(packet) else {
            continue;
        };
        match &program.video {
            Some((video, _)) if *video == pid => {
                if begins {
                    joined.begin(payload, at)?;
                    begun = true;
                } else if begun {
                    joined.extend(payload);
                }
            }
            _ if begins && pid == 0 => program.map_pid = program.map_pid.or(first_program(payload)),
            None if begins && program.map_pid == Some(pid) => program.video = video_of(payload),
            _ => {}
        }
    }
    let Some((_, coding)) = program.video else {
        return Err(EngineError::malformed_video(
            first,
            "transport stream without a video stream",
        ));
    };
    Ok((joined, coding))
}

/// What a packet carries behind its header and adaptation field.
fn payload_of(packet: &[u8]) -> Option<&[u8]> {
    let control = packet[3] >> 4 & 3;
    let start = match control {
        1 => 4,
        3 => 5 + usize::from(packet[4]),
        _ => return None,
    };
    packet.get(start..)
}

/// Section behind the pointer field, without its checksum; tables of one section are enough.
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
