//! Errors of the engine: one variant per cause, one stable code per variant.
//!
//! Serialised as `{code, ...fields, message}`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A typed failure of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "EngineErrorCause"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum EngineError {
    /// The bytes are not a DICOM file, with or without preamble and file meta.
    NotDicom,
    /// The file ends before anything could be read.
    EmptyFile,
    /// A data set without Pixel Data: no image.
    NoPixelData,
    /// An attribute that a picture cannot be read without is absent or unusable.
    MissingAttribute {
        /// Keyword of the attribute, e.g. `Rows`.
        attribute: String,
    },
    /// The file names a transfer syntax this version does not decode.
    UnsupportedTransferSyntax {
        /// UID as in the file.
        uid: String,
        /// Name of the syntax in the standard, or `unknown`.
        name: String,
    },
    /// Photometric interpretation, bits or planes in a combination that is not decoded.
    UnsupportedPixelFormat {
        /// The combination in words.
        detail: String,
    },
    /// A value exceeds a named limit.
    LimitExceeded {
        /// Name of the limit, e.g. `decoded_frame_bytes`.
        limit: String,
        /// The largest value allowed.
        maximum: f64,
        /// The value found.
        found: f64,
    },
    /// The data set breaks the encoding in a way that cannot be read past.
    MalformedDataSet {
        /// Position in the file, in bytes.
        offset: f64,
        /// The fault there.
        detail: String,
    },
    /// The compressed bytes of one frame cannot be decoded.
    MalformedFrame {
        /// Finding of the codec.
        detail: String,
    },
    /// A video whose container or stream cannot be read.
    MalformedVideo {
        /// Position in the joined fragments, in bytes.
        offset: f64,
        /// The fault there.
        detail: String,
    },
    /// A video that is whole, but of a kind that is not read.
    UnsupportedVideo {
        /// The kind in words.
        detail: String,
    },
    /// Frames of video are decoded by the browser, not by the engine.
    FramesInBrowser {
        /// UID of the transfer syntax.
        uid: String,
        /// Its name in the standard.
        name: String,
    },
    /// A frame number outside of 1 to `number_of_frames`.
    FrameOutOfRange {
        /// The number asked for, from 1.
        frame_number: u32,
        /// Frames the file announces.
        number_of_frames: u32,
    },
    /// The frame is announced, but the file ends before it.
    FrameMissing {
        /// The number asked for, from 1.
        frame_number: u32,
        /// Frames whose bytes are there.
        frames_present: u32,
    },
    /// The frame's bytes have not arrived yet.
    FrameNotAvailable {
        /// The number asked for, from 1.
        frame_number: u32,
    },
    /// An argument outside of its range.
    InvalidArgument {
        /// Name of the argument.
        argument: String,
        /// The allowed values.
        detail: String,
    },
    /// A definition of the configuration that cannot be loaded.
    Configuration {
        /// Which one, and what is wrong with it.
        detail: String,
    },
    /// The image has no flow region: nothing of it is measured.
    NotCalibrated,
    /// A coordinate, event or operand that is not a finite number.
    InvalidInput {
        /// Which one.
        detail: String,
    },
    /// A de-identification that cannot be promised for this file.
    CannotDeidentify {
        /// Why.
        detail: String,
    },
    /// A command or its arguments are unknown.
    Usage {
        /// The fault.
        detail: String,
    },
    /// A file could not be read from disk.
    FileUnreadable {
        /// Reason as the system gives it.
        detail: String,
    },
}

