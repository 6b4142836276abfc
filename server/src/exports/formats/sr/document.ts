/** A structured report as a file: the modules around the content (PS3.3 A.35.3, A.35.17). */
import { type Evidence, MANUFACTURER, type ObjectFacts, type Item, dicomFile, objectModules, uidOf } from '../dicom-object.ts';
import type { SourceImage } from '../source.ts';
import { codeItem } from './items.ts';
import { PRIVATE_SCHEME, code } from './code.ts';

export const COMPREHENSIVE_SR = '1.2.840.10008.5.1.4.1.1.88.33';
export const SIMPLIFIED_ADULT_ECHO_SR = '1.2.840.10008.5.1.4.1.1.88.72';
const FETAL_ECHOCARDIOGRAPHY = code('433235006', 'SCT', 'Fetal echocardiography');
export const ECHOCARDIOGRAPHY = code('40701008', 'SCT', 'Echocardiography');

export const procedureOf = ({ study }: SourceImage): typeof ECHOCARDIOGRAPHY =>
  study.data_type === 'fetal' ? FETAL_ECHOCARDIOGRAPHY : ECHOCARDIOGRAPHY;

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

const factsOf = ({ evidence, subject, sop_class_uid, template, engine_version, written_at }: Report): ObjectFacts => {
  const { version } = evidence[0].source.work;
  return {
    sop_class_uid,
    sop_instance_uid: uidOf('report', template, version, subject),
    modality: 'SR',
    series_instance_uid: uidOf('series', template, version, subject),
    series_number: template,
    series_description: `Echometry, TID ${template}`,
    engine_version,
    written_at,
  };
};

/** The whole file. */
export function reportFile(report: Report): Uint8Array {
  const { evidence, root } = report;
  const facts = factsOf(report);
  return dicomFile(facts, {
    ...objectModules(evidence[0], facts),
    ReferencedPerformedProcedureStepSequence: [],
    CompletionFlag: 'PARTIAL',
    VerificationFlag: 'UNVERIFIED',
    CodingSchemeIdentificationSequence: [
      {
        CodingSchemeDesignator: PRIVATE_SCHEME,
        CodingSchemeName: 'Measurements of Echometry without a standard code',
        CodingSchemeResponsibleOrganization: MANUFACTURER,
      },
    ],
    PerformedProcedureCodeSequence: [codeItem(procedureOf(evidence[0].source))],
    CurrentRequestedProcedureEvidenceSequence: evidenceItems(evidence),
    ...root,
  });
}
