import { type CommentListQuery, type OlderComments, SCORE_TYPES } from '@echometry/contract/records/comment.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { type Expression, expressionBuilder, type Kysely, type Selectable, sql, type SqlBool } from 'kysely';
import { KEY_IMAGE, REPORT_TYPES } from '@echometry/contract/rules/report-entries.ts';
import type { WorkScope } from './analyses.ts';
import type { Database, ImageCommentTable } from './schema.ts';

type Query = Kysely<Database>;

export type CommentRow = Selectable<ImageCommentTable> & {
  user: string;
  name: string;
  family_names: string;
  editor: string;
};

/**
 * Comments that a person reads: their own of shared or blind work, their own in reviews, or all except test users', on blind work
 * only on request.
 */
export type CommentScope =
  | { see: 'own'; userId: number; blind: 0 | 1 }
  | { see: 'reviewing'; userId: number }
  | { see: 'all'; blindToo?: true };

const comments = (query: Query) =>
  query
    .selectFrom('image_comment')
    .innerJoin('user_account as author', 'author.id', 'image_comment.author_id')
    .innerJoin('user_account as editor', 'editor.id', 'image_comment.editor_id')
    .selectAll('image_comment')
    .select(['author.email as user', 'author.name', 'author.family_names', 'editor.email as editor'])
    .orderBy('image_comment.created_at')
    .orderBy('image_comment.id');

/** Comments of a study: all in a scope, or the comments of an image, of a type. */
export interface CommentChoice {
  study_id: number;
  scope: CommentScope;
  /** Also the report's entries on the work of this scope. */
  reportsOf?: WorkScope | undefined;
  image_filename?: string | undefined;
  type?: string | undefined;
}

/** Conditions only on comments, so that counting them reads no other table for each. */
const on = expressionBuilder<Database, 'image_comment'>();

/** Written by no test user, of the workspace or of the study's project. */
const isOfUsers = sql<boolean>`(image_comment.author_id not in (select id from user_account where is_test = 1)
  and not exists (select 1 from project_test_user tester inner join study tested on tested.project_id = tester.project_id
    where tested.id = image_comment.study_id and tester.user_id = image_comment.author_id))`;

/** Written in the pass its editor works in now: there is none later, and none is earlier than the first. */
const isOfCurrentPass = sql<boolean>`not exists (select 1 from work_line later where later.study_id = image_comment.study_id
  and later.editor_id = image_comment.editor_id and later.blind = image_comment.blind and later.pass > image_comment.pass)`;

function inScope(scope: CommentScope): Expression<SqlBool> {
  if (scope.see === 'own')
    return on.and([on('image_comment.author_id', '=', scope.userId), on('image_comment.blind', '=', scope.blind), isOfCurrentPass]);
  if (scope.see === 'reviewing') return on.and([on('image_comment.author_id', '=', scope.userId), on('image_comment.review', '=', 1)]);
  return scope.blindToo ? isOfUsers : on.and([isOfUsers, on('image_comment.blind', '=', 0)]);
}

/** Entries of the report that belong to work the reader sees: a report is read with its conclusion. */
function inReportsOf(scope: WorkScope): Expression<SqlBool> {
  const isOfWork =
    scope.see === 'shared'
      ? on('image_comment.blind', '=', 0)
      : scope.see === 'assigned' && scope.editors.length > 0
        ? on(
            'image_comment.editor_id',
            'in',
            on.selectFrom('user_account').select('user_account.id').where('user_account.email', 'in', scope.editors),
          )
        : on.lit(false);
  return on.and([on('image_comment.type', 'in', REPORT_TYPES), on('image_comment.review', '=', 0), isOfWork, isOfUsers, isOfCurrentPass]);
}

/** Comments that are there and in a scope. */
const isSeen = (scope: CommentScope, reportsOf?: WorkScope) =>
  on.and([
    on('image_comment.deleted_at', 'is', null),
    reportsOf === undefined ? inScope(scope) : on.or([inScope(scope), inReportsOf(reportsOf)]),
  ]);

const isChosen = ({ study_id, scope, reportsOf, image_filename, type }: CommentChoice) =>
  on.and([
    on('image_comment.study_id', '=', study_id),
    isSeen(scope, reportsOf),
    ...(image_filename === undefined ? [] : [on('image_comment.image_filename', '=', image_filename)]),
    ...(type === undefined ? [] : [on('image_comment.type', '=', type)]),
  ]);

