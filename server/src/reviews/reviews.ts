import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import { NO_ANALYSIS } from '@echometry/contract/calls/error.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { isTeamReview } from '@echometry/contract/rules/permissions.ts';
import type { Caller } from '../access/caller.ts';
import { reviewedHead, studyOfTeam, workToReview } from './reviewed-work.ts';
import { completeImages } from '../analyses/complete.ts';
import { sentContent } from '../analyses/sent-content.ts';
import { withComments } from '../analyses/fill-comments.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { findHead } from '../db/analyses.ts';
import { currentConfigVersions } from '../db/config-sets.ts';
import { hashOfJson } from '../db/document.ts';
import { filenamesOfStudy } from '../db/files.ts';
import { findReview } from '../db/reviews.ts';
import type { StudyRecord } from '../db/studies.ts';
import type { ContextOf, Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import { editorsWork, readCopy } from './copy.ts';
import { readForTeam, readReview } from './read.ts';
import { type ReviewSave, saveReview } from './save.ts';
import type { Services } from '../access/services.ts';

type Body = BodyOf<typeof CALLS.reviewsCreate> | BodyOf<typeof CALLS.reviewsValidate>;
type Work = Awaited<ReturnType<typeof workToReview>>;
type Answer = AnswerOf<typeof CALLS.reviewsCreate>;

/** Identity of a save. */
const hashOfRequest = (body: Body, to: ReviewSave['to']): string =>
  hashOfJson([
    to ?? 'save',
    body.review ?? null,
    body.changes ?? null,
    body.base_version ?? null,
    body.missing_images ?? null,
    body.settled ?? [],
    body.settled_missing ?? false,
    body.config_versions ?? null,
    body.engine_version ?? null,
    ('reason' in body ? body.reason : null) ?? null,
    'without_head' in body && body.without_head === true,
  ]);

/** The version of the editor that is current once the study is locked. */
async function newestVersion(
  inside: Parameters<ReviewSave['newestVersion']>[0],
  { study, head }: { study: StudyRecord; head: Work['head'] },
) {
  const current = await findHead(inside, study.id, head.editor_id, head.blind);
  // Incomplete work cannot be reviewed; its review continues from its base.
  return current === undefined || current.study_state === 'Incomplete' ? head.version_id : current.version_id;
}

async function get(services: Services, { body, caller }: ContextOf<'reviewsGet'>): Promise<AnswerOf<typeof CALLS.reviewsGet>> {
  if (isTeamReview(caller.role)) {
    const named = (['editor', 'reviewer', 'blind'] as const).find((field) => body[field] !== undefined);
    if (named !== undefined) throw invalidField(named, 'A team review names the study only');
    return { review: await readForTeam(services, caller, await studyOfTeam(services, caller, body)) };
  }
  const { access, study, head } = await reviewedHead(services, caller, body);
  if (head === undefined) return { review: null, message: NO_ANALYSIS };
  return { review: await readReview(services, caller, access, study, head) };
}

/** The review as it is stored, or the editor's work where there is none yet. */
async function copyOf({ db: { query } }: Services, { study, head, key }: Work) {
  const newest = await editorsWork(query, study.id, head.version_id);
  return readCopy(query, await findReview(query, key), newest);
}

/** The review that came between, as it is stored. */
async function conflictWith(services: Services, caller: Caller, work: Work, version: number | null): Promise<Answer> {
  const { manifest, configVersions } = await copyOf(services, work);
  const versions = { study_id: work.study.id, config_versions: JSON.stringify(configVersions) };
  const images = await imagesOfEntries(services.db.query, versions, manifest.images);
  return {
    conflict: true,
    version,
    author: caller.user.person.email,
    images: await withComments(services, caller, work.study, images),
    missing_images: manifest.missing_images,
  };
}

async function contentOf(services: Services, caller: Caller, work: Work, body: Body): Promise<ReviewSave['content']> {
  if (body.review === undefined && body.changes === undefined) return null;
  const filenames = await filenamesOfStudy(services.db.query, work.study.id, { see: 'all' });
  const sent = sentContent({ ...body, images: body.review }, filenames, 'review');
  const before = async () => {
    const { manifest, configVersions } = await copyOf(services, work);
    return { entries: manifest.images, configVersions };
  };
  return { ...sent, images: await completeImages(services, sent.images, { studyId: work.study.id, author: caller.user.person, before }) };
}

async function store(services: Services, caller: Caller, body: Body, to: ReviewSave['to']): Promise<Answer> {
  const work = await workToReview(services, caller, body);
  // Of what was sent, before defaults are filled in.
  const requestSha256 = hashOfRequest(body, to);
  const saved = await saveReview(services.db, {
    key: work.key,
    project: work.access.project,
    newestVersion: (inside) => newestVersion(inside, work),
    content: await contentOf(services, caller, work, body),
    missingImages: body.missing_images,
    settled: body.settled ?? [],
    reviewsTo: work.access.reviewsTo,
    settledMissing: body.settled_missing ?? false,
    ...(to === undefined ? {} : { to }),
    reason: 'reason' in body ? body.reason?.trim() : undefined,
    configVersions: body.config_versions ?? (await currentConfigVersions(services.db.query, work.access.id)),
    engineVersion: body.engine_version ?? null,
    saveId: body.save_id ?? null,
    requestSha256,
    baseVersion: body.base_version,
    withoutHead: 'without_head' in body && body.without_head === true,
    now: services.now(),
  });
  if (saved.kind === 'taken')
    throw invalidField('save_id', 'This save_id was used for other content. Nothing was stored: send it again under a new one');
  if (saved.kind === 'conflict') return conflictWith(services, caller, work, saved.version);
  return {
    conflict: false,
    version: saved.version,
    state: saved.state,
    study_state: saved.studyState,
    base_version: saved.baseVersion,
    editor_version: saved.editorVersion,
    updated_at: saved.updatedAt,
  };
}

async function create(services: Services, { body, caller }: ContextOf<'reviewsCreate'>): Promise<Answer> {
  if (body.review === undefined && body.changes === undefined)
    throw invalidField('review', 'A save carries all images, or changes with the version they were made from');
  return store(services, caller, body, undefined);
}

async function validate(services: Services, { body, caller }: ContextOf<'reviewsValidate'>): Promise<Answer> {
  return store(services, caller, body, body.control ? 'checkpoint' : 'finished');
}

type ReviewCalls = 'reviewsGet' | 'reviewsCreate' | 'reviewsValidate';

/** Saving and reading reviews: a reviewer's own copy of an editor's work, which only the server compares with it. */
export const reviewHandlers = (services: Services): Pick<Handlers, ReviewCalls> => ({
  reviewsGet: (context) => get(services, context),
  reviewsCreate: (context) => create(services, context),
  reviewsValidate: (context) => validate(services, context),
});