impl EngineError {
    /// The stable code, as serialised.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotDicom => "not-dicom",
            Self::EmptyFile => "empty-file",
            Self::NoPixelData => "no-pixel-data",
            Self::MissingAttribute { .. } => "missing-attribute",
            Self::UnsupportedTransferSyntax { .. } => "unsupported-transfer-syntax",
            Self::UnsupportedPixelFormat { .. } => "unsupported-pixel-format",
            Self::LimitExceeded { .. } => "limit-exceeded",
            Self::MalformedDataSet { .. } => "malformed-data-set",
            Self::MalformedFrame { .. } => "malformed-frame",
            Self::MalformedVideo { .. } => "malformed-video",
            Self::UnsupportedVideo { .. } => "unsupported-video",
            Self::FramesInBrowser { .. } => "frames-in-browser",
            Self::FrameOutOfRange { .. } => "frame-out-of-range",
            Self::FrameMissing { .. } => "frame-missing",
            Self::FrameNotAvailable { .. } => "frame-not-available",
            Self::InvalidArgument { .. } => "invalid-argument",
            Self::Configuration { .. } => "configuration",
            Self::NotCalibrated => "not-calibrated",
            Self::InvalidInput { .. } => "invalid-input",
            Self::CannotDeidentify { .. } => "cannot-deidentify",
            Self::Usage { .. } => "usage",
            Self::FileUnreadable { .. } => "file-unreadable",
        }
    }

    /// Refusal of a value above a named limit.
    pub fn limit(limit: &str, maximum: u64, found: u64) -> Self {
        Self::LimitExceeded {
            limit: limit.to_owned(),
            maximum: maximum as f64,
            found: found as f64,
        }
    }

    /// A video that cannot be read at a position of its joined fragments, in bytes.
    pub fn malformed_video(offset: usize, detail: &str) -> Self {
        Self::MalformedVideo {
            offset: offset as f64,
            detail: detail.to_owned(),
        }
    }

    /// A video of a kind that is not read.
    pub fn unsupported_video(detail: &str) -> Self {
        Self::UnsupportedVideo {
            detail: detail.to_owned(),
        }
    }

    /// The error as JSON text: `{code, ...fields, message}`.
    pub fn to_json(&self) -> String {
        let record = ErrorRecord {
            error: self,
            message: self.to_string(),
        };
        // Only maps with keys that are not strings or failing writers can fail: neither is here.
        serde_json::to_string(&record)
            .unwrap_or_else(|_| format!("{{\"code\":\"{}\",\"message\":\"\"}}", self.code()))
    }

    /// One example of every variant, for tests that walk all of them.
    pub fn examples() -> Vec<Self> {
        let detail = || "example".to_owned();
        vec![
            Self::NotDicom,
            Self::EmptyFile,
            Self::NoPixelData,
            Self::MissingAttribute {
                attribute: "Rows".to_owned(),
            },
            Self::UnsupportedTransferSyntax {
                uid: "1.2.840.10008.1.2.4.90".to_owned(),
                name: "JPEG 2000 (Lossless Only)".to_owned(),
            },
            Self::UnsupportedPixelFormat { detail: detail() },
            Self::limit("frames", 20_000, 20_001),
            Self::MalformedDataSet {
                offset: 132.0,
                detail: detail(),
            },
            Self::MalformedFrame { detail: detail() },
            Self::malformed_video(188, "example"),
            Self::unsupported_video("example"),
            Self::FramesInBrowser {
                uid: "1.2.840.10008.1.2.4.102".to_owned(),
                name: detail(),
            },
            Self::FrameOutOfRange {
                frame_number: 9,
                number_of_frames: 8,
            },
            Self::FrameMissing {
                frame_number: 8,
                frames_present: 7,
            },
            Self::FrameNotAvailable { frame_number: 3 },
            Self::InvalidArgument {
                argument: "key".to_owned(),
                detail: detail(),
            },
            Self::Configuration { detail: detail() },
            Self::NotCalibrated,
            Self::InvalidInput { detail: detail() },
            Self::CannotDeidentify { detail: detail() },
            Self::Usage { detail: detail() },
            Self::FileUnreadable { detail: detail() },
        ]
    }
}

/// The serialised form: the variant's fields and a sentence.
#[derive(Serialize)]
struct ErrorRecord<'a> {
    #[serde(flatten)]
    error: &'a EngineError,
    message: String,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDicom => write!(f, "not a DICOM file"),
            Self::EmptyFile => write!(f, "the file is empty"),
            Self::NoPixelData => write!(f, "the file holds no pixel data"),
            Self::MissingAttribute { attribute } => {
                write!(f, "{attribute} is missing or unusable")
            }
            Self::UnsupportedTransferSyntax { uid, name } => {
                write!(
                    f,
                    "transfer syntax {name} ({uid}) is not decoded by this version"
                )
            }
            Self::UnsupportedPixelFormat { detail } => {
                write!(f, "pixel format is not supported: {detail}")
            }
            Self::LimitExceeded {
                limit,
                maximum,
                found,
            } => write!(f, "{limit} is {found}, at most {maximum} is allowed"),
            Self::MalformedDataSet { offset, detail } => {
                write!(f, "malformed data set at byte {offset}: {detail}")
            }
            Self::MalformedFrame { detail } => write!(f, "the frame cannot be decoded: {detail}"),
            Self::MalformedVideo { offset, detail } => {
                write!(f, "malformed video at byte {offset}: {detail}")
            }
            Self::UnsupportedVideo { detail } => write!(f, "video is not supported: {detail}"),
            Self::FramesInBrowser { uid, name } => write!(
                f,
                "frames of {name} ({uid}) are decoded by the browser, not by the engine"
            ),
            Self::FrameOutOfRange {
                frame_number,
                number_of_frames,
            } => write!(
                f,
                "frame {frame_number} of {number_of_frames} does not exist"
            ),
            Self::FrameMissing {
                frame_number,
                frames_present,
            } => write!(
                f,
                "frame {frame_number} is announced, but the file has only {frames_present}"
            ),
            Self::FrameNotAvailable { frame_number } => {
                write!(f, "frame {frame_number} has not arrived yet")
            }
            Self::InvalidArgument { argument, detail } => write!(f, "{argument}: {detail}"),
            Self::Configuration { detail } => {
                write!(f, "the definition cannot be loaded: {detail}")
            }
            Self::NotCalibrated => write!(f, "the image has no flow region"),
            Self::InvalidInput { detail } => write!(f, "no finite number: {detail}"),
            Self::CannotDeidentify { detail } => {
                write!(f, "the file cannot be de-identified: {detail}")
            }
            Self::Usage { detail } => write!(f, "{detail}"),
            Self::FileUnreadable { detail } => write!(f, "the file cannot be read: {detail}"),
        }
    }
}

impl std::error::Error for EngineError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_serialised_with_its_code_and_a_message() {
        for error in EngineError::examples() {
            let value: serde_json::Value = serde_json::from_str(&error.to_json()).unwrap();
            assert_eq!(value["code"], error.code());
            assert!(!value["message"].as_str().unwrap().is_empty());
            let back: EngineError = serde_json::from_value({
                let mut value = value;
                value.as_object_mut().unwrap().remove("message");
                value
            })
            .unwrap();
            assert_eq!(back, error);
        }
    }
}
