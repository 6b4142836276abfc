import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { CommentAnchor, StoredComment } from '@echometry/contract/records/comment.ts';
import { commentText } from '@echometry/contract/rules/comments.ts';
import { initials } from '@echometry/contract/rules/initials.ts';
import { isBlind, maySave } from '@echometry/contract/rules/permissions.ts';
import { KEY_IMAGE, MAX_KEY_IMAGES } from '@echometry/contract/rules/report-entries.ts';
import type { Caller } from '../access/caller.ts';
import { commentScopeOf, ownCommentsOf, scoreScopeOf } from '../access/comment-scope.ts';
import { shownId } from '../access/blinding.ts';
import { type ProjectAccess, projectByName, studyIn, workScopeOf } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';
import {
  addComment,
  type CommentRow,
  commentsOfStudy,
  countKeyImages,
  findComment,
  newestOfChats,
  newestOfText,
  removeComments,
  resolveComment,
  restoreComment,
  scoresOfProject,
} from '../db/comments.ts';
import type { WorkScope } from '../db/analyses.ts';
import { filenamesOfStudy } from '../db/files.ts';
import type { StudyRecord } from '../db/studies.ts';
import { currentPass } from '../db/work-lines.ts';
import { requireOwn } from '../access/read-caller.ts';
import type { ContextOf, Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

const storedComment = (row: CommentRow, studyId: string): StoredComment => ({
  id: row.id,
  date: row.created_at,
  user: row.user,
  initials: initials({ ...row, email: row.user }),
  content: row.content,
  type: row.type,
  study_id: studyId,
  instance_id: row.instance_id,
  image_filename: row.image_filename,
  image_label: row.image_label,
  anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as CommentAnchor),
  resolved: row.resolved === 1,
  review: row.review === 1,
  editor: row.editor,
});

type NewComment = BodyOf<typeof CALLS.commentsCreate>['comment'];

/** The text, which has two names in the specification. */
function textOf({ content, text }: NewComment): string {
  if (content !== undefined && text !== undefined && content !== text) throw invalidField('comment.text', 'Differs from content');
  const given = content ?? text;
  if (given === undefined) throw invalidField('comment.content', 'Missing field comment.content');
  return commentText(given);
}

/** Written by the caller, in the role they act in. */
const isOwn = (row: CommentRow, caller: Caller, access: ProjectAccess): boolean =>
  row.author_id === caller.user.id && row.role === access.role;

async function imageOf({ db }: Services, study: StudyRecord, filename: string, scope: WorkScope): Promise<string> {
  for (const [instanceId, name] of await filenamesOfStudy(db.query, study.id, scope)) if (name === filename) return instanceId;
  throw invalidField('comment.image_filename', 'is not an image of this study');
}

/** Whose work a comment is about: the caller's own, or for a Reviewer the work of an editor whose analysis they see. */
async function workOf(services: Services, caller: Caller, access: ProjectAccess, study: StudyRecord, editor: string | undefined) {
  if (caller.role !== 'Reviewer') {
    if (editor !== undefined) requireOwn(caller, editor);
    return { editor_id: caller.user.id, blind: isBlind(caller.role) ? 1 : 0 } as const;
  }
  const head = await visibleHead(services, caller, access, study.id, editor);
  if (head === undefined) throw invalidField('comment.editor', 'has no analysis of this study for you to review');
  return { editor_id: head.editor_id, blind: head.blind } as const;
}

const contentOf = (row: Pick<CommentRow, 'author_id' | 'role' | 'instance_id' | 'type' | 'content' | 'anchor'>) => [
  row.author_id,
  row.role,
  row.instance_id,
  row.type,
  row.content,
  row.anchor,
];

async function create(
  services: Services,
  { body: { comment, update, db_name }, caller }: ContextOf<'commentsCreate'>,
): Promise<AnswerOf<typeof CALLS.commentsCreate>> {
  const { query } = services.db;
  const access = await projectByName(services, caller, db_name);
  const study = await studyIn(services, access, comment.study_id, 'comment.study_id');
  const content = textOf(comment);
  const instance_id = await imageOf(services, study, comment.image_filename, workScopeOf(caller, access));
  const work = await workOf(services, caller, access, study, comment.editor);
  if (content === '') return { comment: null };
  const row = {
    study_id: study.id,
    id: comment.id ?? randomUUID(),
    instance_id,
    image_filename: comment.image_filename,
    ...work,
    pass: await currentPass(query, { studyId: study.id, editorId: work.editor_id, blind: work.blind }),
    author_id: caller.user.id,
    role: access.role,
    created_at: services.now(),
    type: comment.type,
    content,
    image_label: comment.image_label ?? null,
    anchor: comment.anchor == null ? null : JSON.stringify(comment.anchor),
    review: caller.role === 'Reviewer' ? 1 : 0,
  } as const;
  if (
    row.type === KEY_IMAGE &&
    (await findComment(query, study.id, row.id)) === undefined &&
    (await countKeyImages(query, row)) >= MAX_KEY_IMAGES
  )
    throw invalidField('comment.type', `A report has ${MAX_KEY_IMAGES} key images at most. Remove one first`);
  const added = await addComment(query, row, update === true);
  const stored = await findComment(query, study.id, row.id);
  if (stored === undefined) throw new Error('A comment that was stored is gone');
  if (!added && !isDeepStrictEqual(contentOf(stored), contentOf(row)))
    throw invalidField('comment.id', 'This id was used for another comment. Nothing was stored: send it again under a new one');
  return { comment: storedComment(stored, comment.study_id) };
}

