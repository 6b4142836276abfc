/** How certain exported reviews are: open points at the end, later saves of the editor, and a consensus of two reviews. */
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { csvRows, unzipped } from '../../test/exported.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { PROJECT, SCOPE } from '../../test/world.ts';
import { findProject } from '../db/projects.ts';
import { archivePath } from './archive-path.ts';
import { runExport } from './run-export.ts';

const SECOND = 'second-reviewer@test';
const THIRD = 'third-reviewer@test';
const REASON = 'The second image was judged elsewhere.';

describe.each(databases())('an export of reviews on $name', ({ seeded }) => {
  let at: ReviewWorld;
  let engine: EngineClient;
  let exportsFolder: string;
  let made = 0;
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded());
    engine = await createEngine({ workers: 1 });
    exportsFolder = await temporaryFolder('exports');
    await at.edit();
    await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
  });
  afterAll(async () => {
    await engine?.close();
    await at?.world.close();
  });

  /** Finishes a review: the first image is validated, and the second one by choice. */
  const finish = async (email: string, validated: boolean, reason?: string): Promise<void> => {
    at.world.now += 1000;
    const review = [at.image(0, { validated: true }), at.image(1, { validated })];
    const body = { id: at.id, editor: EDITOR, ...SCOPE, control: false, review, missing_images: [], ...(reason && { reason }) };
    const { status } = await at.world.call(CALLS.reviewsValidate, { token: await at.world.tokenOf(email, 'Reviewer'), body });
    expect(status).toBe(200);
  };
  const exported = async (request: Partial<ExportRequest> = {}) => {
    const { db, objects } = at.world;
    const id = `reviews-${(made += 1)}`;
    const geometryFile = path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm');
    await runExport(
      { db, engine, objects, geometryFile, exportsFolder },
      {
        id,
        projectId: (await findProject(db.query, { key: PROJECT._id }))!.id,
        project: PROJECT._id,
        request: { ...defaultExport('measurements'), data: 'review', ...request },
        now: () => at.world.now,
        signal: new AbortController().signal,
        progress: () => undefined,
        log: () => undefined,
      },
    );
    const files = await unzipped(archivePath(exportsFolder, id));
    const textOf = (name: string): string => files.get(name)?.toString('utf8') ?? '';
    return {
      reviews: csvRows(textOf('analyses.csv')),
      images: csvRows(textOf('images.csv')),
      leftOut: csvRows(textOf('left_out.csv')),
      textOf,
    };
  };
  const BY = ['reviewer', 'review_state', 'changed_since', 'consensus_of', 'finished_with_reason'] as const;
  const byReviewer = (a: Record<string, string>, b: Record<string, string>): number => (a['reviewer']! < b['reviewer']! ? -1 : 1);
  const certainty = (rows: Record<string, string>[]): string[][] =>
    rows.toSorted(byReviewer).map((row) => BY.map((column) => row[column]!));

  it('has the reason for an end with open points, and confirmed images only unless asked otherwise', async () => {
    await finish(REVIEWER, false, REASON);
    const { reviews, images, textOf } = await exported();
    expect(certainty(reviews)).toEqual([[REVIEWER, 'finished', 'false', '', REASON]]);
    expect(images.map((row) => [row['instance_id'], row['validated']])).toEqual([[at.image(0).instance_id, 'true']]);
    // One of each, in the singular.
    expect(textOf('README.md')).toContain('by Echometry: 1 study, 1 image, 0 values.');
    expect(textOf('README.md')).toContain('- validation: only images that the reviewer validated');

    const all = await exported({ validated_only: false });
    expect(new Map(all.images.map((row) => [row['instance_id'], row['validated']]))).toEqual(
      new Map([
        [at.image(0).instance_id, 'true'],
        [at.image(1).instance_id, 'false'],
      ]),
    );
    expect(all.textOf('README.md')).toContain('- validation: images with and without validation; see the column validated');
  });

  it('has a consensus in the place of the reviews that it settles, which are listed as left out', async () => {
    await finish(SECOND, true);
    expect(certainty((await exported()).reviews)).toEqual([
      [REVIEWER, 'finished', 'false', '', REASON],
      [SECOND, 'finished', 'false', '', ''],
    ]);
    await finish(THIRD, true);
    const { reviews, leftOut } = await exported();
    expect(certainty(reviews)).toEqual([[THIRD, 'consensus', 'false', `${REVIEWER} ${SECOND}`, '']]);
    const replaced = leftOut.filter((row) => row['instance_id'] === '').toSorted(byReviewer);
    expect(replaced.map((row) => [row['reviewer'], row['reason']])).toEqual(
      [REVIEWER, SECOND].map((reviewer) => [reviewer, 'a finished consensus review replaces it']),
    );
  });

  it('reports that the editor saved after the review', async () => {
    await at.edit([at.image(0, { view: 'later' }), at.image(1), at.image(2)]);
    expect(certainty((await exported()).reviews)).toEqual([[THIRD, 'consensus', 'true', `${REVIEWER} ${SECOND}`, '']]);
  });
});
