//! A transport stream of one program with one video stream, and nothing else (ISO 13818-1 2.4).

use crate::video::Coding;
use crate::video::transport::PACKET_BYTES;

const SYNC: u8 = 0x47;
const HEADER_BYTES: usize = 4;
const MAP_PID: u16 = 0x1000;
const VIDEO_PID: u16 = 0x100;
/// No stream carries a clock.
const NO_PID: u16 = 0x1fff;
/// Stamps have 33 bits.
const STAMP_MASK: i64 = (1 << 33) - 1;

/// Packets of a picture each, from the places where pictures begin, with their times in ticks of 90 kHz.
pub fn write(coding: Coding, stream: &[u8], begins: &[usize], stamps: Option<&[i64]>) -> Vec<u8> {
    let mut output = Vec::with_capacity(stream.len() + stream.len() / 16 + 4 * PACKET_BYTES);
    put_table(
        &mut output,
        0,
        0,
        &[&[0, 1][..], &(0xe000 | MAP_PID).to_be_bytes()].concat(),
    );
    let kind = match coding {
        Coding::Mpeg2 => 2,
        Coding::Avc => 0x1b,
        Coding::Hevc => 0x24,
    };
    let [clock, video] = [NO_PID, VIDEO_PID].map(|pid| (0xe000 | pid).to_be_bytes());
    let map = [&clock[..], &[0xf0, 0, kind], &video, &[0xf0, 0]].concat();
    put_table(&mut output, MAP_PID, 2, &map);
    let first = stamps
        .and_then(|stamps| stamps.iter().min())
        .copied()
        .unwrap_or(0);
    let mut counter = 0;
    for (index, &begin) in begins.iter().enumerate() {
        let end = begins.get(index + 1).copied().unwrap_or(stream.len());
        // Bytes before the first picture belong to it.
        let begin = if index == 0 { 0 } else { begin };
        let stamp = stamps.and_then(|stamps| stamps.get(index));
        let packet = [
            packet_header(stamp.map(|stamp| stamp - first)),
            stream[begin..end].to_vec(),
        ];
        put_packets(&mut output, VIDEO_PID, &mut counter, &packet.concat());
    }
    output
}

/// Header of a packet of the elementary stream, without a length.
fn packet_header(stamp: Option<i64>) -> Vec<u8> {
    let mut header = vec![0, 0, 1, 0xe0, 0, 0, 0x80];
    let Some(stamp) = stamp.map(|stamp| stamp & STAMP_MASK) else {
        header.extend([0, 0]);
        return header;
    };
    let part = |shift: i64, mask: i64| (stamp >> shift & mask) as u8;
    header.extend([0x80, 5]);
    header.extend([
        0x20 | part(30, 7) << 1 | 1,
        part(22, 0xff),
        part(15, 0x7f) << 1 | 1,
        part(7, 0xff),
        part(0, 0x7f) << 1 | 1,
    ]);
    header
}

/// A packet with a table of one section.
fn put_table(output: &mut Vec<u8>, pid: u16, table: u8, content: &[u8]) {
    // Number 1, version 0, current, section 0 of 0; the checksum follows.
    let length = 0xb000 | (content.len() as u16 + 5 + 4);
    let [high, low] = length.to_be_bytes();
    let mut section = vec![table, high, low, 0, 1, 0xc1, 0, 0];
    section.extend_from_slice(content);
    section.extend(checksum(&section).to_be_bytes());
    let mut packet = vec![SYNC];
    packet.extend((0x4000 | pid).to_be_bytes());
    packet.extend([0x10, 0]);
    packet.extend(section);
    packet.resize(PACKET_BYTES, 0xff);
    output.extend(packet);
}

fn put_packets(output: &mut Vec<u8>, pid: u16, counter: &mut u8, payload: &[u8]) {
    let most = PACKET_BYTES - HEADER_BYTES;
    for (index, part) in payload.chunks(most).enumerate() {
        let begins = if index == 0 { 0x4000 } else { 0 };
        output.push(SYNC);
        output.extend((begins | pid).to_be_bytes());
        let stuffing = most - part.len();
        let control = if stuffing > 0 { 0x30 } else { 0x10 };
        output.push(control | *counter);
        *counter = (*counter + 1) & 15;
        if stuffing > 0 {
            // An adaptation field: its length, flags without meaning, and filler.
            output.push(stuffing as u8 - 1);
            output.extend((1..stuffing).map(|at| if at == 1 { 0 } else { 0xff }));
        }
        output.extend_from_slice(part);
    }
}

/// CRC-32 of ISO 13818-1 annex A.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte) << 24, |sum, _| {
            sum << 1 ^ if sum >> 31 == 1 { 0x04c1_1db7 } else { 0 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // CRC-32/MPEG-2 of the usual check value, in the catalogue of parametrised CRC algorithms.
        assert_eq!(checksum(b"123456789"), 0x0376_e6e7);
    }
}
