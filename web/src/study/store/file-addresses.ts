/** Signed addresses of the files of a study, asked for together and kept until shortly before they end. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { objectPathOf, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { call } from '../../lib/api.ts';

type SignedUrl = AnswerOf<typeof CALLS.getUrls>[number];
export type AddressKind = SignedUrl['kind'];

/** Key of the files of a study in the store. */
export interface FilesOf {
  studyId: string;
  /** Number of the patient, as the server has it. */
  patient: number;
  bucket: Project['bucket'];
}

/** Addresses are requested again this long before they end, in ms. */
const URL_MARGIN_MS = 60_000;

let asked: { files: FilesOf; list: Promise<Map<string, SignedUrl>> } | null = null;

const areSame = (a: FilesOf, b: FilesOf): boolean => a.studyId === b.studyId && a.patient === b.patient && a.bucket === b.bucket;

async function ask({ studyId, patient, bucket }: FilesOf): Promise<Map<string, SignedUrl>> {
  const list = await call(CALLS.getUrls, objectPathOf(bucket, patient, splitStudyId(studyId)?.date ?? ''));
  return new Map(list.map((entry) => [`${entry.kind} ${entry.filename ?? ''}`, entry]));
}

/** Asks for the addresses of a study; the previous study's are dropped. */
export function askAddresses(files: FilesOf): Promise<Map<string, SignedUrl>> {
  const list = ask(files);
  const own = { files, list };
  asked = own;
  // Waiting callers get the failure, and the next one asks again.
  list.catch(() => {
    if (asked === own) asked = null;
  });
  return list;
}

/** Addresses that were asked for, or asks for them. */
export const addressesOf = (files: FilesOf): Promise<Map<string, SignedUrl>> =>
  asked !== null && areSame(asked.files, files) ? asked.list : askAddresses(files);

export function forgetAddresses(): void {
  asked = null;
}

/** The address of one file; null when the store has none of this name. */
export async function addressOf(files: FilesOf, filename: string, kind: AddressKind): Promise<string | null> {
  const key = `${kind} ${filename}`;
  const listed = (): Promise<Map<string, SignedUrl>> | null => (asked !== null && areSame(asked.files, files) ? asked.list : null);
  const before = listed();
  const known = (await before)?.get(key);
  if (known && known.expires_at - Date.now() > URL_MARGIN_MS) return known.url;
  // Another file of the study may have requested them again meanwhile.
  const now = listed();
  return (await (now === before || now === null ? askAddresses(files) : now)).get(key)?.url ?? null;
}
