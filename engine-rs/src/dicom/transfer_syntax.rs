//! Transfer syntaxes: how the data set is encoded and which codec the frames need (PS3.6 table A-1).

/// Implicit VR Little Endian.
pub const IMPLICIT_LITTLE: &str = "1.2.840.10008.1.2";
/// Explicit VR Little Endian.
pub const EXPLICIT_LITTLE: &str = "1.2.840.10008.1.2.1";
/// Explicit VR Big Endian, retired but met.
pub const EXPLICIT_BIG: &str = "1.2.840.10008.1.2.2";
/// Deflated Explicit VR Little Endian.
pub const DEFLATED: &str = "1.2.840.10008.1.2.1.99";
/// JPEG Baseline (Process 1).
pub const JPEG_BASELINE: &str = "1.2.840.10008.1.2.4.50";
/// JPEG Extended (Process 2 & 4).
pub const JPEG_EXTENDED: &str = "1.2.840.10008.1.2.4.51";
/// JPEG Spectral Selection, retired.
pub const JPEG_SPECTRAL: &str = "1.2.840.10008.1.2.4.53";
/// JPEG Full Progression, retired.
pub const JPEG_PROGRESSIVE: &str = "1.2.840.10008.1.2.4.55";
/// JPEG Lossless (Process 14), any predictor.
pub const JPEG_LOSSLESS: &str = "1.2.840.10008.1.2.4.57";
/// JPEG Lossless with the first predictor.
pub const JPEG_LOSSLESS_SV1: &str = "1.2.840.10008.1.2.4.70";
/// JPEG-LS Lossless.
pub const JPEG_LS: &str = "1.2.840.10008.1.2.4.80";
/// JPEG-LS Lossy (Near-Lossless).
pub const JPEG_LS_NEAR: &str = "1.2.840.10008.1.2.4.81";
/// Encapsulated Uncompressed Explicit VR Little Endian.
pub const ENCAPSULATED_PLAIN: &str = "1.2.840.10008.1.2.1.98";
/// JPEG 2000 (Lossless Only).
pub const JPEG_2000_LOSSLESS: &str = "1.2.840.10008.1.2.4.90";
/// JPEG 2000.
pub const JPEG_2000: &str = "1.2.840.10008.1.2.4.91";
/// JPEG XL JPEG Recompression.
pub const JPEG_XL_RECOMPRESSION: &str = "1.2.840.10008.1.2.4.111";
/// High-Throughput JPEG 2000 (Lossless Only).
pub const HTJ2K_LOSSLESS: &str = "1.2.840.10008.1.2.4.201";
/// High-Throughput JPEG 2000 with RPCL Options (Lossless Only).
pub const HTJ2K_RPCL: &str = "1.2.840.10008.1.2.4.202";
/// High-Throughput JPEG 2000.
pub const HTJ2K: &str = "1.2.840.10008.1.2.4.203";
/// Deflated Image Frame Compression.
pub const DEFLATED_FRAMES: &str = "1.2.840.10008.1.2.8.1";
/// RLE Lossless.
pub const RLE: &str = "1.2.840.10008.1.2.5";

/// Encoding of the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    /// Value representations are left out.
    pub implicit: bool,
    /// Most significant byte first.
    pub big_endian: bool,
}

/// Encoding of the data set under a transfer syntax. Everything but three is explicit, little endian.
pub fn encoding(uid: &str) -> Encoding {
    Encoding {
        implicit: uid == IMPLICIT_LITTLE,
        big_endian: uid == EXPLICIT_BIG,
    }
}

/// Pixel Data is stored as plain samples.
pub fn is_native(uid: &str) -> bool {
    matches!(
        uid,
        IMPLICIT_LITTLE | EXPLICIT_LITTLE | EXPLICIT_BIG | DEFLATED
    )
}

/// Family of a video transfer syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoSyntax {
    /// MPEG-2, .100 and .101.
    Mpeg2,
    /// MPEG-4 AVC, .102 to .106.
    Avc,
    /// HEVC, .107 and .108.
    Hevc,
}

/// The family of a video transfer syntax, whose fragments are one stream; none for others. Those
/// ending in .1 may be cut into several fragments.
pub fn video(uid: &str) -> Option<VideoSyntax> {
    let kind = uid.strip_prefix("1.2.840.10008.1.2.4.")?;
    match kind.strip_suffix(".1").unwrap_or(kind) {
        "100" | "101" => Some(VideoSyntax::Mpeg2),
        "102" | "103" | "104" | "105" | "106" => Some(VideoSyntax::Avc),
        "107" | "108" => Some(VideoSyntax::Hevc),
        _ => None,
    }
}

