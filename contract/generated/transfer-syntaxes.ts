// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/** What is known of a transfer syntax (PS3.6 table A-1). */
export interface TransferSyntax {
  /** Name in the standard. */
  name: string;
  /** Name as people say it. */
  short: string;
  /** Samples may have been lost when the frames were written. */
  lossy: boolean;
  /** Frames are JPEG streams of process 1 to 14. */
  jpeg: boolean;
  /** Frames are those of a video stream. */
  video: boolean;
}

/** Every transfer syntax that is known by name, by its UID. */
export const TRANSFER_SYNTAXES: Readonly<Record<string, TransferSyntax>> = {
  '1.2.840.10008.1.2': { name: 'Implicit VR Little Endian', short: 'Implicit VR', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.1': { name: 'Explicit VR Little Endian', short: 'Uncompressed', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.2': { name: 'Explicit VR Big Endian', short: 'Big endian', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.1.99': { name: 'Deflated Explicit VR Little Endian', short: 'Deflated', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.5': { name: 'RLE Lossless', short: 'RLE', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.50': { name: 'JPEG Baseline (Process 1)', short: 'JPEG Baseline', lossy: true, jpeg: true, video: false },
  '1.2.840.10008.1.2.1.98': { name: 'Encapsulated Uncompressed Explicit VR Little Endian', short: 'Uncompressed frames', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.51': { name: 'JPEG Extended (Process 2 & 4)', short: 'JPEG Extended', lossy: true, jpeg: true, video: false },
  '1.2.840.10008.1.2.4.53': { name: 'JPEG Spectral Selection, Non-Hierarchical (Process 6 & 8)', short: 'JPEG Spectral selection', lossy: true, jpeg: true, video: false },
  '1.2.840.10008.1.2.4.55': { name: 'JPEG Full Progression, Non-Hierarchical (Process 10 & 12)', short: 'JPEG Progressive', lossy: true, jpeg: true, video: false },
  '1.2.840.10008.1.2.4.57': { name: 'JPEG Lossless, Non-Hierarchical (Process 14)', short: 'JPEG Lossless', lossy: false, jpeg: true, video: false },
  '1.2.840.10008.1.2.4.70': { name: 'JPEG Lossless, Non-Hierarchical, First-Order Prediction', short: 'JPEG Lossless SV1', lossy: false, jpeg: true, video: false },
  '1.2.840.10008.1.2.4.80': { name: 'JPEG-LS Lossless', short: 'JPEG-LS Lossless', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.81': { name: 'JPEG-LS Lossy (Near-Lossless)', short: 'JPEG-LS Near-lossless', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.90': { name: 'JPEG 2000 (Lossless Only)', short: 'JPEG 2000 Lossless', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.91': { name: 'JPEG 2000', short: 'JPEG 2000', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.92': { name: 'JPEG 2000 Part 2 Multi-component (Lossless Only)', short: 'JPEG 2000 Part 2 Lossless', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.93': { name: 'JPEG 2000 Part 2 Multi-component', short: 'JPEG 2000 Part 2', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.94': { name: 'JPIP Referenced', short: 'JPIP', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.95': { name: 'JPIP Referenced Deflate', short: 'JPIP Deflate', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.100': { name: 'MPEG2 Main Profile / Main Level', short: 'MPEG-2 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.100.1': { name: 'MPEG2 Main Profile / Main Level', short: 'MPEG-2 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.101': { name: 'MPEG2 Main Profile / High Level', short: 'MPEG-2 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.101.1': { name: 'MPEG2 Main Profile / High Level', short: 'MPEG-2 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.102': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.1', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.102.1': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.1', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.103': { name: 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.103.1': { name: 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.104': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.104.1': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.105': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.105.1': { name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.106': { name: 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.106.1': { name: 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2', short: 'H.264 video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.107': { name: 'HEVC/H.265 Main Profile / Level 5.1', short: 'HEVC video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.108': { name: 'HEVC/H.265 Main 10 Profile / Level 5.1', short: 'HEVC video', lossy: true, jpeg: false, video: true },
  '1.2.840.10008.1.2.4.110': { name: 'JPEG XL Lossless', short: 'JPEG XL Lossless', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.111': { name: 'JPEG XL JPEG Recompression', short: 'JPEG XL recompression', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.112': { name: 'JPEG XL', short: 'JPEG XL', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.201': { name: 'High-Throughput JPEG 2000 (Lossless Only)', short: 'HTJ2K Lossless', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.202': { name: 'High-Throughput JPEG 2000 with RPCL Options (Lossless Only)', short: 'HTJ2K Lossless RPCL', lossy: false, jpeg: false, video: false },
  '1.2.840.10008.1.2.4.203': { name: 'High-Throughput JPEG 2000', short: 'HTJ2K', lossy: true, jpeg: false, video: false },
  '1.2.840.10008.1.2.8.1': { name: 'Deflated Image Frame Compression', short: 'Deflated frames', lossy: false, jpeg: false, video: false },
};
