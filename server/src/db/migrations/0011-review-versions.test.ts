import { Migrator, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, PROJECT, seedWorld } from '../../../test/world.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { openFolderStore } from '../../objects/store.ts';
import { editorsWork, readCopy } from '../../reviews/copy.ts';
import { saveAnalysis } from '../../analyses/save.ts';
import { connect, type Db } from '../connect.ts';
import { migrationsOf } from '../migrate.ts';
import { findReview } from '../reviews.ts';
import { findUser } from '../users.ts';

describe.each(databases())('reviews from before they had versions, on $name', ({ fresh }) => {
  let db: Db;
  afterEach(() => db.close());

  it('are the copy of the version they were finished on, whatever the editor saved after it', async () => {
    db = connect(await fresh());
    // Additions of later migrations exist already: the seed of today writes into it, and none of it is about reviews.
    const isOfReviews = (name: string): boolean =>
      (name >= '0011' && name < '0017') || ['0024-kept-versions', '0036-releases', '0046-issue-replies'].includes(name);
    const before = Object.entries(migrationsOf(db)).filter(([name]) => !isOfReviews(name));
    const migrator = (all: typeof before) =>
      new Migrator({
        db: db.query,
        provider: { getMigrations: async () => Object.fromEntries(all) },
        allowUnorderedMigrations: true,
      });
    expect((await migrator(before).migrateToLatest()).error).toBeUndefined();
    const { images } = await seedWorld(db, await openFolderStore(await temporaryFolder('objects')));
    const [editor, reviewer] = [(await findUser(db.query, emailOf('Editor')))!, (await findUser(db.query, emailOf('Reviewer')))!];
    const store = async (views: readonly string[]): Promise<number> => {
      const saved = await saveAnalysis(db, {
        studyId: 1,
        dataType: 'adult',
        project: PROJECT,
        author: editor,
        role: 'Editor',
        scope: { see: 'shared' },
        content: { kind: 'all', images: views.map((view, n) => ({ ...images[n]!, type: 'T', view, modality: '2D', reference: n < 2 })) },
        missingImages: [],
        imagesSelected: 3,
        totalImages: 3,
        configVersions: {},
        engineVersion: null,
        saveId: null,
        requestSha256: null,
        baseVersion: undefined,
        now: 1,
      });
      if (saved.kind !== 'saved') throw new Error('not saved');
      return saved.version;
    };
    const first = await store(['A4C', 'A2C', 'PLAX']);
    await sql`insert into review (study_id, editor_id, blind, reviewer_id, state, base_version, finished_version, created_at, updated_at, finished_at)
      values (1, ${editor.id}, 0, ${reviewer.id}, 'finished', ${first}, ${first}, 7, 8, 8)`.execute(db.query);
    expect((await migrator(Object.entries(migrationsOf(db))).migrateToLatest()).error).toBeUndefined();
    const second = await store(['SAX']);
    const review = await findReview(db.query, { studyId: 1, editorId: editor.id, blind: 0, reviewerId: reviewer.id });
    expect(review).toMatchObject({ state: 'finished', base_version: first, finished_version: first, version_id: null, study_state: null });
    const { manifest, baseVersion } = await readCopy(db.query, review, await editorsWork(db.query, 1, second));
    expect(baseVersion).toBe(first);
    expect(manifest.images.map(({ instance_id }) => instance_id)).toEqual([images[0]!.instance_id, images[1]!.instance_id]);
    expect(manifest.originals).toEqual(manifest.images);
  });
});
