/** Data types of FHIR R4 that the resources are made of (https://hl7.org/fhir/R4/datatypes.html), and their ids. */
import { createHash } from 'node:crypto';
import { uidOf } from '../dicom-object.ts';
import { type Code, PRIVATE_SCHEME } from '../sr/code.ts';

export type Element = Readonly<Record<string, unknown>>;

/** Systems of codes by the name that DICOM gives them (https://terminology.hl7.org/NamingSystem). */
const SYSTEMS: Readonly<Record<Code['scheme'], string>> = {
  DCM: 'http://dicom.nema.org/resources/ontology/DCM',
  LN: 'http://loinc.org',
  SCT: 'http://snomed.info/sct',
  UCUM: 'http://unitsofmeasure.org',
  RFC5646: 'urn:ietf:bcp:47',
  [PRIVATE_SCHEME]: `urn:oid:${uidOf('codes', PRIVATE_SCHEME)}`,
};
const UCUM = SYSTEMS.UCUM;

/** Identifiers and codes of our own, each below an OID that is always the same. */
export const OWN = {
  patient: `urn:oid:${uidOf('identifiers', 'patient')}`,
  version: `urn:oid:${uidOf('identifiers', 'version')}`,
  value: `urn:oid:${uidOf('identifiers', 'value')}`,
  reason: `urn:oid:${uidOf('codes', 'reason')}`,
  formula: `urn:oid:${uidOf('codes', 'formula')}`,
} as const;

/** A version 8 UUID (RFC 9562 5.8) that is always the same for the same words. */
export function uuidOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

export const urlOf = (id: string): string => `urn:uuid:${id}`;
export const referenceTo = (id: string): Element => ({ reference: urlOf(id) });

export const coding = ({ value, scheme, meaning }: Code): Element => ({ system: SYSTEMS[scheme], code: value, display: meaning });
export const concept = (code: Code, text?: string): Element => ({ coding: [coding(code)], ...(text === undefined ? {} : { text }) });

/** A number with its unit of UCUM. */
export const quantity = (value: number, unit: string): Element => ({ value, unit, system: UCUM, code: unit });

export const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