/** Comments of a study that are there. */
export const commentsOfStudy = (query: Query, choice: CommentChoice) => comments(query).where(isChosen(choice));

/** An anchored comment that is not resolved. */
const isOpen = sql<boolean>`(image_comment.anchor is not null and image_comment.resolved = 0)`;
const isOpenRow = ({ anchor, resolved }: CommentRow): boolean => anchor !== null && resolved === 0;

const isBefore = ({ date, id }: NonNullable<CommentListQuery['before']>) =>
  sql<boolean>`(image_comment.created_at, image_comment.id) < (cast(${date} as bigint), cast(${id} as text))`;

/** Comments of a study that are asked for, without their texts. */
const asked = (query: Query, choice: CommentChoice, before: CommentListQuery['before']) => {
  const chosen = query.selectFrom('image_comment').where(isChosen(choice));
  return before === undefined ? chosen : chosen.where(isBefore(before));
};

/** Of each chat: how many comments it has, and how many of them are open. */
const chatsOf = (query: Query, choice: CommentChoice, before: CommentListQuery['before']) =>
  asked(query, choice, before)
    .select(['image_comment.image_filename', 'image_comment.type'])
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(count(case when ${isOpen} then 1 end) as bigint)`.as('open'),
    ])
    .groupBy(['image_comment.image_filename', 'image_comment.type'])
    .execute();

/** When the last comment of a chat was written that is read of its newest. */
async function sinceOf(
  query: Query,
  choice: CommentChoice,
  { limit, before }: CommentListQuery,
  { image_filename, type }: Pick<OlderComments, 'image_filename' | 'type'>,
): Promise<number> {
  const last = await asked(query, { ...choice, image_filename, type }, before)
    .select('image_comment.created_at')
    .orderBy('image_comment.created_at', 'desc')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return last?.created_at ?? 0;
}

/**
 * The newest comments of each chat of a study, oldest first, and how many come before them. Chats are counted first; where one is
 * longer than the limit, the time of the last one is looked up by a separate statement: within one statement both databases may
 * look it up again for every comment, which takes minutes for thousands.
 */
export async function newestOfChats(
  query: Query,
  choice: CommentChoice,
  asking: CommentListQuery,
): Promise<{ rows: CommentRow[]; older: OlderComments[] }> {
  const { limit, before } = asking;
  const counted = await chatsOf(query, choice, before);
  const isOf = ({ image_filename, type }: Pick<OlderComments, 'image_filename' | 'type'>) =>
    on.and([on('image_comment.image_filename', '=', image_filename), on('image_comment.type', '=', type)]);
  let found = comments(query).where(isChosen(choice));
  if (before !== undefined) found = found.where(isBefore(before));
  for (const long of counted.filter(({ count }) => count > limit)) {
    const since = await sinceOf(query, choice, asking, long);
    found = found.where(on.or([on.not(isOf(long)), on('image_comment.created_at', '>=', since)]));
  }
  const read = await found.execute();
  const nameOf = ({ image_filename, type }: Pick<OlderComments, 'image_filename' | 'type'>) => JSON.stringify([image_filename, type]);
  const counts = new Map(counted.map((chat) => [nameOf(chat), chat]));
  const chats = new Map<string, typeof read>();
  for (const row of read) {
    const chat = nameOf(row);
    chats.set(chat, chats.get(chat) ?? []);
    chats.get(chat)?.push(row);
  }
  // Comments of one instant may be more than were asked for.
  const newest = [...chats.values()].map((chat) => chat.slice(-limit));
  const older = newest.flatMap((rows) => {
    const { image_filename, type } = rows[0]!;
    // A chat that began after they were counted has none before.
    const { count, open } = counts.get(nameOf(rows[0]!)) ?? { count: 0, open: 0 };
    const left = count - rows.length;
    // Another user may have resolved or written one meanwhile.
    return left > 0 ? [{ image_filename, type, count: left, open: Math.max(0, open - rows.filter(isOpenRow).length) }] : [];
  });
  const kept = new Set(newest.flat());
  return { rows: read.filter((row) => kept.has(row)), older };
}

/** Score entries of a project that are there, with the name of their study. */
export const scoresOfProject = (query: Query, projectId: number, scope: CommentScope) =>
  comments(query)
    .where(isSeen(scope))
    .innerJoin('study', 'study.id', 'image_comment.study_id')
    .select('study.study_id as study_name')
    .where('study.project_id', '=', projectId)
    .where('image_comment.type', 'in', SCORE_TYPES);

/** How many key images a person has in the report of a study, about the same work. */
export async function countKeyImages(
  query: Query,
  { study_id, author_id, editor_id, blind, pass }: Pick<CommentRow, 'study_id' | 'author_id' | 'editor_id' | 'blind' | 'pass'>,
): Promise<number> {
  const { count } = await query
    .selectFrom('image_comment')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where((where) => where.and({ study_id, author_id, editor_id, blind, pass, type: KEY_IMAGE }))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A comment by its id, deleted ones too. */
export const findComment = (query: Query, studyId: number, id: string): Promise<CommentRow | undefined> =>
  comments(query).where('image_comment.study_id', '=', studyId).where('image_comment.id', '=', id).executeTakeFirst();

export type NewCommentRow = Omit<Selectable<ImageCommentTable>, 'resolved' | 'deleted_at'>;

/**
 * Stores a comment; false when one of its id is there. `instead` removes the author's earlier comments of its type on the image,
 * in the same role and about the same editor's work.
 */
export function addComment(query: Query, row: NewCommentRow, instead: boolean): Promise<boolean> {
  return query.transaction().execute(async (inside) => {
    const added = await inside
      .insertInto('image_comment')
      .values({ ...row, resolved: 0, deleted_at: null })
      .onConflict((conflict) => conflict.columns(['study_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) return false;
    if (instead) {
      await inside
        .updateTable('image_comment')
        .set({ deleted_at: row.created_at })
        .where('study_id', '=', row.study_id)
        .where('instance_id', '=', row.instance_id)
        .where('author_id', '=', row.author_id)
        .where('role', '=', row.role)
        .where('editor_id', '=', row.editor_id)
        .where('blind', '=', row.blind)
        .where('pass', '=', row.pass)
        .where('type', '=', row.type)
        .where('id', '!=', row.id)
        .where('deleted_at', 'is', null)
        .execute();
    }
    return true;
  });
}

/** Marks comments as removed; the rows stay. Returns how many were there. */
export async function removeComments(query: Query, keys: ReadonlyArray<{ study_id: number; id: string }>, now: number): Promise<number> {
  let removed = 0;
  for (const { study_id, id } of keys) {
    const row = await query
      .updateTable('image_comment')
      .set({ deleted_at: now })
      .where('study_id', '=', study_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) removed += 1;
  }
  return removed;
}

/** The author's newest comment of a text in a project, written in the role given. */
export const newestOfText = (
  query: Query,
  projectId: number,
  author: { userId: number; role: RoleName; blind: 0 | 1 },
  content: string,
): Promise<{ study_id: number; id: string } | undefined> =>
  query
    .selectFrom('image_comment')
    .innerJoin('study', 'study.id', 'image_comment.study_id')
    .select(['image_comment.study_id', 'image_comment.id'])
    .where('study.project_id', '=', projectId)
    .where('image_comment.author_id', '=', author.userId)
    .where('image_comment.role', '=', author.role)
    .where('image_comment.blind', '=', author.blind)
    .where('image_comment.content', '=', content)
    .where(isOfCurrentPass)
    .where('image_comment.deleted_at', 'is', null)
    .orderBy('image_comment.created_at', 'desc')
    .orderBy('image_comment.id', 'desc')
    .executeTakeFirst();

/** Resolves an anchored comment, or opens it again; false when it was so already, or cannot be. */
export async function resolveComment(query: Query, { study_id, id }: { study_id: number; id: string }, resolved: 0 | 1): Promise<boolean> {
  const row = await query
    .updateTable('image_comment')
    .set({ resolved })
    .where('study_id', '=', study_id)
    .where('id', '=', id)
    .where('anchor', 'is not', null)
    .where('resolved', '!=', resolved)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Restores a removed comment; false when it is there. */
export async function restoreComment(query: Query, { study_id, id }: { study_id: number; id: string }): Promise<boolean> {
  const row = await query
    .updateTable('image_comment')
    .set({ deleted_at: null })
    .where('study_id', '=', study_id)
    .where('id', '=', id)
    .where('type', 'not in', SCORE_TYPES)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