async function get(services: Services, { body, caller }: ContextOf<'commentsGet'>): Promise<AnswerOf<typeof CALLS.commentsGet>> {
  const { query } = services.db;
  const access = await projectByName(services, caller, body.db_name);
  const study = await studyIn(services, access, body.study_id, 'study_id');
  const { image_filename, type, list } = body;
  const choice = { study_id: study.id, scope: commentScopeOf(caller), reportsOf: workScopeOf(caller, access), image_filename, type };
  const toStored = (rows: readonly CommentRow[]) => rows.map((row) => storedComment(row, body.study_id));
  if (list === undefined) return { comments: toStored(await commentsOfStudy(query, choice).execute()) };
  const { rows, older } = await newestOfChats(query, choice, list);
  return { comments: toStored(rows), older };
}

async function remove(services: Services, { body, caller }: ContextOf<'commentsRemove'>): Promise<AnswerOf<typeof CALLS.commentsRemove>> {
  const { query } = services.db;
  requireOwn(caller, body.user);
  const access = await projectByName(services, caller, body.db_name);
  const author = { userId: caller.user.id, role: access.role, blind: isBlind(caller.role) ? 1 : 0 } as const;
  if ((body.id === undefined) !== (body.study_id === undefined))
    throw invalidField(body.id === undefined ? 'id' : 'study_id', 'A comment is named by its study and its id, or by its text only');
  if (body.id === undefined || body.study_id === undefined) {
    const newest = await newestOfText(query, access.id, author, commentText(body.text));
    return { removed: newest === undefined ? 0 : await removeComments(query, [newest], services.now()) };
  }
  const study = await studyIn(services, access, body.study_id, 'study_id');
  const found = await findComment(query, study.id, body.id);
  // Another person's comment is treated like a missing one: ids reveal nothing.
  if (found === undefined || !isOwn(found, caller, access)) return { removed: 0 };
  return { removed: await removeComments(query, [found], services.now()) };
}

async function removeType(
  services: Services,
  { body, caller }: ContextOf<'commentsRemoveType'>,
): Promise<AnswerOf<typeof CALLS.commentsRemoveType>> {
  const { query } = services.db;
  requireOwn(caller, body.user);
  const access = await projectByName(services, caller, body.db_name);
  const study = await studyIn(services, access, body.study_id, 'study_id');
  const rows = await commentsOfStudy(query, { study_id: study.id, scope: ownCommentsOf(caller) })
    .where('image_comment.role', '=', access.role)
    .where('image_comment.image_filename', '=', body.image_filename)
    .where('image_comment.type', 'in', body.types)
    .execute();
  return { removed: await removeComments(query, rows, services.now()) };
}

async function resolve(
  services: Services,
  { body, caller }: ContextOf<'commentsResolve'>,
): Promise<AnswerOf<typeof CALLS.commentsResolve>> {
  const { query } = services.db;
  const access = await projectByName(services, caller, body.db_name);
  const study = await studyIn(services, access, body.study_id, 'study_id');
  const found = await findComment(query, study.id, body.id);
  const isOnOwnWork = found?.editor_id === caller.user.id && found.blind === (isBlind(caller.role) ? 1 : 0) && maySave(caller.role);
  if (found === undefined || !(isOwn(found, caller, access) || isOnOwnWork)) return { changed: 0 };
  return { changed: (await resolveComment(query, found, body.resolved ? 1 : 0)) ? 1 : 0 };
}

async function restore(
  services: Services,
  { body, caller }: ContextOf<'commentsRestore'>,
): Promise<AnswerOf<typeof CALLS.commentsRestore>> {
  const { query } = services.db;
  requireOwn(caller, body.user);
  const access = await projectByName(services, caller, body.db_name);
  const study = await studyIn(services, access, body.study_id, 'study_id');
  const found = await findComment(query, study.id, body.id);
  if (found === undefined || !isOwn(found, caller, access)) return { restored: 0 };
  return { restored: (await restoreComment(query, found)) ? 1 : 0 };
}

async function allScores(services: Services, { body, caller }: ContextOf<'scoresGetAll'>): Promise<AnswerOf<typeof CALLS.scoresGetAll>> {
  const access = await projectByName(services, caller, body.db_name);
  const rows = await scoresOfProject(services.db.query, access.id, scoreScopeOf(caller)).execute();
  return { scores: rows.map((row) => ({ ...storedComment(row, shownId(services, access, row.study_name)), blind: row.blind === 1 })) };
}

type CommentCalls =
  | 'commentsCreate'
  | 'commentsGet'
  | 'commentsRemove'
  | 'commentsRemoveType'
  | 'commentsResolve'
  | 'commentsRestore'
  | 'scoresGetAll';

/** Comments and score entries: rows that only these calls write. The caller is the writer, whatever a payload has. */
export const commentHandlers = (services: Services): Pick<Handlers, CommentCalls> => ({
  commentsCreate: (context) => create(services, context),
  commentsGet: (context) => get(services, context),
  commentsRemove: (context) => remove(services, context),
  commentsRemoveType: (context) => removeType(services, context),
  commentsResolve: (context) => resolve(services, context),
  commentsRestore: (context) => restore(services, context),
  scoresGetAll: (context) => allScores(services, context),
});
