import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { MAX_DOCUMENT_BYTES } from '../document.ts';
import type { Dialect } from '../dialect.ts';

interface Tables {
  user_account: { id: number; email: string };
  image_file: { study_id: number; instance_id: string; filename: string };
  analysis_head: { version_id: number };
  analysis_version: {
    id: number;
    study_id: number;
    editor_id: number;
    author_id: number;
    role: string;
    blind: number;
    created_at: number;
    document: Uint8Array;
    sha256: string;
    format: number;
  };
  image_document: { study_id: number; sha256: string; document: Uint8Array };
  image_comment: Row;
}

interface Row {
  study_id: number;
  id: string;
  instance_id: string;
  image_filename: string;
  editor_id: number;
  blind: number;
  pass: number;
  author_id: number;
  role: string;
  created_at: number;
  type: string;
  content: string;
  image_label: string | null;
  anchor: string | null;
  review: number;
  resolved: number;
  deleted_at: number | null;
}

interface Comment {
  date: number;
  user: string;
  content: string;
  type: string;
  image_label: string | null;
}

interface Image {
  instance_id: string;
  filename: string;
  comments?: Comment[];
  comments_review?: Comment[];
}

/** The JSON of a document; null for a damaged one, whose comments stay where they are. */
function jsonOf<T>({ document, sha256 }: { document: Uint8Array; sha256: string }): T | null {
  try {
    const json = gunzipSync(document, { maxOutputLength: MAX_DOCUMENT_BYTES });
    return createHash('sha256').update(json).digest('hex') === sha256 ? (JSON.parse(json.toString('utf8')) as T) : null;
  } catch {
    return null;
  }
}

/** The same comment in any version has the same id. */
const idOf = (image: Image, comment: Comment, blind: number, review: number): string =>
  createHash('sha256')
    .update(JSON.stringify([image.instance_id, comment.user, comment.date, comment.type, comment.content, blind, review]))
    .digest('hex')
    .slice(0, 32);

/**
 * Comments and score entries become rows. Those inside of stored documents are copied: comments of the newest work exist,
 * comments only in older versions were removed since. The documents stay as they are. May be run again.
 */
export const createComments = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const to = (target: string) => (c: ColumnDefinitionBuilder) => c.notNull().references(target);

  async function commentedImages(db: Kysely<Tables>, version: Tables['analysis_version'], empty: Set<string>): Promise<Image[]> {
    const manifest = jsonOf<{ images: Array<{ sha256: string }> }>(version);
    if (manifest === null || version.format < 2) return [];
    const images: Image[] = [];
    for (const { sha256 } of manifest.images) {
      if (empty.has(`${version.study_id} ${sha256}`)) continue;
      const row = await db
        .selectFrom('image_document')
        .select(['document', 'sha256'])
        .where('study_id', '=', version.study_id)
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      const image = row === undefined ? null : (jsonOf<{ image: Image }>(row)?.image ?? null);
      if (image !== null && ((image.comments?.length ?? 0) > 0 || (image.comments_review?.length ?? 0) > 0)) images.push(image);
      else empty.add(`${version.study_id} ${sha256}`);
    }
    return images;
  }

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await database.schema
        .createTable('image_comment')
        .ifNotExists()
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('id', 'text', required)
        .addColumn('instance_id', 'text', required)
        .addColumn('image_filename', 'text', required)
        .addColumn('editor_id', integer, to('user_account.id'))
        .addColumn('blind', integer, required)
        .addColumn('pass', integer, required)
        .addColumn('author_id', integer, to('user_account.id'))
        .addColumn('role', 'text', required)
        .addColumn('created_at', integer, required)
        .addColumn('type', 'text', required)
        .addColumn('content', 'text', required)
        .addColumn('image_label', 'text')
        .addColumn('anchor', 'text')
        .addColumn('review', integer, required)
        .addColumn('resolved', integer, required)
        .addColumn('deleted_at', integer)
        .addPrimaryKeyConstraint('image_comment_key', ['study_id', 'id'] as never)
        .execute();
      await database.schema
        .createIndex('image_comment_image')
        .ifNotExists()
        .on('image_comment')
        .columns(['study_id', 'instance_id'])
        .execute();
      const db = database as Kysely<Tables>;
      const people = new Map((await db.selectFrom('user_account').select(['id', 'email']).execute()).map(({ id, email }) => [email, id]));
      const heads = new Set((await db.selectFrom('analysis_head').select('version_id').execute()).map((row) => row.version_id));
      const empty = new Set<string>();
      const rows = new Map<string, Row>();
      for (let after = 0; ;) {
        const version = await db
          .selectFrom('analysis_version')
          .selectAll()
          .where('id', '>', after)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst();
        if (version === undefined) break;
        after = version.id;
        for (const image of await commentedImages(db, version, empty)) {
          for (const [review, comments] of [
            [0, image.comments ?? []],
            [1, image.comments_review ?? []],
          ] as const) {
            for (const comment of comments) {
              const id = idOf(image, comment, version.blind, review);
              const known = rows.get(`${version.study_id} ${id}`);
              const gone = heads.has(version.id) || known?.deleted_at === null ? null : version.created_at;
              rows.set(`${version.study_id} ${id}`, {
                study_id: version.study_id,
                id,
                instance_id: image.instance_id,
                image_filename: image.filename,
                editor_id: known?.editor_id ?? version.editor_id,
                blind: version.blind,
                pass: 1,
                author_id: people.get(comment.user) ?? version.author_id,
                role: known?.role ?? version.role,
                created_at: comment.date,
                type: comment.type,
                content: comment.content,
                image_label: comment.image_label,
                anchor: null,
                review,
                resolved: 0,
                deleted_at: gone,
              });
            }
          }
        }
      }
      for (const row of rows.values())
        await db
          .insertInto('image_comment')
          .values(row)
          .onConflict((conflict) => conflict.columns(['study_id', 'id']).doNothing())
          .execute();
    },
  };
};