/// Facts of a transfer syntax by its UID.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferSyntax {
    /// UID.
    pub uid: &'static str,
    /// Name in the standard (PS3.6 table A-1).
    pub name: &'static str,
    /// Common name.
    pub short: &'static str,
    /// Samples may have been lost when the frames were written.
    pub lossy: bool,
}

const fn syntax(
    uid: &'static str,
    name: &'static str,
    short: &'static str,
    lossy: bool,
) -> TransferSyntax {
    TransferSyntax {
        uid,
        name,
        short,
        lossy,
    }
}

/// Every transfer syntax that is known by name, read or not: UID, name, name in short, lossy.
#[rustfmt::skip]
pub const TRANSFER_SYNTAXES: [TransferSyntax; 43] = [
    syntax(IMPLICIT_LITTLE, "Implicit VR Little Endian", "Implicit VR", false),
    syntax(EXPLICIT_LITTLE, "Explicit VR Little Endian", "Uncompressed", false),
    syntax(EXPLICIT_BIG, "Explicit VR Big Endian", "Big endian", false),
    syntax(DEFLATED, "Deflated Explicit VR Little Endian", "Deflated", false),
    syntax(RLE, "RLE Lossless", "RLE", false),
    syntax(JPEG_BASELINE, "JPEG Baseline (Process 1)", "JPEG Baseline", true),
    syntax(ENCAPSULATED_PLAIN, "Encapsulated Uncompressed Explicit VR Little Endian", "Uncompressed frames", false),
    syntax(JPEG_EXTENDED, "JPEG Extended (Process 2 & 4)", "JPEG Extended", true),
    syntax(JPEG_SPECTRAL, "JPEG Spectral Selection, Non-Hierarchical (Process 6 & 8)", "JPEG Spectral selection", true),
    syntax(JPEG_PROGRESSIVE, "JPEG Full Progression, Non-Hierarchical (Process 10 & 12)", "JPEG Progressive", true),
    syntax(JPEG_LOSSLESS, "JPEG Lossless, Non-Hierarchical (Process 14)", "JPEG Lossless", false),
    syntax(JPEG_LOSSLESS_SV1, "JPEG Lossless, Non-Hierarchical, First-Order Prediction", "JPEG Lossless SV1", false),
    syntax(JPEG_LS, "JPEG-LS Lossless", "JPEG-LS Lossless", false),
    syntax(JPEG_LS_NEAR, "JPEG-LS Lossy (Near-Lossless)", "JPEG-LS Near-lossless", true),
    syntax(JPEG_2000_LOSSLESS, "JPEG 2000 (Lossless Only)", "JPEG 2000 Lossless", false),
    syntax(JPEG_2000, "JPEG 2000", "JPEG 2000", true),
    syntax("1.2.840.10008.1.2.4.92", "JPEG 2000 Part 2 Multi-component (Lossless Only)", "JPEG 2000 Part 2 Lossless", false),
    syntax("1.2.840.10008.1.2.4.93", "JPEG 2000 Part 2 Multi-component", "JPEG 2000 Part 2", true),
    syntax("1.2.840.10008.1.2.4.94", "JPIP Referenced", "JPIP", false),
    syntax("1.2.840.10008.1.2.4.95", "JPIP Referenced Deflate", "JPIP Deflate", false),
    syntax("1.2.840.10008.1.2.4.100", "MPEG2 Main Profile / Main Level", "MPEG-2 video", true),
    syntax("1.2.840.10008.1.2.4.100.1", "MPEG2 Main Profile / Main Level", "MPEG-2 video", true),
    syntax("1.2.840.10008.1.2.4.101", "MPEG2 Main Profile / High Level", "MPEG-2 video", true),
    syntax("1.2.840.10008.1.2.4.101.1", "MPEG2 Main Profile / High Level", "MPEG-2 video", true),
    syntax("1.2.840.10008.1.2.4.102", "MPEG-4 AVC/H.264 High Profile / Level 4.1", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.102.1", "MPEG-4 AVC/H.264 High Profile / Level 4.1", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.103", "MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.103.1", "MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.104", "MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.104.1", "MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.105", "MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.105.1", "MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.106", "MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.106.1", "MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2", "H.264 video", true),
    syntax("1.2.840.10008.1.2.4.107", "HEVC/H.265 Main Profile / Level 5.1", "HEVC video", true),
    syntax("1.2.840.10008.1.2.4.108", "HEVC/H.265 Main 10 Profile / Level 5.1", "HEVC video", true),
    syntax("1.2.840.10008.1.2.4.110", "JPEG XL Lossless", "JPEG XL Lossless", false),
    syntax(JPEG_XL_RECOMPRESSION, "JPEG XL JPEG Recompression", "JPEG XL recompression", true),
    syntax("1.2.840.10008.1.2.4.112", "JPEG XL", "JPEG XL", true),
    syntax(HTJ2K_LOSSLESS, "High-Throughput JPEG 2000 (Lossless Only)", "HTJ2K Lossless", false),
    syntax(HTJ2K_RPCL, "High-Throughput JPEG 2000 with RPCL Options (Lossless Only)", "HTJ2K Lossless RPCL", false),
    syntax(HTJ2K, "High-Throughput JPEG 2000", "HTJ2K", true),
    syntax(DEFLATED_FRAMES, "Deflated Image Frame Compression", "Deflated frames", false),
];

