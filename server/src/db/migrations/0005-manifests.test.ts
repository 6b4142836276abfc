import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { PROJECT, seedWorld } from '../../../test/world.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { saveAnalysis } from '../../analyses/save.ts';
import { readDocument } from '../../analyses/read.ts';
import { openFolderStore } from '../../objects/store.ts';
import { scrub } from '../../upkeep/scrub/scrub.ts';
import { connect, type Db } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { createManifests } from './0005-manifests.ts';

/** A version as it was stored before there were manifests. */
const whole = (images: readonly object[]) => {
  const json = Buffer.from(JSON.stringify({ format: 1, images, missing_images: ['SAX'] }));
  return { format: 1, document: gzipSync(json), sha256: createHash('sha256').update(json).digest('hex') };
};

describe.each(databases())('versions stored before there were manifests, on $name', ({ fresh }) => {
  let db: Db;
  afterEach(() => db.close());

  async function before() {
    db = connect(await fresh());
    await migrate(db);
    const objects = await openFolderStore(await temporaryFolder('objects'));
    const { images } = await seedWorld(db, objects);
    const add = async (row: { format: number; document: Uint8Array; sha256: string }): Promise<number> =>
      (
        await db.query
          .insertInto('analysis_version')
          .values({
            study_id: 1,
            editor_id: 1,
            author_id: 1,
            parent_id: null,
            role: 'Editor',
            blind: 0,
            created_at: 1,
            save_id: null,
            config_versions: '{"echo_measurements":3}',
            engine_version: null,
            study_state: 'Valid',
            restored_from: null,
            request_sha256: null,
            ...row,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const again = () => createManifests(db.dialect).up(db.query as Kysely<unknown>);
    return { images, add, again, objects };
  }

  it('become manifests: the same images, each stored once', async () => {
    const { images, add, again, objects } = await before();
    const [a, b, c] = images;
    const changed = { ...b!, view: 'A2C' };
    const made = (image: object | undefined) => ({ ...image, config_versions: { echo_measurements: 3 } });
    const first = await add(whole([a!, b!, c!]));
    const second = await add(whole([c!, changed, a!]));
    await again();
    expect((await readDocument({ db }, first)).document).toEqual({ images: [a, b, c].map(made), missing_images: ['SAX'] });
    expect((await readDocument({ db }, second)).document).toEqual({ images: [a, changed, c].map(made), missing_images: ['SAX'] });
    expect(await db.query.selectFrom('image_document').select('sha256').execute()).toHaveLength(4);
    expect((await scrub({ db, objects }, { signal: new AbortController().signal })).faults).toEqual([]);
  });

  it('are built on by a save of changes', async () => {
    const { images, add, again } = await before();
    const [a, b] = images;
    const version = await add(whole([{ ...a!, type: 'T', view: 'V', reference: true, is_segmented: true }, b!]));
    const facts = {
      version_id: version,
      updated_at: 1,
      study_state: 'Valid',
      validated: 0,
      qc: 0,
      selected: 0,
      annotated: 0,
      segmented_dop: 0,
    } as const;
    await db.query
      .insertInto('analysis_head')
      .values({
        study_id: 1,
        editor_id: 1,
        blind: 0,
        pass: 1,
        ...facts,
        segmented_2d: 0,
        segmented_bio: 0,
        measured: 0,
        images_selected: 0,
        images_calibrated: 0,
        images_segmented: 0,
        total_images: 3,
      })
      .execute();
    await again();
    const saved = await saveAnalysis(db, {
      studyId: 1,
      dataType: 'adult',
      project: PROJECT,
      author: { id: 1 },
      role: 'Editor',
      scope: { see: 'shared' },
      content: { kind: 'changes', images: [{ ...b!, view: 'PLAX' }], removed: [] },
      missingImages: [],
      imagesSelected: 3,
      totalImages: 3,
      configVersions: { echo_measurements: 4 },
      engineVersion: null,
      saveId: null,
      requestSha256: null,
      baseVersion: version,
      now: 2,
    });
    if (saved.kind !== 'saved') throw new Error('not saved');
    const { images: read } = (await readDocument({ db }, saved.version)).document;
    expect(read.map((i) => i.view)).toEqual(['V', 'PLAX']);
    // Untouched images keep their configuration.
    expect(read.map((i) => i.config_versions)).toEqual([{ echo_measurements: 3 }, { echo_measurements: 4 }]);
    const head = await db.query.selectFrom('analysis_head').selectAll().where('version_id', '=', saved.version).executeTakeFirstOrThrow();
    expect(head).toMatchObject({ images_segmented: 1, selected: 1 });
  });

  it('are converted once: an interrupted conversion continues where it was', async () => {
    const { images, add, again } = await before();
    const first = await add(whole(images));
    await again();
    const row = () =>
      db.query.selectFrom('analysis_version').select(['format', 'sha256']).where('id', '=', first).executeTakeFirstOrThrow();
    const converted = await row();
    // Cut off after the documents of a version, before its manifest.
    const second = await add(whole([{ ...images[0]!, view: 'A4C' }]));
    await again();
    await again();
    expect(await row()).toEqual(converted);
    expect((await readDocument({ db }, second)).document.images).toEqual([
      { ...images[0], view: 'A4C', config_versions: { echo_measurements: 3 } },
    ]);
  });

  it('stay what they are when they are damaged, and are reported', async () => {
    const { images, add, again, objects } = await before();
    const broken = await add({ ...whole(images), sha256: 'f'.repeat(64) });
    await again();
    await expect(readDocument({ db }, broken)).rejects.toThrow(`Version ${broken} of the analysis is damaged`);
    expect((await scrub({ db, objects }, { signal: new AbortController().signal })).faults).toMatchObject([
      { what: 'analysis', version: broken },
    ]);
  });
});
