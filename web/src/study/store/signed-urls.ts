/** Signed addresses of the files of the open study, asked for together and kept until shortly before they end. */
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { objectPathOf, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { call } from '../../lib/api.ts';
import { currentSession, onStudyClosed } from './current-study.ts';

type SignedUrl = AnswerOf<typeof CALLS.getUrls>[number];

/** Addresses are asked for anew this long before they end, in ms. */
const URL_MARGIN_MS = 60_000;

let urls: Map<string, SignedUrl> = new Map();
let urlsOf = '';

onStudyClosed(() => {
  urls = new Map();
  urlsOf = '';
});

/** Signed address of one file of the open study. */
export async function urlFor(filename: string, kind: SignedUrl['kind']): Promise<string | null> {
  const session = currentSession();
  if (!session) return null;
  const { study } = session;
  const key = `${kind} ${filename}`;
  const known = urls.get(key);
  if (urlsOf === study.link.study_id && known && known.expires_at - Date.now() > URL_MARGIN_MS) return known.url;
  const date = splitStudyId(study.link.study_id)?.date ?? '';
  const list = await call(CALLS.getUrls, objectPathOf(study.project.bucket, study.head.patient_id, date));
  const found = new Map(list.map((entry) => [`${entry.kind} ${entry.filename ?? ''}`, entry]));
  // Addresses of a study that was left meanwhile are not those of the one that is open.
  if (session === currentSession()) {
    urls = found;
    urlsOf = study.link.study_id;
  }
  return found.get(key)?.url ?? null;
}
