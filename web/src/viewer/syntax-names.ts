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
};

export const syntaxName = (uid: string): string => NAMES[uid] ?? uid;
