/** A structured report as a file: the modules around the content (PS3.3 A.35.3, A.35.17). */
import { createHash } from 'node:crypto';
import dcmjs from 'dcmjs';
import type { SourceImage } from '../source.ts';
import { type Item, codeItem } from './items.ts';
import { PRIVATE_SCHEME, code } from './code.ts';

const { DicomDict, DicomMetaDictionary } = dcmjs.data;

export const COMPREHENSIVE_SR = '1.2.840.10008.5.1.4.1.1.88.33';
export const SIMPLIFIED_ADULT_ECHO_SR = '1.2.840.10008.5.1.4.1.1.88.72';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const MANUFACTURER = 'Echometry';
const MODEL = 'Echometry, research software';
const FETAL_ECHOCARDIOGRAPHY = code('433235006', 'SCT', 'Fetal echocardiography');
export const ECHOCARDIOGRAPHY = code('40701008', 'SCT', 'Echocardiography');

/** Place of the image in its DICOM study. */
export interface DicomIdentity {
  readonly study_instance_uid: string;
  readonly series_instance_uid: string;
  readonly sop_class_uid: string;
}

export const procedureOf = ({ study }: SourceImage): typeof ECHOCARDIOGRAPHY =>
  study.data_type === 'fetal' ? FETAL_ECHOCARDIOGRAPHY : ECHOCARDIOGRAPHY;

/** Always the same UID for the same words, below the root of UUIDs (PS3.5 B.2). */
export function uidOf(...words: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
  return `2.25.${BigInt(`0x${digest}`)}`;
}

const dicomDate = (date: string): string => date.replaceAll('-', '');

/** An image that a report refers to. */
export interface Evidence {
  readonly source: SourceImage;
  readonly identity: DicomIdentity;
}

export interface Report {
  /** The images of one study and one person's work that it refers to; at least one. */
  readonly evidence: readonly [Evidence, ...Evidence[]];
  /** Subject of the report: an image, or the study. Makes its UIDs. */
  readonly subject: string;
  /** SOP class of the report. */
  readonly sop_class_uid: string;
  /** Number of its template, e.g. 1500. */
  readonly template: string;
  readonly root: Item;
  readonly engine_version: string;
  readonly written_at: Date;
}

const instanceOf = ({ evidence: [{ source }], template, subject }: Report): string =>
  uidOf('report', template, source.work.version, subject);

/** The images by study and series of their files, as Current Requested Procedure Evidence Sequence has them. */
function evidenceItems(evidence: readonly Evidence[]): Item[] {
  const studies = new Map<string, Map<string, Evidence[]>>();
  for (const one of evidence) {
    const { study_instance_uid, series_instance_uid } = one.identity;
    const series = studies.get(study_instance_uid) ?? new Map<string, Evidence[]>();
    series.set(series_instance_uid, [...(series.get(series_instance_uid) ?? []), one]);
    studies.set(study_instance_uid, series);
  }
  return [...studies].map(([StudyInstanceUID, series]) => ({
    StudyInstanceUID,
    ReferencedSeriesSequence: [...series].map(([SeriesInstanceUID, images]) => ({
      SeriesInstanceUID,
      ReferencedSOPSequence: images.map(({ source, identity }) => ({
        ReferencedSOPClassUID: identity.sop_class_uid,
        ReferencedSOPInstanceUID: source.image.instance_id,
      })),
    })),
  }));
}

function modulesOf(report: Report): Item {
  const { evidence, subject, sop_class_uid, template, engine_version, written_at } = report;
  const [{ source, identity }] = evidence;
  const { study, work } = source;
  const [date = '', time = ''] = written_at.toISOString().split('T');
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: sop_class_uid,
    SOPInstanceUID: instanceOf(report),
    TimezoneOffsetFromUTC: '+0000',
    PatientName: study.patient,
    PatientID: study.patient,
    PatientBirthDate: '',
    // As in the images: the attributes of a patient are the same in all of their objects.
    PatientSex: '',
    StudyInstanceUID: identity.study_instance_uid,
    StudyDate: dicomDate(study.study_date),
    StudyTime: '',
    StudyID: '',
    AccessionNumber: '',
    ReferringPhysicianName: '',
    Modality: 'SR',
    SeriesInstanceUID: uidOf('series', template, work.version, subject),
    SeriesNumber: template,
    SeriesDescription: `Echometry, TID ${template}`,
    ReferencedPerformedProcedureStepSequence: [],
    Manufacturer: MANUFACTURER,
    ManufacturerModelName: MODEL,
    DeviceSerialNumber: work.version,
    SoftwareVersions: engine_version,
    InstanceNumber: '1',
    CompletionFlag: 'PARTIAL',
    VerificationFlag: 'UNVERIFIED',
    ContentDate: dicomDate(date),
    ContentTime: time.slice(0, 8).replaceAll(':', ''),
    CodingSchemeIdentificationSequence: [
      {
        CodingSchemeDesignator: PRIVATE_SCHEME,
        CodingSchemeName: 'Measurements of Echometry without a standard code',
        CodingSchemeResponsibleOrganization: MANUFACTURER,
      },
    ],
    PerformedProcedureCodeSequence: [codeItem(procedureOf(source))],
    CurrentRequestedProcedureEvidenceSequence: evidenceItems(evidence),
  };
}

/** The whole file. */
export function reportFile(report: Report): Uint8Array {
  const dataset = { ...modulesOf(report), ...report.root };
  const meta = DicomMetaDictionary.denaturalizeDataset({
    FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
    MediaStorageSOPClassUID: report.sop_class_uid,
    MediaStorageSOPInstanceUID: instanceOf(report),
    TransferSyntaxUID: EXPLICIT_LITTLE_ENDIAN,
    ImplementationClassUID: uidOf('implementation'),
    ImplementationVersionName: 'ECHOMETRY_1',
  });
  const file = new DicomDict(meta);
  file.dict = DicomMetaDictionary.denaturalizeDataset(dataset);
  return Buffer.from(file.write());
}
