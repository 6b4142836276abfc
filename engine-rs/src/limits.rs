//! Named limits of the engine. Input above a limit is refused by its name
//! (docs/contracts.md#limits).

/// Largest file that is read, in bytes: 2 GiB.
pub const MAX_FILE_BYTES: u64 = 2 << 30;
/// Largest decoded frame, in bytes: 256 MiB.
pub const MAX_DECODED_FRAME_BYTES: u64 = 256 << 20;
/// Largest data set that is inflated from however few bytes: 48 MiB.
pub const MAX_INFLATED_BYTES: u64 = 48 << 20;
/// Bytes that each byte of a deflated file may add to [`MAX_INFLATED_BYTES`].
pub const MAX_INFLATED_RATIO: u64 = 2;
/// Most frames in one file; four minutes at 80 frames a second.
pub const MAX_FRAMES: u32 = 20_000;
/// Places at which a line of a picture is read at once.
pub const MAX_LINE_SAMPLES: u32 = 4_096;
/// Frames through which lines are followed at once: eight cycles at 60 frames a second.
pub const MAX_TRACKED_FRAMES: u32 = 600;
/// Lines that are followed at once.
pub const MAX_TRACKED_LINES: usize = 32;
/// Points of all of them.
pub const MAX_TRACKED_POINTS: usize = 1_000;
/// R waves of a clip that are read.
pub const MAX_R_WAVES: usize = 4_096;
/// Samples of an ECG that are read: as many 16-bit samples as fit in [`MAX_KEPT_TABLE_BYTES`].
pub const MAX_ECG_SAMPLES: usize = 262_144;
/// Sampling frequencies of an ECG that are believed, in Hz: a QRS complex of 0.1 s needs some samples.
pub const ECG_SAMPLES_PER_S: std::ops::RangeInclusive<f64> = 20.0..=50_000.0;
/// Part of an ECG of another file that is kept before and after a clip, in ms: a beat at 60 per minute.
pub const ECG_MARGIN_MS: f64 = 1_000.0;
/// Longest time within a clip that is believed, in ms: an hour.
pub const MAX_CLIP_MS: f64 = 3_600_000.0;
/// Shortest and longest step between frames that is believed, in ms: 10,000 frames a second, which only ultrafast
/// imaging reaches, and a frame in ten seconds. Frame times in s or µs are outside.
pub const FRAME_STEP_MS: std::ops::RangeInclusive<f64> = 0.1..=10_000.0;
/// Most notes on values of one file.
pub const MAX_VALUE_NOTES: usize = 32;
/// Most items of the Sequence of Ultrasound Regions.
pub const MAX_REGIONS: usize = 256;
/// Rectangles of a mask that blacks out text.
pub const MAX_MASK_RECTANGLES: usize = 64;
/// Deepest nesting of sequences.
pub const MAX_SEQUENCE_NESTING: usize = 32;

/// Longest element value kept in memory, in bytes. Longer ones are passed over.
pub const MAX_KEPT_VALUE_BYTES: u64 = 64 << 10;
/// Longest value kept of the tables a frame needs: 20,000 frame times of 16 characters and a
/// separator, or 20,000 offsets of 8 bytes, or a palette of 65,536 entries of 2 bytes, or an ECG.
pub const MAX_KEPT_TABLE_BYTES: u64 = 512 << 10;
/// Sum of all values kept, in bytes: a quarter of the memory that opening a file may cost.
pub const MAX_KEPT_TOTAL_BYTES: u64 = 16 << 20;
/// Most elements and items kept, at about 64 bytes each; the rest is read past.
pub const MAX_KEPT_ELEMENTS: usize = 100_000;
/// Most public elements kept of the data set itself, whatever sequences and makers add; a file
/// has some 200.
pub const MAX_KEPT_ROOT_ELEMENTS: usize = 10_000;
/// Most elements of the file meta information; the standard knows 21.
pub const MAX_FILE_META_ELEMENTS: usize = 256;
/// Most fragments of one encapsulated Pixel Data.
pub const MAX_FRAGMENTS: usize = 1_000_000;

/// Elements longer than this are not shown in the metadata list (docs/specification.md#image-analysis).
pub const MAX_SHOWN_VALUE_BYTES: usize = 128;
/// Sequences of this many items or more are not listed (docs/specification.md#image-analysis).
pub const MAX_SHOWN_SEQUENCE_ITEMS: usize = 20;
/// Most lines in the metadata list.
pub const MAX_SHOWN_ELEMENTS: usize = 5_000;

/// Playback rate when the file holds no timing, in frames per second (docs/specification.md#image-analysis).
pub const ASSUMED_FRAMES_PER_SECOND: f64 = 40.0;
/// Speed of sound in tissue, cm/s (docs/calibration.md#region-flags).
pub const SPEED_OF_SOUND_CM_S: f64 = 154_000.0;
/// Largest side of an icon, in pixels.
pub const MAX_ICON_SIDE_PX: u32 = 2_048;
/// Shortest secret key for de-identification, in bytes.
pub const MIN_KEY_BYTES: usize = 32;
/// Largest shift of dates, in days: a thousand years.
pub const MAX_DATE_SHIFT_DAYS: i32 = 365_250;
/// Most numeric items of a structured report. A long report of one study has some hundreds.
pub const MAX_REPORTED_ITEMS: usize = 4_000;
/// Most modifiers of a number of a structured report, including the modifiers of the containers around it.
pub const MAX_REPORTED_MODIFIERS: usize = 32;
/// Longest code of a structured report, in characters (VR SH).
pub const MAX_CODE_VALUE_CHARS: usize = 16;
/// Longest meaning of a code, in characters (VR LO).
pub const MAX_CODE_MEANING_CHARS: usize = 64;
/// Longest PatientID that may be written, in characters (VR LO).
pub const MAX_PATIENT_SHOW_CHARS: usize = 64;
