/** Structured reports of the demo, as the ultrasound machine of a study would send them with its images (TID 5300). */
import { type Dataset, type StudyIdentity, studyModule, uidIn, US_MULTI_FRAME_IMAGE } from './dataset.ts';
import type { MachineReads } from './plan-image.ts';
import { part10 } from './part10.ts';
import type { Truth } from './truth.ts';

const SIMPLIFIED_ADULT_ECHO_SR = '1.2.840.10008.5.1.4.1.1.88.72';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
/** Not the maker of the reports that the product exports, which an import passes over. */
const MANUFACTURER = 'Synthetic machine';

/** A four-chamber clip of the study. */
export interface ReportedClip {
  sop_instance_uid: string;
  truth: Truth;
}

const code = (value: string, scheme: string, meaning: string): Dataset => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  CodeMeaning: meaning,
});
const CONCEPTS = {
  edv: code('79999-9', 'LN', 'Left ventricular end diastolic volume single plane 4C (MOD)'),
  esv: code('80004-5', 'LN', 'Left ventricular end systolic volume single plane 4C (MOD)'),
  ef: code('79993-2', 'LN', 'Left ventricular ejection fraction single plane 4C (MOD)'),
};
const TENTHS = 10;
const rounded = (value: number): number => Math.round(value * TENTHS) / TENTHS;

const container = (title: Dataset, content: Dataset[]): Dataset => ({
  ValueType: 'CONTAINER',
  ConceptNameCodeSequence: [title],
  ContinuityOfContent: 'SEPARATE',
  ContentSequence: content,
});

const numeric = (concept: Dataset, value: number, unit: string, content: Dataset[] = []): Dataset => ({
  RelationshipType: 'CONTAINS',
  ValueType: 'NUM',
  ConceptNameCodeSequence: [concept],
  MeasuredValueSequence: [{ NumericValue: String(value), MeasurementUnitsCodeSequence: [code(unit, 'UCUM', unit)] }],
  ...(content.length > 0 ? { ContentSequence: content } : {}),
});

/** Volumes of the first beat of a clip as the machine reads them, rounded as on a screen, and their ejection fraction. */
function numbersOf({ sop_instance_uid, truth }: ReportedClip, reads: MachineReads): Dataset[] {
  const beat = truth.four_chamber?.beats[0];
  if (beat === undefined) throw new Error('a report needs a four-chamber clip with a beat');
  const [edv, esv] = [rounded(beat.edv_ml * reads.edv), rounded(beat.esv_ml * reads.esv)];
  const on = (frame: number): Dataset => ({
    RelationshipType: 'INFERRED FROM',
    ValueType: 'IMAGE',
    ReferencedSOPSequence: [
      { ReferencedSOPClassUID: US_MULTI_FRAME_IMAGE, ReferencedSOPInstanceUID: sop_instance_uid, ReferencedFrameNumber: frame },
    ],
  });
  return [
    numeric(CONCEPTS.edv, edv, 'mL', [on(beat.end_diastole_frame)]),
    numeric(CONCEPTS.esv, esv, 'mL', [on(beat.end_systole_frame)]),
    numeric(CONCEPTS.ef, rounded((100 * (edv - esv)) / edv), '%'),
  ];
}

/** The file of the report of a study. */
export function machineReport(study: StudyIdentity, clips: readonly ReportedClip[], reads: MachineReads): Promise<Buffer> {
  const dataset: Dataset = {
    ...studyModule(study),
    SOPClassUID: SIMPLIFIED_ADULT_ECHO_SR,
    SOPInstanceUID: uidIn(study, 'report'),
    SeriesInstanceUID: uidIn(study, 'series of reports'),
    ContentTime: '100000',
    SeriesNumber: '2',
    SeriesDescription: 'Measurements of the machine',
    InstanceNumber: '1',
    Modality: 'SR',
    Manufacturer: MANUFACTURER,
    CompletionFlag: 'COMPLETE',
    VerificationFlag: 'UNVERIFIED',
    ReferencedPerformedProcedureStepSequence: [],
    PerformedProcedureCodeSequence: [],
    ...container(code('125200', 'DCM', 'Adult Echocardiography Procedure Report'), [
      {
        RelationshipType: 'CONTAINS',
        ...container(
          code('125301', 'DCM', 'Pre-coordinated Measurements'),
          clips.flatMap((clip) => numbersOf(clip, reads)),
        ),
      },
    ]),
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '5300' }],
  };
  return part10(dataset, EXPLICIT_LITTLE_ENDIAN, Buffer.alloc(0));
}
