import type { Kysely } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnalysisImage, Comment } from '@echometry/contract/generated/analysis-image.ts';
import { databases } from '../../../test/databases.ts';
import { emailOf, PROJECT, seedWorld } from '../../../test/world.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { saveAnalysis } from '../../analyses/save.ts';
import { openFolderStore } from '../../objects/store.ts';
import { connect, type Db } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { findUser } from '../users.ts';
import { createComments } from './0007-comments.ts';

describe.each(databases())('comments inside of stored documents, on $name', ({ fresh }) => {
  let db: Db;
  afterEach(() => db.close());

  it('become rows once: what the newest work holds is there, what only older work held is gone', async () => {
    db = connect(await fresh());
    await migrate(db);
    const { images } = await seedWorld(db, await openFolderStore(await temporaryFolder('objects')));
    const userOf = async (email: string) => (await findUser(db.query, email))!;
    const [editor, second, blind] = [
      await userOf(emailOf('Editor')),
      await userOf('editor2@test'),
      await userOf(emailOf('Ground-truth generator')),
    ];
    const commentBy = (user: string, content: string, date: number): Comment => ({
      date,
      user,
      initials: 'X',
      content,
      type: 'selection',
      study_id: null,
      image_filename: null,
      image_label: 'A4C',
    });
    let now = 100;
    // Versions as they were stored before comments were rows.
    const store = async (author: { id: number }, role: 'Editor' | 'Ground-truth generator', first: Partial<AnalysisImage>) => {
      const saved = await saveAnalysis(db, {
        studyId: 1,
        dataType: 'adult',
        project: PROJECT,
        author,
        role,
        scope: role === 'Editor' ? { see: 'shared' } : { see: 'own', userId: author.id },
        content: { kind: 'all', images: [{ ...images[0]!, ...first }, images[1]!] },
        missingImages: [],
        imagesSelected: 3,
        totalImages: 3,
        configVersions: {},
        engineVersion: null,
        saveId: null,
        requestSha256: null,
        baseVersion: undefined,
        now: (now += 1),
      });
      if (saved.kind !== 'saved') throw new Error('not saved');
    };
    const seen = commentBy(editor.person.email, 'seen', 1);
    const gone = commentBy(editor.person.email, 'gone', 2);
    const added = commentBy(second.person.email, 'added', 3);
    await store(editor, 'Editor', { comments: [seen, gone] });
    await store(second, 'Editor', { comments: [seen, added], comments_review: [commentBy('nobody@left', 'reviewed', 4)] });
    await store(editor, 'Editor', { comments: [seen, added], comments_review: [commentBy('nobody@left', 'reviewed', 4)] });
    await store(blind, 'Ground-truth generator', { comments: [commentBy(blind.person.email, 'blind', 5)] });
    const again = () => createComments(db.dialect).up(db.query as Kysely<unknown>);
    await again();
    await again();
    const rows = await db.query.selectFrom('image_comment').selectAll().orderBy('created_at').execute();
    expect(rows.map((row) => [row.content, row.author_id, row.editor_id, row.blind, row.review, row.created_at, row.deleted_at])).toEqual([
      ['seen', editor.id, editor.id, 0, 0, 1, null],
      ['gone', editor.id, editor.id, 0, 0, 2, 101],
      ['added', second.id, second.id, 0, 0, 3, null],
      // A person who has no account any more: who saved it stands for them.
      ['reviewed', editor.id, second.id, 0, 1, 4, null],
      ['blind', blind.id, blind.id, 1, 0, 5, null],
    ]);
    expect(rows[0]).toMatchObject({
      instance_id: images[0]!.instance_id,
      image_filename: images[0]!.filename,
      image_label: 'A4C',
      pass: 1,
    });
  });
});
