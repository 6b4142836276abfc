/** A segmentation as a file: the modules around its frames (PS3.3 A.51). */
import { type Evidence, type Item, type ObjectFacts, MANUFACTURER, dicomFile, objectModules, uidOf } from '../dicom-object.ts';
import { PRIVATE_SCHEME, code } from '../sr/code.ts';
import { codeItem } from '../sr/items.ts';

const SEGMENTATION = '1.2.840.10008.5.1.4.1.1.66.4';
const SERIES_NUMBER = '66';
const MAX_PERSON = 64;
const BITS_PER_BYTE = 8;

/** Codes of PS3.16: CID 7203 and CID 7202. */
const DERIVATION = code('113076', 'DCM', 'Segmentation');
const PURPOSE = code('121322', 'DCM', 'Source image for image processing operation');
export const DOCUMENT_CODES = [DERIVATION, PURPOSE];

/** One structure on one frame. */
export interface SegmentFrame {
  /** From 1. */
  readonly segment: number;
  /** Of the image, from 1. */
  readonly frame_number: number;
  /** Cycle and event in words. */
  readonly comment: string;
  /** A sample for each pixel, not 0 inside. */
  readonly plane: Uint8Array;
}

export interface Segmentation {
  readonly evidence: Evidence;
  readonly rows: number;
  readonly columns: number;
  readonly segments: readonly Item[];
  /** By segment and frame. */
  readonly frames: readonly SegmentFrame[];
  readonly engine_version: string;
  readonly written_at: Date;
}

/** Bits of all frames without a gap, the first pixel in the lowest bit (PS3.5 8.1.1); an even number of bytes. */
export function packedBits(planes: readonly Uint8Array[]): Uint8Array {
  const bits = planes.reduce((sum, plane) => sum + plane.length, 0);
  const packed = new Uint8Array(2 * Math.ceil(bits / (2 * BITS_PER_BYTE)));
  let at = 0;
  for (const plane of planes)
    for (const sample of plane) {
      if (sample !== 0) packed[at >> 3]! |= 1 << (at & 7);
      at += 1;
    }
  return packed;
}

const pointer = (attribute: number, group: number, organization: string, label: string): Item => ({
  DimensionIndexPointer: attribute,
  FunctionalGroupPointer: group,
  DimensionOrganizationUID: organization,
  DimensionDescriptionLabel: label,
});

/** Frames are found by segment and by frame of the clip. */
const dimensions = (organization: string): Item => ({
  DimensionOrganizationSequence: [{ DimensionOrganizationUID: organization }],
  DimensionIndexSequence: [
    pointer(0x0062000b, 0x0062000a, organization, 'Segment'),
    pointer(0x00209128, 0x00209111, organization, 'Frame of the image'),
  ],
});

/** The frame of the image that a frame was drawn on; only a multi-frame image has numbers of frames. */
function sourceItem({ source, identity }: Evidence, frame_number: number): Item {
  return {
    ReferencedSOPClassUID: identity.sop_class_uid,
    ReferencedSOPInstanceUID: source.image.instance_id,
    ...(source.number_of_frames > 1 ? { ReferencedFrameNumber: frame_number } : {}),
    PurposeOfReferenceCodeSequence: [codeItem(PURPOSE)],
    SpatialLocationsPreserved: 'YES',
  };
}

function frameItems({ evidence, frames }: Segmentation): Item[] {
  const places = [...new Set(frames.map(({ frame_number }) => frame_number))].sort((a, b) => a - b);
  return frames.map(({ segment, frame_number, comment }) => {
    const place = places.indexOf(frame_number) + 1;
    return {
      FrameContentSequence: [{ DimensionIndexValues: [segment, place], TemporalPositionIndex: place, FrameComments: comment }],
      SegmentIdentificationSequence: [{ ReferencedSegmentNumber: segment }],
      DerivationImageSequence: [
        { DerivationCodeSequence: [codeItem(DERIVATION)], SourceImageSequence: [sourceItem(evidence, frame_number)] },
      ],
    };
  });
}

/** 64 characters at most (LO), for a review with how certain its image is. */
function descriptionOf({ work, image }: Segmentation['evidence']['source']): string {
  if (work.review_state === null) return 'Contours as pixels';
  const validated = image.validated ? 'validated' : 'not validated';
  return `Contours as pixels; ${work.review_state}, ${validated}${work.changed_since === true ? ', changed since' : ''}`;
}

function imageModules(made: Segmentation): Item {
  const { evidence, rows, columns, segments, frames } = made;
  const { source, identity } = evidence;
  const { work, image } = source;
  return {
    ImageType: ['DERIVED', 'PRIMARY'],
    PatientOrientation: '',
    ContentLabel: 'SEGMENTATION',
    ContentDescription: descriptionOf(source),
    ContentCreatorName: (work.reviewer ?? work.editor).slice(0, MAX_PERSON),
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    NumberOfFrames: String(frames.length),
    Rows: rows,
    Columns: columns,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    PixelRepresentation: 0,
    LossyImageCompression: '00',
    BurnedInAnnotation: 'NO',
    SegmentationType: 'BINARY',
    // A cavity is also in the area of the wall around it.
    SegmentsOverlap: segments.length > 1 ? 'YES' : 'NO',
    SegmentSequence: segments,
    ...dimensions(uidOf('dimensions', work.version, image.instance_id)),
    // No size of a pixel: its macro has a slice thickness, which a plane of ultrasound does not have. The image has the scale.
    SharedFunctionalGroupsSequence: [{}],
    PerFrameFunctionalGroupsSequence: frameItems(made),
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: identity.series_instance_uid,
        ReferencedInstanceSequence: [{ ReferencedSOPClassUID: identity.sop_class_uid, ReferencedSOPInstanceUID: image.instance_id }],
      },
    ],
    CodingSchemeIdentificationSequence: [
      {
        CodingSchemeDesignator: PRIVATE_SCHEME,
        CodingSchemeName: 'Structures of Echometry without a standard code',
        CodingSchemeResponsibleOrganization: MANUFACTURER,
      },
    ],
    PixelData: packedBits(frames.map(({ plane }) => plane)).buffer,
    _vrMap: { PixelData: 'OB' },
  };
}

/** The whole file. */
export function segmentationFile(made: Segmentation): Uint8Array {
  const { work, image } = made.evidence.source;
  const facts: ObjectFacts = {
    sop_class_uid: SEGMENTATION,
    sop_instance_uid: uidOf('segmentation', work.version, image.instance_id),
    modality: 'SEG',
    series_instance_uid: uidOf('series', 'segmentation', work.version, image.instance_id),
    series_number: SERIES_NUMBER,
    series_description: 'Echometry, contours',
    engine_version: made.engine_version,
    written_at: made.written_at,
  };
  return dicomFile(facts, { ...objectModules(made.evidence, facts), ...imageModules(made) });
}
