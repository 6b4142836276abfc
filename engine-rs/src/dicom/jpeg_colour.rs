//! Meaning of the three components of a JPEG stream: the stream's own evidence goes before the header, which is
//! wrong in many files. Subsampled chroma, APP14, JFIF, component identifiers R, G, B, and only then Photometric
//! Interpretation.

use crate::records::colour::{ColourBasis, ColourDecision};

/// Component identifiers that mean RGB.
const RGB_IDS: &[u8] = b"RGB";

/// Colour information of the application markers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColourMarkers {
    /// Transform flag of APP14 "Adobe".
    pub adobe_transform: Option<u8>,
    /// APP0 "JFIF" is there.
    pub jfif: bool,
}

impl ColourMarkers {
    /// Reads APP0 (0xe0) or APP14 (0xee); segments of other applications change nothing.
    pub fn read(&mut self, code: u8, segment: &[u8]) {
        match code {
            0xe0 => self.jfif |= segment.starts_with(b"JFIF"),
            0xee if segment.starts_with(b"Adobe") => {
                self.adobe_transform = segment.get(11).copied();
            }
            _ => {}
        }
    }
}

/// Colour evidence of a stream.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// Identifiers of the components.
    pub ids: &'a [u8],
    /// A component has fewer samples than the first.
    pub subsampled: bool,
    /// Application markers.
    pub markers: ColourMarkers,
    /// The stream is lossless.
    pub is_lossless: bool,
}

impl Evidence<'_> {
    /// Colours of three components under this Photometric Interpretation.
    pub fn decide(&self, header: &str) -> ColourDecision {
        let of = |rgb, basis| ColourDecision { rgb, basis };
        let by_adobe = match self.markers.adobe_transform {
            Some(flag @ (0 | 1)) => Some(of(flag == 0, ColourBasis::AdobeMarker)),
            _ => None,
        };
        if self.is_lossless {
            // Lossless streams hold what they were given, RGB as a rule, also under YBR_FULL_422.
            return match (by_adobe, header) {
                (Some(decision), _) => decision,
                (None, "YBR_FULL" | "RGB") => of(header == "RGB", ColourBasis::Header),
                (None, _) => of(true, ColourBasis::Lossless),
            };
        }
        // No encoder subsamples green and blue.
        if self.subsampled {
            return of(false, ColourBasis::SubsampledChroma);
        }
        match by_adobe {
            Some(decision) => decision,
            None if self.markers.jfif => of(false, ColourBasis::JfifMarker),
            None if self.ids == RGB_IDS => of(true, ColourBasis::ComponentIds),
            None => of(header == "RGB", ColourBasis::Header),
        }
    }
}

/// Factors of a component smaller than the first component's.
pub fn is_subsampled<T: PartialOrd + Copy>(factors: impl IntoIterator<Item = (T, T)>) -> bool {
    let mut factors = factors.into_iter();
    let first = factors.next();
    first.is_some_and(|most| factors.any(|of| of.0 < most.0 || of.1 < most.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_rgb(ids: &[u8], subsampled: bool, adobe: Option<u8>, jfif: bool, header: &str) -> bool {
        let markers = ColourMarkers {
            adobe_transform: adobe,
            jfif,
        };
        let evidence = Evidence {
            ids,
            subsampled,
            markers,
            is_lossless: false,
        };
        evidence.decide(header).rgb
    }

    #[test]
    fn subsampled_chroma_is_never_rgb() {
        for (ids, adobe, header) in [
            (&[1, 2, 3][..], None, "RGB"),
            (b"RGB", None, "RGB"),
            (&[0, 1, 2], Some(0), "RGB"),
            (&[1, 2, 3], None, "YBR_FULL_422"),
        ] {
            assert!(!is_rgb(ids, true, adobe, false, header));
        }
        assert!(is_subsampled([(2, 1), (1, 1), (1, 1)]));
        assert!(!is_subsampled([(2, 2), (2, 2), (2, 2)]));
    }

    #[test]
    fn markers_go_before_identifiers_and_these_before_the_header() {
        assert!(is_rgb(&[1, 2, 3], false, Some(0), true, "YBR_FULL"));
        assert!(!is_rgb(b"RGB", false, None, true, "RGB"));
        assert!(is_rgb(b"RGB", false, None, false, "YBR_FULL"));
        assert!(is_rgb(&[1, 2, 3], false, None, false, "RGB"));
        assert!(!is_rgb(&[1, 2, 3], false, None, false, "YBR_FULL"));
    }
}
