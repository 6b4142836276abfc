import type { StoredFrame } from '@echometry/bindings/engine/api.ts';
import { RLE_LOSSLESS, rleFrame, withFullChroma } from './rle.ts';
import { TRANSFER_SYNTAXES } from '@echometry/contract/generated/transfer-syntaxes.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';

const PIXEL_DATA_TAG = '7FE00010';
const EXPLICIT_LITTLE = '1.2.840.10008.1.2.1';
/** Ultrasound Image Storage. */
const ULTRASOUND_IMAGE = '1.2.840.10008.5.1.4.1.1.6.1';
/** From a random UUID (PS3.5 B.2). */
const IMPLEMENTATION_CLASS_UID = '2.25.263232043812327282082556896873040487146';
const IMPLEMENTATION_VERSION_NAME = 'ECHOMETRY_1';
/** Sentence of (0008,2111) that the gate of derived files knows (engine-rs/src/deid/derived.rs). */
export const DERIVATION = 'Single frame of a clip, samples as decoded; frame ';
/** Attributes about a clip, or about the storage of its pixels. */
const OF_CLIPS = [
  'NumberOfFrames',
  'FrameIncrementPointer',
  'FrameTime',
  'FrameTimeVector',
  'FrameDelay',
  'CineRate',
  'EffectiveDuration',
  'ActualFrameDuration',
  'RecommendedDisplayFrameRate',
  'StartTrim',
  'StopTrim',
  'PreferredPlaybackSequencing',
  'RWaveTimeVector',
  'PlanarConfiguration',
  'SmallestImagePixelValue',
  'LargestImagePixelValue',
] as const;

/** Classes of images with one frame and no numbers of frames (PS3.3 table 10-3): ultrasound, the retired one, secondary capture. */
const SINGLE_FRAME_CLASSES: ReadonlySet<string> = new Set([ULTRASOUND_IMAGE, '1.2.840.10008.5.1.4.1.1.6', '1.2.840.10008.5.1.4.1.1.7']);

/** The dictionary leaves open whether descriptors are signed; stored files have them unsigned. */
const PALETTE_VRS = Object.fromEntries(['Red', 'Green', 'Blue'].map((colour) => [`${colour}PaletteColorLookupTableDescriptor`, 'US']));

export interface SingleFrame {
  /** The stored file of the clip; read up to its pixels. */
  source: Uint8Array<ArrayBuffer>;
  /** `instance_id` of the source. */
  sourceUid: string;
  /** From 1. */
  frameNumber: number;
  frame: StoredFrame;
  instanceUid: string;
  seriesUid: string;
}

type Naturalized = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A single-frame ultrasound image has luma and chroma only by RLE (PS3.3 C.8.5.6.1.2), which has the components by plane. */
const isLumaAndChroma = ({ photometric_interpretation }: StoredFrame): boolean => photometric_interpretation.startsWith('YBR');

function pixelModule(frame: StoredFrame): Naturalized {
  const { rows, columns, samples_per_pixel, bits_allocated, bits_stored, signed, photometric_interpretation } = frame;
  return {
    Rows: rows,
    Columns: columns,
    SamplesPerPixel: samples_per_pixel,
    ...(samples_per_pixel > 1 ? { PlanarConfiguration: isLumaAndChroma(frame) ? 1 : 0 } : {}),
    PhotometricInterpretation: photometric_interpretation,
    BitsAllocated: bits_allocated,
    BitsStored: bits_stored,
    HighBit: bits_stored - 1,
    PixelRepresentation: signed ? 1 : 0,
  };
}

/** Values have an even number of bytes (PS3.5 7.1.1). */
function evenly(bytes: Uint8Array): ArrayBuffer {
  const even = new Uint8Array(bytes.length + (bytes.length % 2));
  even.set(bytes);
  return even.buffer;
}

/** Attributes of a source that a reader may not apply: a window without a width, and a meaningless ratio (PS3.3 C.11.2, C.7.6.3). */
function inapplicable(header: Naturalized): string[] {
  const widths = [header['WindowWidth'] ?? []].flat().map(Number);
  const [height, width] = [header['PixelAspectRatio'] ?? []].flat().map(Number);
  return [
    ...(widths.some((one) => one < 1) ? ['WindowCenter', 'WindowWidth', 'WindowCenterWidthExplanation'] : []),
    ...(height !== undefined && height === width ? ['PixelAspectRatio'] : []),
  ];
}

/**
 * A single-frame ultrasound image with the samples of one decoded frame (PS3.3 A.6): calibration, palette and study come from the
 * source, which it names with its derivation (PS3.3 C.7.6.1).
 */
export async function singleFrame({
  source,
  sourceUid,
  frameNumber,
  frame: stored,
  instanceUid,
  seriesUid,
}: SingleFrame): Promise<Uint8Array<ArrayBuffer>> {
  // Its dictionary is large, and few servers make snapshots soon after their start.
  const { DicomDict, DicomMessage, DicomMetaDictionary } = (await import('dcmjs')).default.data;
  const read = DicomMessage.readFile(source.buffer, { untilTag: PIXEL_DATA_TAG, includeUntilTagValue: false });
  const header = DicomMetaDictionary.naturalizeDataset(read.dict);
  const meta = DicomMetaDictionary.naturalizeDataset(read.meta);
  for (const keyword of [...OF_CLIPS, ...inapplicable(header), 'PixelData']) delete header[keyword];
  const frame = withFullChroma(stored);
  const isPacked = isLumaAndChroma(frame);
  const sourceClass = text(header['SOPClassUID']);
  const isLossy = ownValue(TRANSFER_SYNTAXES, text(meta['TransferSyntaxUID']))?.lossy ?? false;
  const dataset: Naturalized = {
    ...header,
    ...pixelModule(frame),
    SOPClassUID: ULTRASOUND_IMAGE,
    SOPInstanceUID: instanceUid,
    SeriesInstanceUID: seriesUid,
    ImageType: ['DERIVED', 'PRIMARY'],
    ...(isLossy ? { LossyImageCompression: '01' } : {}),
    DerivationDescription: `${DERIVATION}${frameNumber}`,
    SourceImageSequence: [
      {
        ReferencedSOPClassUID: sourceClass,
        ReferencedSOPInstanceUID: sourceUid,
        ...(SINGLE_FRAME_CLASSES.has(sourceClass) ? {} : { ReferencedFrameNumber: String(frameNumber) }),
      },
    ],
    PixelData: [isPacked ? rleFrame(frame).buffer : evenly(frame.bytes)],
    // Type 2C: empty where the source does not have it (PS3.3 C.7.3.1, C.7.6.1).
    Laterality: header['Laterality'] ?? '',
    PatientOrientation: header['PatientOrientation'] ?? '',
    _vrMap: { PixelData: !isPacked && frame.bits_allocated > 8 ? 'OW' : 'OB', ...PALETTE_VRS },
  };
  const file = new DicomDict(
    DicomMetaDictionary.denaturalizeDataset({
      FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
      MediaStorageSOPClassUID: ULTRASOUND_IMAGE,
      MediaStorageSOPInstanceUID: instanceUid,
      TransferSyntaxUID: isPacked ? RLE_LOSSLESS : EXPLICIT_LITTLE,
      ImplementationClassUID: IMPLEMENTATION_CLASS_UID,
      ImplementationVersionName: IMPLEMENTATION_VERSION_NAME,
    }),
  );
  file.dict = DicomMetaDictionary.denaturalizeDataset(dataset);
  // A frame of RLE is one fragment (PS3.5 A.4.2).
  return new Uint8Array(file.write({ fragmentMultiframe: false }));
}
