/** The resources of one person's work on a study, as a collection (https://hl7.org/fhir/R4/bundle.html). */
import { counted } from '@echometry/contract/rules/counted.ts';
import { code } from '../sr/code.ts';
import type { Evidence } from '../dicom-object.ts';
import type { SourceImage } from '../source.ts';
import { procedureOf } from '../sr/document.ts';
import { type Element, OWN, concept, referenceTo, urlOf, uuidOf } from './elements.ts';
import { observationsOf } from './observation.ts';

const ULTRASOUND = code('US', 'DCM', 'Ultrasound');
const URI = 'urn:ietf:rfc:3986';
const DICOM_UID = 'urn:dicom:uid';
const SERVICE = 'http://terminology.hl7.org/CodeSystem/v2-0074';

const oid = (uid: string): string => `urn:oid:${uid}`;

function patientOf({ study }: SourceImage): Element & { id: string } {
  const { project, patient } = study;
  return { resourceType: 'Patient', id: uuidOf('patient', project, patient), identifier: [{ system: OWN.patient, value: patient }] };
}

/** Reviewed work that is finished is final. Every other one may still change. */
const statusOf = ({ work }: SourceImage): 'preliminary' | 'final' =>
  work.review_state === 'finished' || work.review_state === 'consensus' ? 'final' : 'preliminary';

/** An ImagingStudy of each DICOM study, with the images of this work; series and images in their first order. */
function imagingStudies(evidence: readonly Evidence[], patient: string, idOf: (uid: string) => string): Element[] {
  const studies = new Map<string, Evidence[]>();
  for (const one of evidence) {
    const uid = one.identity.study_instance_uid;
    studies.set(uid, [...(studies.get(uid) ?? []), one]);
  }
  return [...studies].map(([uid, ofStudy]) => {
    const series = [...new Set(ofStudy.map(({ identity }) => identity.series_instance_uid))].map((seriesUid) => {
      const images = ofStudy.filter(({ identity }) => identity.series_instance_uid === seriesUid);
      return {
        uid: seriesUid,
        modality: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: ULTRASOUND.value, display: ULTRASOUND.meaning },
        numberOfInstances: images.length,
        instance: images.map(({ source, identity }) => ({
          uid: source.image.instance_id,
          sopClass: { system: URI, code: oid(identity.sop_class_uid) },
          ...(source.image.view === null || source.image.view === '' ? {} : { title: source.image.view }),
        })),
      };
    });
    return {
      resourceType: 'ImagingStudy',
      id: idOf(uid),
      identifier: [{ system: DICOM_UID, value: oid(uid) }],
      status: 'available',
      subject: referenceTo(patient),
      started: ofStudy[0]?.source.study.study_date,
      numberOfSeries: series.length,
      numberOfInstances: ofStudy.length,
      series,
    };
  });
}

/** State of the review, and how many of its images are validated. */
function reviewWords({ work }: SourceImage, evidence: readonly Evidence[]): string {
  const validated = evidence.filter(({ source: { image } }) => image.validated).length;
  const changed = work.changed_since === true ? ', changed since' : '';
  return `Review: ${work.review_state}, ${validated} of ${counted(evidence.length, 'image')} validated${changed}.`;
}

function conclusionOf(source: SourceImage, evidence: readonly Evidence[]): string {
  const { work } = source;
  return [
    `Research data, not for diagnosis. Version ${work.version}, role ${work.role}, pass ${work.pass}${work.blind ? ', blind' : ''}.`,
    ...(work.review_state === null ? [] : [reviewWords(source, evidence)]),
    ...(work.finished_with_reason === null ? [] : [`Finished although something was open: ${work.finished_with_reason}.`]),
  ].join(' ');
}

/** The bundle of the images of one work, which are at least one. */
export function bundleOf(evidence: readonly [Evidence, ...Evidence[]]): Element {
  const [{ source }] = evidence;
  const { study, work } = source;
  const patient = patientOf(source);
  const status = statusOf(source);
  const idOf = (uid: string): string => uuidOf('imaging-study', work.version, uid);
  // Versions count from 1 in every workspace; UIDs of studies are unique.
  const named = [work.version, evidence[0].identity.study_instance_uid];
  const studies = imagingStudies(evidence, patient.id, idOf);
  const observations = evidence.flatMap((one) =>
    observationsOf(one.source, one.identity, {
      patient: patient.id,
      status,
      imagingStudyOf: ({ study_instance_uid }) => idOf(study_instance_uid),
    }),
  );
  const report = {
    resourceType: 'DiagnosticReport',
    id: uuidOf('report', ...named),
    identifier: [{ system: OWN.version, value: work.version }],
    status,
    category: [{ coding: [{ system: SERVICE, code: 'CUS', display: 'Cardiac Ultrasound' }] }],
    code: concept(procedureOf(source)),
    subject: referenceTo(patient.id),
    effectiveDateTime: study.study_date,
    performer: [{ display: work.editor }],
    ...(work.reviewer === null ? {} : { resultsInterpreter: [{ display: work.reviewer }] }),
    result: observations.map(({ id }) => referenceTo(String(id))),
    imagingStudy: studies.map(({ id }) => referenceTo(String(id))),
    conclusion: conclusionOf(source, evidence),
  };
  return {
    resourceType: 'Bundle',
    id: uuidOf('bundle', ...named),
    identifier: { system: OWN.version, value: work.version },
    type: 'collection',
    entry: [patient, ...studies, report, ...observations].map((resource) => ({
      fullUrl: urlOf(String(resource['id' as keyof typeof resource])),
      resource,
    })),
  };
}
