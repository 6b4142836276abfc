/** Names of transfer syntaxes as people say them (PS3.6 A). */
const NAMES: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2': 'Implicit VR',
  '1.2.840.10008.1.2.1': 'Uncompressed',
  '1.2.840.10008.1.2.1.99': 'Deflated',
  '1.2.840.10008.1.2.2': 'Big endian',
  '1.2.840.10008.1.2.5': 'RLE',
  '1.2.840.10008.1.2.4.50': 'JPEG Baseline',
  '1.2.840.10008.1.2.4.51': 'JPEG Extended',
  '1.2.840.10008.1.2.4.57': 'JPEG Lossless',
  '1.2.840.10008.1.2.4.70': 'JPEG Lossless SV1',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS Lossless',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS Near-lossless',
  '1.2.840.10008.1.2.4.90': 'JPEG 2000 Lossless',
  '1.2.840.10008.1.2.4.91': 'JPEG 2000',
  '1.2.840.10008.1.2.4.111': 'JPEG XL recompression',
  '1.2.840.10008.1.2.4.201': 'HTJ2K Lossless',
  '1.2.840.10008.1.2.4.202': 'HTJ2K Lossless RPCL',
  '1.2.840.10008.1.2.4.203': 'HTJ2K',
  '1.2.840.10008.1.2.8.1': 'Deflated frames',
};

/** Families of video, by the last number; those cut into fragments also end in .1. */
const VIDEO = /^1\.2\.840\.10008\.1\.2\.4\.(?:(10[01])|(10[2-6])|(10[78]))(?:\.1)?$/;

/** True for the transfer syntaxes whose frames are those of a video stream. */
export const isVideo = (uid: string): boolean => VIDEO.test(uid);

export function syntaxName(uid: string): string {
  const [, mpeg2, avc, hevc] = VIDEO.exec(uid) ?? [];
  if (mpeg2) return 'MPEG-2 video';
  if (avc) return 'H.264 video';
  if (hevc) return 'HEVC video';
  return NAMES[uid] ?? uid;
}