/// Name in the standard, or `unknown`.
pub fn name(uid: &str) -> &'static str {
    TRANSFER_SYNTAXES
        .iter()
        .find(|syntax| syntax.uid == uid)
        .map_or("unknown", |syntax| syntax.name)
}

/// Frames are JPEG streams of process 1 to 14, which may state how their colours are coded.
pub fn is_jpeg(uid: &str) -> bool {
    matches!(
        uid,
        JPEG_BASELINE
            | JPEG_EXTENDED
            | JPEG_SPECTRAL
            | JPEG_PROGRESSIVE
            | JPEG_LOSSLESS
            | JPEG_LOSSLESS_SV1
    )
}

/// SOC and SIZ, with which every codestream of JPEG 2000 begins.
pub const JPEG_2000_START: [u8; 4] = [0xff, 0x4f, 0xff, 0x51];
/// Start of a codestream of JPEG XL.
pub const JPEG_XL_START: &[u8] = &[0xff, 0x0a];
/// Signature box of JPEG XL in a container (ISO 18181-2 9.1).
pub const JPEG_XL_BOX: &[u8] = b"\0\0\0\x0cJXL \r\n\x87\n";

/// How the first bytes of a compressed frame look, to find frames among fragments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameMark {
    /// JPEG, JPEG-LS and their relatives begin with SOI.
    Jpeg,
    /// JPEG 2000 begins with SOC, or with the signature box of JP2.
    Jpeg2000,
    /// JPEG XL begins with the start of a codestream, or with its signature box.
    JpegXl,
    /// RLE begins with a header of 64 bytes.
    Rle,
    /// All fragments are one video with all frames in it.
    Video,
    /// Every fragment is a frame.
    None,
}

/// The mark of a transfer syntax.
pub fn frame_mark(uid: &str) -> FrameMark {
    match uid {
        RLE => FrameMark::Rle,
        JPEG_XL_RECOMPRESSION | "1.2.840.10008.1.2.4.110" | "1.2.840.10008.1.2.4.112" => {
            FrameMark::JpegXl
        }
        JPEG_BASELINE | JPEG_EXTENDED | JPEG_SPECTRAL | JPEG_PROGRESSIVE | JPEG_LOSSLESS
        | JPEG_LOSSLESS_SV1 | JPEG_LS | JPEG_LS_NEAR => FrameMark::Jpeg,
        JPEG_2000_LOSSLESS
        | JPEG_2000
        | "1.2.840.10008.1.2.4.92"
        | "1.2.840.10008.1.2.4.93"
        | HTJ2K_LOSSLESS
        | HTJ2K_RPCL
        | HTJ2K => FrameMark::Jpeg2000,
        uid if video(uid).is_some() => FrameMark::Video,
        _ => FrameMark::None,
    }
}

impl FrameMark {
    /// A fragment with these first bytes begins a frame.
    pub fn begins_frame(self, head: &[u8]) -> bool {
        match self {
            Self::Jpeg => head.starts_with(&[0xff, 0xd8]),
            Self::Jpeg2000 => head.starts_with(&[0xff, 0x4f]) || head.starts_with(b"\0\0\0\x0cjP"),
            Self::JpegXl => head.starts_with(JPEG_XL_START) || head.starts_with(&JPEG_XL_BOX[..8]),
            // 1 to 15 segments, the first one right after the header (PS3.5 G.5).
            Self::Rle => {
                head.len() == 8
                    && (1..=15).contains(&head[0])
                    && head[1..] == [0, 0, 0, 64, 0, 0, 0]
            }
            Self::Video => false,
            Self::None => true,
        }
    }
}
