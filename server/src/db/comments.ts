import { type CommentListQuery, type OlderComments, SCORE_TYPES } from '@echometry/contract/records/comment.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type Database, type ImageCommentTable } from './schema.ts';
import { currentPassOf } from './work-lines.ts';

type Query = Kysely<Database>;

export type CommentRow = Selectable<ImageCommentTable> & {
  user: string;
  name: string;
  family_names: string;
  editor: string;
};

/**
 * Whose comments somebody reads: their own of shared or blind work, their own written in reviews, or those of all who are no
 * test users, on blind work only where asked for.
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

/** Written by a test user, of the workspace or of the study's project. */
const isByTester = sql<boolean>`(author.is_test = 1
  or exists (select 1 from project_test_user tester inner join study tested on tested.project_id = tester.project_id
    where tested.id = image_comment.study_id and tester.user_id = image_comment.author_id))`;

/** Comments that are there and in a scope. */
function seen(query: Query, scope: CommentScope) {
  const there = comments(query).where('image_comment.deleted_at', 'is', null);
  if (scope.see === 'own')
    return there
      .where('image_comment.author_id', '=', scope.userId)
      .where('image_comment.blind', '=', scope.blind)
      .where('image_comment.pass', '=', currentPassOf('image_comment'));
  if (scope.see === 'reviewing') return there.where('image_comment.author_id', '=', scope.userId).where('image_comment.review', '=', 1);
  const ofUsers = there.where(sql<boolean>`not ${isByTester}`);
  return scope.blindToo ? ofUsers : ofUsers.where('image_comment.blind', '=', 0);
}

/** Comments of a study that are there. */
export const commentsOfStudy = (query: Query, studyId: number, scope: CommentScope) =>
  seen(query, scope).where('image_comment.study_id', '=', studyId);

/** An anchored comment that is not resolved. */
const isOpen = sql<boolean>`(image_comment.anchor is not null and image_comment.resolved = 0)`;
const isOpenRow = ({ anchor, resolved }: CommentRow): boolean => anchor !== null && resolved === 0;

type Comments = ReturnType<typeof commentsOfStudy>;

const beforeOne = (all: Comments, { date, id }: NonNullable<CommentListQuery['before']>): Comments =>
  all.where(sql<boolean>`(image_comment.created_at, image_comment.id) < (cast(${date} as bigint), cast(${id} as text))`);

/** How many comments each chat has. */
const countByChat = (all: Comments) =>
  all
    .clearSelect()
    .clearOrderBy()
    .select(['image_comment.image_filename', 'image_comment.type'])
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(count(case when ${isOpen} then 1 end) as bigint)`.as('open'),
    ])
    .groupBy(['image_comment.image_filename', 'image_comment.type'])
    .execute();

/** The newest comments of each chat, oldest first. Places are given without the texts, which are read of these alone. */
const newestByChat = (query: Query, all: Comments, limit: number) => {
  const placed = all
    .clearSelect()
    .clearOrderBy()
    .select('image_comment.id')
    .select(
      sql<number>`row_number() over (partition by image_comment.image_filename, image_comment.type
        order by image_comment.created_at desc, image_comment.id desc)`.as('place'),
    );
  return all
    .where('image_comment.id', 'in', query.selectFrom(placed.as('placed')).select('placed.id').where('placed.place', '<=', limit))
    .execute();
};

/** The newest comments of each chat among some of a study, oldest first, and how many come before them. */
export async function newestOfChats(
  query: Query,
  all: Comments,
  { limit, before }: CommentListQuery,
): Promise<{ rows: CommentRow[]; older: OlderComments[] }> {
  const asked = before === undefined ? all : beforeOne(all, before);
  const [rows, counts] = await Promise.all([newestByChat(query, asked, limit), countByChat(asked)]);
  const older = counts.flatMap(({ image_filename, type, count, open }) => {
    const read = rows.filter((row) => row.image_filename === image_filename && row.type === type);
    const left = count - read.length;
    return left > 0 ? [{ image_filename, type, count: left, open: open - read.filter(isOpenRow).length }] : [];
  });
  return { rows, older };
}

/** Score entries of a project that are there, with the name of their study. */
export const scoresOfProject = (query: Query, projectId: number, scope: CommentScope) =>
  seen(query, scope)
    .innerJoin('study', 'study.id', 'image_comment.study_id')
    .select('study.study_id as study_name')
    .where('study.project_id', '=', projectId)
    .where('image_comment.type', 'in', SCORE_TYPES);

/** A comment by its id, deleted ones too. */
export const findComment = (query: Query, studyId: number, id: string): Promise<CommentRow | undefined> =>
  comments(query).where('image_comment.study_id', '=', studyId).where('image_comment.id', '=', id).executeTakeFirst();

export type NewCommentRow = Omit<Selectable<ImageCommentTable>, 'resolved' | 'deleted_at'>;

/**
 * Stores a comment; false when one of its id is there. `instead` takes away what the author wrote of its type on the image,
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

/** Marks comments as taken away; the rows stay. Returns how many were there. */
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
    .where('image_comment.pass', '=', currentPassOf('image_comment'))
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

/** Brings back a comment that was taken away; false when it is there. */
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
