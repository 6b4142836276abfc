/** Parts that every DICOM object of an export shares: its UIDs, the modules of patient, study and equipment, and the file. */
import { createHash } from 'node:crypto';
import dcmjs from 'dcmjs';
import type { SourceImage } from './source.ts';

const { DicomDict, DicomMetaDictionary } = dcmjs.data;

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
export const MANUFACTURER = 'Echometry';
const MODEL = 'Echometry, research software';

/** Attributes or items by keyword, as dcmjs takes them. */
export type Item = Readonly<Record<string, unknown>>;

/** Place of the image in its DICOM study. */
export interface DicomIdentity {
  readonly study_instance_uid: string;
  readonly series_instance_uid: string;
  readonly sop_class_uid: string;
}

/** An image that an object refers to. */
export interface Evidence {
  readonly source: SourceImage;
  readonly identity: DicomIdentity;
}

/** Always the same UID for the same words, below the root of UUIDs (PS3.5 B.2). */
export function uidOf(...words: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
  return `2.25.${BigInt(`0x${digest}`)}`;
}

const dicomDate = (date: string): string => date.replaceAll('-', '');

export interface ObjectFacts {
  readonly sop_class_uid: string;
  readonly sop_instance_uid: string;
  readonly modality: 'SR' | 'SEG';
  readonly series_instance_uid: string;
  readonly series_number: string;
  readonly series_description: string;
  readonly engine_version: string;
  readonly written_at: Date;
}

/** Patient, study, series and equipment of an object made from the lines and values of an image (PS3.3 C.7). */
export function objectModules({ source, identity }: Evidence, facts: ObjectFacts): Item {
  const { study, work } = source;
  const [date = '', time = ''] = facts.written_at.toISOString().split('T');
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: facts.sop_class_uid,
    SOPInstanceUID: facts.sop_instance_uid,
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
    Modality: facts.modality,
    SeriesInstanceUID: facts.series_instance_uid,
    SeriesNumber: facts.series_number,
    SeriesDescription: facts.series_description,
    Manufacturer: MANUFACTURER,
    ManufacturerModelName: MODEL,
    DeviceSerialNumber: work.version,
    SoftwareVersions: facts.engine_version,
    InstanceNumber: '1',
    ContentDate: dicomDate(date),
    ContentTime: time.slice(0, 8).replaceAll(':', ''),
  };
}

/** The whole file of a dataset. */
export function dicomFile({ sop_class_uid, sop_instance_uid }: ObjectFacts, dataset: Item): Uint8Array {
  const meta = DicomMetaDictionary.denaturalizeDataset({
    FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
    MediaStorageSOPClassUID: sop_class_uid,
    MediaStorageSOPInstanceUID: sop_instance_uid,
    TransferSyntaxUID: EXPLICIT_LITTLE_ENDIAN,
    ImplementationClassUID: uidOf('implementation'),
    ImplementationVersionName: 'ECHOMETRY_1',
  });
  const file = new DicomDict(meta);
  file.dict = DicomMetaDictionary.denaturalizeDataset(dataset);
  return Buffer.from(file.write());
}
