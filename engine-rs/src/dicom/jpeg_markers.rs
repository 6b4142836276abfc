//! Content of the markers of a JPEG stream before it is decoded (ISO 10918-1 annex B).

use super::jpeg_colour::{ColourMarkers, is_subsampled};

/// Facts of the frame header.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JpegMarkers {
    /// Columns of the frame header.
    pub width: u32,
    /// Rows of the frame header; 0 when given by DNL.
    pub height: u32,
    /// Bits per sample.
    pub precision: u8,
    /// Component identifiers, in order.
    pub component_ids: Vec<u8>,
    /// Second byte of the frame header's marker, 0xc0 for baseline.
    pub process: u8,
    /// A component has fewer samples than the first.
    pub subsampled: bool,
    /// Colour information of the application markers.
    pub colour: ColourMarkers,
}

/// Reads markers up to the first scan, or as far as the bytes go; none without a frame header.
pub fn read_markers(bytes: &[u8]) -> Option<JpegMarkers> {
    let mut markers = JpegMarkers::default();
    walk_markers(bytes, &mut markers);
    (!markers.component_ids.is_empty()).then_some(markers)
}

/// Returns none where the bytes end before the scan.
fn walk_markers(bytes: &[u8], markers: &mut JpegMarkers) -> Option<()> {
    let mut at = bytes.windows(2).position(|pair| pair == [0xff, 0xd8])? + 2;
    loop {
        while *bytes.get(at)? != 0xff {
            at += 1;
        }
        while *bytes.get(at)? == 0xff {
            at += 1;
        }
        let code = bytes[at];
        at += 1;
        if matches!(code, 0x00 | 0x01 | 0xd0..=0xd8) {
            continue;
        }
        if matches!(code, 0xd9 | 0xda) {
            return Some(());
        }
        let length = usize::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
        let segment = bytes.get(at + 2..at + length.max(2))?;
        match code {
            // SOF0 to SOF15 without DHT, JPG and DAC, and SOF55 of JPEG-LS.
            0xc0..=0xcf | 0xf7 if !matches!(code, 0xc4 | 0xc8 | 0xcc) => {
                read_frame_header(markers, code, segment)?;
            }
            _ => markers.colour.read(code, segment),
        }
        at += length.max(2);
    }
}

fn read_frame_header(markers: &mut JpegMarkers, code: u8, segment: &[u8]) -> Option<()> {
    let count = usize::from(*segment.get(5)?);
    markers.process = code;
    markers.precision = segment[0];
    markers.height = u32::from(u16::from_be_bytes([segment[1], segment[2]]));
    markers.width = u32::from(u16::from_be_bytes([segment[3], segment[4]]));
    markers.component_ids = (0..count)
        .map(|index| segment.get(6 + index * 3).copied())
        .collect::<Option<_>>()?;
    let factors = (0..count).map(|index| segment.get(7 + index * 3));
    let factors: Option<Vec<u8>> = factors.map(Option::<&u8>::copied).collect();
    markers.subsampled = is_subsampled(factors?.iter().map(|both| (both >> 4, both & 15)));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_header_is_found_behind_other_segments() {
        let stream = [
            &[0xff, 0xd8][..],
            &[0xff, 0xee, 0, 14],
            b"Adobe\0\x64\0\0\0\0\0",
            &[0xff, 0xff, 0xc0, 0, 17, 8, 0, 5, 0, 7, 3],
            &[b'R', 0x11, 0, b'G', 0x11, 0, b'B', 0x11, 0],
            &[0xff, 0xda],
        ]
        .concat();
        let markers = read_markers(&stream).unwrap();
        assert_eq!(
            (markers.width, markers.height, markers.precision),
            (7, 5, 8)
        );
        assert_eq!(markers.component_ids, b"RGB");
        assert_eq!(read_markers(&stream[..20]), None);
        assert_eq!(read_markers(b"no jpeg at all"), None);
    }
}
