/** Texts about a file: its failures and warnings, its calibration and its metadata. */
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { ColourDecision, FrameTimeSource, ValueNote, WarningCode } from '@echometry/contract/generated/image-metadata.ts';
import type { NoValue } from '@echometry/contract/generated/physical-reading.ts';
import { VALUE_FAULT_TEXT } from '@echometry/contract/rules/value-faults.ts';
import type { Sample } from './sample.ts';

/** Where the time of a frame comes from. */
const timing: Readonly<Record<FrameTimeSource, string>> = {
  frame_time_vector: 'Frame Time Vector',
  frame_time: 'Frame Time',
  cine_rate: 'Cine Rate',
  effective_duration: 'Effective Duration',
  recommended_display_frame_rate: 'display rate',
  video_stream: 'of the video',
  assumed: 'assumed',
};

/** Meaning of a warning of the reader, for the viewer of the image. */
const warnings: Readonly<Record<WarningCode, string>> = {
  missing_file_meta: 'The file has no meta header; its encoding was detected.',
  transfer_syntax_mismatch: 'The encoding of the file differs from its header. The file was read as it is encoded.',
  sequence_repaired: 'A sequence had wrong lengths and was read by its items.',
  metadata_truncated: 'Some elements are too long or too many and are not kept.',
  truncated: 'The file ends early: what is missing cannot be shown.',
  offset_table_ignored: 'The table of frame positions is wrong and was not used.',
  missing_sequence_delimiter: 'The pixel data do not end as they should.',
  fewer_frames_than_declared: 'The file holds fewer frames than it declares.',
  more_frames_than_declared: 'The file holds more frames than it declares.',
  full_length_422: 'Pixels declared as 4:2:2 are stored in full.',
  not_encapsulated: 'Compressed data were expected, but the pixels are plain.',
  reference_16_bit: 'A reference pixel was stored as an unsigned 16-bit number and was read as negative.',
  baseline_may_be_absolute: 'The zero line may be counted from the image and not from its region: check it against the picture.',
  scale_against_prf: 'The velocity scale does not fit the pulse repetition frequency: check it against the picture.',
  region_beyond_image: 'A calibrated region reaches beyond the image: check lengths against the picture.',
  depth_implausible: 'A region is deeper than 40 cm: check lengths against the picture.',
  delta_against_reference: 'Scale and reference value of a spectrum contradict each other: check the zero line against the picture.',
  frame_time_vector_forward: 'The frame times of this file are steps to the next frame.',
  display_rate: 'Only a display rate is known: times between frames are those of playback.',
  palette_incomplete: 'The palette is shorter than it declares.',
  value_unreadable: 'A number of the header cannot be read and was not used.',
  comma_for_point: 'A number of the header has a comma, which was read as a point.',
  frame_times_implausible: 'Frame times of the header are not plausible; the next source was used.',
  frames_are_planes: 'The frames are planes of a volume: they have no order in time and are not played.',
  ecg_without_time: 'The file has an ECG, but does not state its time against the frames: it is not used.',
  ecg_unreadable: 'The file has an ECG that cannot be read: it is not used.',
  frame_size_mismatch: 'The frames are not of the size the header names: measuring is not possible.',
};

const samples: Readonly<Record<Sample['kind'], string>> = { value: 'value', rgb: 'RGB', ycbcr: 'YCbCr', index: 'index' };

const noValue: Readonly<Record<NoValue, string>> = {
  not_calibrated: 'not calibrated',
  outside_regions: 'outside of the calibrated regions',
  no_scale: 'no scale on this axis',
  no_baseline: 'no zero line',
};

/** Kinds of the regions of a file, by what they hold and by their shape (PS3.3 C.8.5.5.1). */
const regionData = new Map([
  [1, 'tissue'],
  [2, 'colour flow'],
  [3, 'PW'],
  [4, 'CW'],
  [10, 'ECG'],
  [11, 'pulse'],
  [12, 'phonocardiogram'],
]);
const regionFormats = new Map([
  [1, '2D'],
  [2, 'M-Mode'],
  [3, 'spectral'],
  [4, 'waveform'],
  [5, 'graphics'],
]);

const by = (author: string | null): string => (author ? ` by ${author}` : '');

