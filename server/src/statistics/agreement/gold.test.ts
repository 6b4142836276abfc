/** A consensus of two reviews becomes a gold case, and readers are compared with it as it was then. */
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../../test/review-world.ts';
import { emailOf, SCOPE } from '../../../test/world.ts';
import { namedVersions } from '../../db/kept-versions.ts';
import { readReaderReport, replaceReaderReports } from '../../db/reader-reports.ts';
import { gatherSubjects } from './gather.ts';
import { readerReports } from './reader-reports.ts';

const SECOND = 'second-reviewer@test';
const THIRD = 'third-reviewer@test';
const BLIND = emailOf('Ground-truth generator');
const blindReader: Reader = { editor: BLIND, reviewer: null, blind: true, pass: 1 };
const db_name = SCOPE.db_name;

describe.each(databases())('gold cases on $name', ({ seeded }) => {
  let at: ReviewWorld;
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1 });
    at = await ReviewWorld.make(await seeded());
    await at.edit();
    await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
    for (const [email, view] of [
      [REVIEWER, 'A4C'],
      [SECOND, 'A2C'],
    ] as const)
      await finish(email, view);
  });
  afterAll(async () => {
    await at.world.close();
    await engine.close();
  });

  const finish = async (email: string, view: string) => {
    at.world.now += 1000;
    const body = { id: at.id, editor: EDITOR, ...SCOPE, control: false, review: [at.image(0, { view }), at.image(1)], missing_images: [] };
    const { status } = await at.world.call(CALLS.reviewsValidate, { token: await at.world.tokenOf(email, 'Reviewer'), body });
    expect(status).toBe(200);
  };
  const candidates = async (email: string, role: 'Reviewer' | 'Admin' = 'Reviewer') =>
    (await at.world.call(CALLS.goldList, { token: await at.world.tokenOf(email, role), body: { db_name } })).answer.candidates;
  const mark = async (marked: boolean, email = THIRD, role: 'Reviewer' | 'Admin' = 'Reviewer') =>
    (
      await at.world.call(CALLS.goldMark, {
        token: await at.world.tokenOf(email, role),
        body: { id: at.id, editor: EDITOR, blind: false, reviewer: THIRD, marked, db_name },
      })
    ).answer.changed;
  const readers = async () =>
    (await at.world.call(CALLS.agreementReaders, { token: await at.tokenOf('Data scientist'), body: { db_name } })).answer.readers;
  const views = async (...compared: Reader[]) => {
    const { db, objects } = at.world;
    const { id } = await db.query.selectFrom('project').select('id').where('db_name', '=', db_name).executeTakeFirstOrThrow();
    const found = [];
    for await (const { readings } of gatherSubjects({ db, engine, objects, projectId: id, readers: compared, progress: () => undefined }))
      found.push(readings.map((image) => image?.view ?? null));
    return found;
  };

  it('are made from a finished consensus, by its reviewer or an Admin', async () => {
    expect(await candidates(THIRD)).toEqual([]);
    // Before there is a consensus nothing can be marked.
    expect(await mark(true)).toBe(0);
    await finish(THIRD, 'PLAX');
    expect(await candidates(THIRD)).toMatchObject([{ study_id: at.id, editor: EDITOR, reviewer: THIRD, gold: null }]);
    expect(await candidates(emailOf('Admin'), 'Admin')).toHaveLength(1);
    // Whose reviews it settles does not see it.
    expect(await candidates(SECOND)).toEqual([]);
    expect(await mark(true, SECOND)).toBe(0);
    expect(await mark(true)).toBe(1);
    expect(await mark(true)).toBe(0);
    expect(await candidates(THIRD)).toMatchObject([{ gold: { marked_by: THIRD, changed: false } }]);
  });

  it('are a reader that others are compared with, but for readings that the case was made from', async () => {
    expect((await readers())[0]).toEqual({ ...GOLD_READER, studies: 1 });
    await at.edit(
      [0, 1].map((n) => at.image(n, { view: `blind ${n}` })),
      [],
      'Ground-truth generator',
    );
    expect(await views(GOLD_READER, blindReader)).toEqual([
      ['PLAX', 'blind 0'],
      ['view 1', 'blind 1'],
    ]);
    expect(await views(GOLD_READER, { editor: EDITOR, reviewer: null, blind: false, pass: 1 })).toEqual([]);
    expect(await views(GOLD_READER, { editor: EDITOR, reviewer: REVIEWER, blind: false, pass: 1 })).toEqual([]);
    // As a further reader, such a reading has no part in the reliability.
    expect(await views(GOLD_READER, blindReader, { editor: EDITOR, reviewer: null, blind: false, pass: 1 })).toMatchObject([
      ['PLAX', 'blind 0', null],
      ['view 1', 'blind 1', null],
    ]);
  });

  it('judge readers over time, as do consensuses and other blind readers', async () => {
    const { db, objects } = at.world;
    const { id: projectId } = await db.query.selectFrom('project').select('id').where('db_name', '=', db_name).executeTakeFirstOrThrow();
    const reports = await readerReports({ db, engine, objects, projectId, engine_version: '1', progress: () => undefined });
    await replaceReaderReports(db.query, projectId, reports, at.world.now);
    expect((await readReaderReport(db.query, projectId, { reader: BLIND, blind: true, standard: 'gold' }))?.images).toBe(2);
    expect(reports.map(({ reader, blind, standard, studies }) => [reader, blind, standard, studies])).toEqual([
      // The Editor's work is what both were made from, and blind work is none of it.
      [EDITOR, 0, 'others', 1],
      [BLIND, 1, 'gold', 1],
      [BLIND, 1, 'consensus', 1],
      [BLIND, 1, 'others', 1],
    ]);
  });

  it('stay as they were when the review changes, until they are marked again', async () => {
    const token = await at.world.tokenOf(THIRD, 'Reviewer');
    const named = { id: at.id, editor: EDITOR, ...SCOPE };
    await at.world.call(CALLS.reviewsUnvalidate, { token, body: named });
    expect(await views(GOLD_READER, blindReader)).toMatchObject([['PLAX', 'blind 0'], {}]);
    await finish(THIRD, 'PSAX');
    expect(await candidates(THIRD)).toMatchObject([{ gold: { changed: true } }]);
    expect(await views(GOLD_READER, blindReader)).toMatchObject([['PLAX', 'blind 0'], {}]);
    // The version of the case is kept, whatever is pruned.
    const { query } = at.world.db;
    const gold = await query.selectFrom('gold_case').selectAll().where('ended_at', 'is', null).executeTakeFirstOrThrow();
    expect((await namedVersions(query, gold.study_id)).reviews).toContain(gold.version_id);
    expect(await mark(true)).toBe(1);
    expect(await views(GOLD_READER, blindReader)).toMatchObject([['PSAX', 'blind 0'], {}]);
  });

  it('are taken back, by an Admin too, and the audit names who and which version', async () => {
    expect(await mark(false, emailOf('Admin'), 'Admin')).toBe(1);
    expect(await mark(false)).toBe(0);
    expect((await readers()).some(({ editor }) => editor === GOLD_READER.editor)).toBe(false);
    const acts = await at.world.db.query.selectFrom('audit_entry').select(['act', 'role']).where('act', 'like', 'gold-%').execute();
    expect(acts).toEqual([
      { act: 'gold-marked', role: 'Reviewer' },
      { act: 'gold-marked', role: 'Reviewer' },
      { act: 'gold-ended', role: 'Admin' },
    ]);
  });
});
