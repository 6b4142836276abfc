//! Packets around an elementary stream (ISO 13818-1): those of other streams, and private data of
//! headers, are overwritten.

use crate::video::Pieces;
use crate::video::transport::{PACKET_BYTES, packets_of};

/// PID of packets that hold nothing.
const NULL_PID: u16 = 0x1fff;
/// Flags of an adaptation field (2.4.3.5).
const HAS_PCR: u8 = 0x10;
const HAS_OPCR: u8 = 0x08;
const HAS_SPLICE: u8 = 0x04;
const HAS_PRIVATE: u8 = 0x02;

/// Overwrites what lies between the pieces of the picture and is no structure.
pub fn clean(stream: &mut [u8], pieces: &Pieces) {
    if let Some(layout) = packets_of(stream) {
        clean_transport(stream, layout, pieces);
    } else if stream.starts_with(&[0, 0, 1, 0xba]) {
        clean_program(stream);
    }
}

const fn pid_of(packet: &[u8]) -> u16 {
    u16::from_be_bytes([packet[1] & 0x1f, packet[2]])
}

fn clean_transport(stream: &mut [u8], (first, length): (usize, usize), pieces: &Pieces) {
    let video = pieces
        .ranges(0, 1)
        .first()
        .map(|&(place, _)| first + (place as usize - first) / length * length)
        .map(|at| pid_of(&stream[at..]));
    let mut tables = vec![0];
    tables.extend(program_maps(stream, first, length));
    let mut at = first;
    while let Some(packet) = stream.get_mut(at..at + PACKET_BYTES) {
        let pid = pid_of(packet);
        if Some(pid) == video {
            clear_private(packet);
        } else if !tables.contains(&pid) {
            packet[1..3].copy_from_slice(&NULL_PID.to_be_bytes());
            packet[3] = 0x10;
            packet[4..].fill(0xff);
        }
        at += length;
    }
    // A packet that is cut short is read by nobody.
    let rest = at.min(stream.len());
    stream[rest..].fill(0);
}

/// PIDs of program maps, as the association table names them (2.4.4.3).
fn program_maps(stream: &[u8], first: usize, length: usize) -> Vec<u16> {
    let mut found = Vec::new();
    let mut at = first;
    while let Some(packet) = stream.get(at..at + PACKET_BYTES) {
        at += length;
        let begins = packet[1] & 0x40 != 0;
        if pid_of(packet) != 0 || !begins {
            continue;
        }
        let adaptation = if packet[3] & 0x20 == 0 {
            0
        } else {
            1 + usize::from(packet[4])
        };
        let Some(pointer) = packet.get(4 + adaptation) else {
            continue;
        };
        let section = packet.get(5 + adaptation + usize::from(*pointer)..);
        let Some(section) = section.filter(|section| section.len() > 12) else {
            continue;
        };
        let end = 3 + usize::from(u16::from_be_bytes([section[1] & 0x0f, section[2]]));
        let entries = section.get(8..end.saturating_sub(4).min(section.len()));
        for entry in entries.unwrap_or(&[]).chunks_exact(4) {
            found.push(u16::from_be_bytes([entry[2] & 0x1f, entry[3]]));
        }
    }
    found
}

/// Private data and stuffing of an adaptation field.
fn clear_private(packet: &mut [u8]) {
    if packet[3] & 0x20 == 0 || packet[4] == 0 {
        return;
    }
    let end = (5 + usize::from(packet[4])).min(PACKET_BYTES);
    let flags = packet[5];
    let mut at = 6;
    for (flag, bytes) in [(HAS_PCR, 6), (HAS_OPCR, 6), (HAS_SPLICE, 1)] {
        if flags & flag != 0 {
            at += bytes;
        }
    }
    // Private data and extension become stuffing.
    packet[5] = flags & !(HAS_PRIVATE | 0x01);
    if at < end {
        packet[at..end].fill(0xff);
    }
}

/// Payload of packets that are neither the picture nor structure (2.5.3).
fn clean_program(stream: &mut [u8]) {
    let mut video = None;
    let mut at = 0;
    while let Some(&[0, 0, 1, code, high, low]) =
        stream.get(at..).and_then(|rest| rest.first_chunk::<6>())
    {
        let (length, keep) = match code {
            0xba => (pack_bytes(&stream[at..]), true),
            // System header and map of the program.
            0xbb | 0xbc => (6 + usize::from(u16::from_be_bytes([high, low])), true),
            0xb9 => break,
            _ => {
                let is_video = (0xe0..=0xef).contains(&code) && *video.get_or_insert(code) == code;
                (6 + usize::from(u16::from_be_bytes([high, low])), is_video)
            }
        };
        let end = at.saturating_add(length).min(stream.len());
        if !keep {
            stream[at + 6..end].fill(0xff);
        }
        at = end;
    }
    let rest = stream.len().min(at + 4);
    stream[rest..].fill(0);
}

/// Bytes of a pack header: of MPEG-2 with its stuffing, which is cleared by nobody reading it, or MPEG-1.
fn pack_bytes(pack: &[u8]) -> usize {
    match pack.get(4) {
        Some(byte) if byte >> 6 == 1 => 14 + usize::from(pack.get(13).copied().unwrap_or(0) & 7),
        _ => 12,
    }
}