export const messages = {
  timing,
  warnings,
  samples,
  noValue,
  /** The chip of the scale, and its tip. */
  calibration: {
    rejected: { text: 'px · scale rejected', detail: "A reader marked the file's scale as invalid." },
    incomplete: { text: 'px · typed scale incomplete', detail: 'A scale was typed for one axis; the other one is missing.' },
    notConfirmed: {
      text: 'px · nominal spacing not confirmed',
      detail: 'The file has a nominal spacing, which is used once a reader confirms it.',
    },
    notCalibrated: {
      text: 'px · not calibrated',
      detail: 'The file names no region and no Pixel Spacing: nothing can be measured in it yet.',
    },
    noRegion: (modality: string) => ({
      text: `px · no region for ${modality}`,
      detail: 'The image has regions, but none with the units this modality is measured in.',
    }),
    typed: (units: string, author: string | null) => ({
      text: `${units} · typed scale`,
      detail: `Scale from points that were marked and a value that was typed${by(author)}.`,
    }),
    confirmed: (units: string, author: string | null) => ({
      text: `${units} · nominal spacing, confirmed`,
      detail: `Nominal spacing of the file, confirmed${by(author)}.`,
    }),
    spacing: (units: string) => ({ text: `${units} · Pixel Spacing`, detail: 'Scale from Pixel Spacing over the whole image.' }),
    region: (units: string, number: number, of: number, kind: string) => ({
      text: `${units} · US region ${number} (${kind})`,
      detail: `Scale from region ${number} of ${of} of the file.`,
    }),
  },
  metadata: {
    size: 'Size',
    planes: 'Planes of a volume',
    frames: 'Frames',
    rate: 'Rate',
    manufacturer: 'Manufacturer',
    modality: 'Modality',
    colour: 'Colour',
    samples: 'Samples',
    pixelAspect: 'Pixel aspect',
    aspect: (ratio: string) => `${ratio} (height : width)`,
    filter: 'Filter elements',
    elements: 'Elements of the file',
    noMatch: 'No element matches this filter.',
  },
};

export const regionKind = (data: number | null, format: number | null): string =>
  regionData.get(data ?? 0) ?? regionFormats.get(format ?? 0) ?? 'region';

const OTHERS = 'The other images of the study are not affected.';
const AGAIN = 'Choose the image again.';

/** Advice for each failure; null where its own message is enough. A code without an entry does not compile. */
const NEXT: Readonly<Record<EngineFailure['code'], string | null>> = {
  network: null,
  aborted: AGAIN,
  'engine-closed': AGAIN,
  'no-such-handle': AGAIN,
  'engine-crashed': AGAIN,
  'video-unsupported': OTHERS,
  'video-failed': OTHERS,
  'no-such-frame': OTHERS,
  'not-dicom': OTHERS,
  'empty-file': OTHERS,
  'no-pixel-data': OTHERS,
  'missing-attribute': OTHERS,
  'unsupported-transfer-syntax': OTHERS,
  'unsupported-pixel-format': OTHERS,
  'unsupported-video': OTHERS,
  'malformed-data-set': OTHERS,
  'malformed-frame': OTHERS,
  'malformed-video': OTHERS,
  'frame-missing': OTHERS,
  'frame-not-available': OTHERS,
  'frame-out-of-range': OTHERS,
  'frames-in-browser': OTHERS,
  'limit-exceeded': OTHERS,
  'file-unreadable': OTHERS,
  'cannot-deidentify': OTHERS,
  'invalid-argument': OTHERS,
  configuration: 'Contact an administrator of the project: its configuration is not valid.',
  'not-calibrated': 'Calibrate the image to get its values.',
  'invalid-input': OTHERS,
  usage: OTHERS,
};

/** Failures whose own words speak of the machinery: the image was closed, and that is all there is to know. */
const CLOSED: ReadonlySet<EngineFailure['code']> = new Set<EngineFailure['code']>(['aborted', 'engine-closed', 'no-such-handle']);

/** Meaning of a failure of the engine, with advice. */
export function failureText({ code, message }: EngineFailure): string {
  const next = NEXT[code];
  if (CLOSED.has(code)) return `The image was closed. ${AGAIN}`;
  return next === null ? message : `${message} ${next}`;
}

/** A number of the header that is not used as it is written. */
export const valueNoteText = ({ keyword, tag, value, fault }: ValueNote): string =>
  `${keyword ?? tag} “${value}” ${VALUE_FAULT_TEXT[fault]}.`;

const BASES: Readonly<Record<ColourDecision['basis'], string>> = {
  subsampled_chroma: 'as its chroma is subsampled',
  adobe_marker: 'by the Adobe marker of the stream',
  jfif_marker: 'by the JFIF marker of the stream',
  component_ids: 'as its components are named R, G and B',
  lossless: 'as lossless streams keep the colours they were given',
  header: 'by the header; the stream shows no evidence',
};

/** Meaning of the samples of a JPEG, and its evidence. */
export const colourDecisionText = ({ rgb, basis }: ColourDecision): string => `${rgb ? 'RGB' : 'YBR'}, ${BASES[basis]}`;
