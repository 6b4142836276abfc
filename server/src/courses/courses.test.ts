/** A course of a gold case: who gets it, who sees what of it and when, and what counts as independent afterwards. */
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import type { CoursePlan } from '@echometry/contract/records/course.ts';
import type { Tolerances } from '@echometry/contract/records/gold.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { inboxGroup } from '@echometry/contract/rules/inbox.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';
import { namedVersions } from '../db/kept-versions.ts';
import { engineOnDemand } from '../imports/engine-on-demand.ts';
import { gatherSubjects } from '../statistics/agreement/gather.ts';

const SECOND = 'second-reviewer@test';
const THIRD = 'third-reviewer@test';
const OTHER = 'other-blind@test';
const BLIND = emailOf('Ground-truth generator');
const TYPE = '4-chamber 2D';
const db_name = SCOPE.db_name;
const TOLERANCES: Tolerances = { values: [{ image_type: TYPE, name: 'EF', units: '%', most: 5 }], lines: [], marks: [] };

describe.each(databases())('courses on $name', ({ seeded }) => {
  let at: ReviewWorld;
  const engine = engineOnDemand(() => createEngine({ workers: 1 }));
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded(), {}, engine);
    await at.world.addPerson(SECOND, ['Reviewer'], { reviewsTo: [EDITOR] });
    await at.world.addPerson(THIRD, ['Reviewer'], { reviewsTo: [EDITOR, REVIEWER, SECOND] });
    await at.world.addPerson(OTHER, ['Ground-truth generator', 'Editor']);
    await at.edit([read(0, 50), read(1, 60)]);
    for (const email of [REVIEWER, SECOND, THIRD]) await finish(email);
  });
  afterAll(async () => {
    await at.world.close();
    await engine.close();
  });

  const token = (email: string, role: RoleName) => at.world.tokenOf(email, role);
  const blind = () => token(BLIND, 'Ground-truth generator');
  const read = (n: number, ef: number, more: Partial<AnalysisImage> = {}) =>
    at.image(n, { type: TYPE, view: 'A4C', measurements: [{ name: 'EF', type: 'EF', units: '%', value: [ef], aggregate: ef }], ...more });
  /** All finish with other values than the editor's: EF 55 and 65. */
  const finish = async (email: string) => {
    at.world.now += 1000;
    const body = { id: at.id, editor: EDITOR, ...SCOPE, control: false, review: [read(0, 55), read(1, 65)], missing_images: [] };
    expect((await at.world.call(CALLS.reviewsValidate, { token: await token(email, 'Reviewer'), body })).status).toBe(200);
  };
  const review = { editor: EDITOR, blind: false, reviewer: THIRD, db_name };
  const mark = async (more: Partial<BodyOf<typeof CALLS.goldMark>>, email = THIRD, role: RoleName = 'Reviewer') =>
    (await at.world.call(CALLS.goldMark, { token: await token(email, role), body: { id: at.id, ...review, marked: true, ...more } }))
      .answer;
  const goldOf = async (email: string, role: RoleName = 'Reviewer') =>
    (await at.world.call(CALLS.goldList, { token: await token(email, role), body: { db_name } })).answer.candidates[0]?.gold;
  const create = async (more: Partial<CoursePlan> = {}, dry_run = false) =>
    at.world.call(CALLS.coursesCreate, {
      token: await token(emailOf('Admin'), 'Admin'),
      body: {
        project: PROJECT._id,
        plan: { name: 'Apical views', cases: [at.id], order: 'given', readers: [BLIND], due_on: null, ...more },
        seed: 3,
        dry_run,
      },
    });
  const list = async (email: string, role: RoleName) =>
    (await at.world.call(CALLS.coursesList, { token: await token(email, role), body: { db_name } })).answer.courses;
  const feedback = async (email = BLIND, role: RoleName = 'Ground-truth generator', more: { reader?: string; id?: string } = {}) =>
    at.world.call(CALLS.coursesFeedback, { token: await token(email, role), body: { db_name, id: at.id, ...more } });
  /** The blind reader saves: EF 49 on the first image, nothing on the second. */
  const save = async (ef: number, state: 'Incomplete' | 'Valid') => {
    const version = await at.edit([read(0, ef, { reference: false })], [], 'Ground-truth generator');
    const { query } = at.world.db;
    await query.updateTable('analysis_head').set({ study_state: state }).where('blind', '=', 1).execute();
    await query.updateTable('study').set({ listed: 0 }).execute();
    return version;
  };
  const inbox = async () => (await at.world.call(CALLS.inboxGet, { token: await blind(), body: {} })).answer.entries;
  const efAgainstGold = async (reader: Reader) => {
    const { db, objects } = at.world;
    const { id: projectId } = await db.query.selectFrom('project').select('id').where('db_name', '=', db_name).executeTakeFirstOrThrow();
    return engine.during(async (running) => {
      const found = [];
      const gathering = { db, engine: running, objects, projectId, readers: [GOLD_READER, reader], progress: () => undefined };
      for await (const { readings } of gatherSubjects(gathering)) found.push(readings.map((image) => image?.measurements[0]?.aggregate));
      return found;
    });
  };
  const blindReader: Reader = { editor: BLIND, reviewer: null, blind: true, pass: 1 };

  it('need tolerances that are chosen when a case is marked, and that are kept with it', async () => {
    const body = { id: at.id, ...review };
    const offered = await at.world.call(CALLS.goldTolerances, { token: await token(THIRD, 'Reviewer'), body });
    expect(offered.answer.values).toMatchObject([{ image_type: TYPE, name: 'EF', units: '%', gold: 55, most: 7 }]);
    // A Reviewer whose review it settles does not see it.
    expect(await at.world.call(CALLS.goldTolerances, { token: await token(SECOND, 'Reviewer'), body })).toMatchObject({
      status: 400,
      error: { code: 'not-found' },
    });
    expect(await mark({ tolerances: TOLERANCES })).toEqual({ changed: 1 });
    expect(await mark({ tolerances: TOLERANCES })).toEqual({ changed: 0 });
    // A client that knows no tolerances leaves them as they are.
    expect(await mark({})).toEqual({ changed: 0 });
    expect(await goldOf(THIRD)).toMatchObject({ changed: false, tolerances: TOLERANCES });
    expect(await mark({ tolerances: null }, emailOf('Admin'), 'Admin')).toEqual({ changed: 1 });
    expect(await goldOf(emailOf('Admin'), 'Admin')).toMatchObject({ tolerances: null });
    expect(await mark({ tolerances: TOLERANCES })).toEqual({ changed: 1 });
    const bad = { values: [{ image_type: TYPE, name: 'EF', units: '%', most: 0 }], lines: [], marks: [] };
    expect(
      await at.world.call(CALLS.goldMark, {
        token: await token(THIRD, 'Reviewer'),
        body: { id: at.id, ...review, marked: true, tolerances: bad },
      }),
    ).toMatchObject({ status: 400 });
  });

  it('are refused for other roles, other studies and days that have passed', async () => {
    for (const [bad, field] of [
      [{ readers: [EDITOR] }, 'plan.readers'],
      [{ readers: ['nobody@test'] }, 'plan.readers'],
      [{ cases: ['99999_20200101'] }, 'plan.cases'],
      [{ due_on: '2020-01-01' }, 'plan.due_on'],
    ] as const)
      expect(await create(bad as Partial<CoursePlan>)).toMatchObject({ status: 400, error: { code: 'invalid-field', field } });
    expect(await list(emailOf('Admin'), 'Admin')).toEqual([]);
  });

  it('give a reader only cases that they are independent of', async () => {
    // A reader with the role who edited the study once.
    await at.world.db.query
      .updateTable('gold_case')
      .set({
        editor_id: (await at.world.db.query.selectFrom('user_account').select('id').where('email', '=', OTHER).executeTakeFirstOrThrow())
          .id,
      })
      .execute();
    expect((await create({ readers: [OTHER] }, true)).answer.readers).toEqual([{ email: OTHER, cases: 0, known: 1 }]);
    expect(await create({ readers: [OTHER] })).toMatchObject({ status: 400, error: { field: 'plan.readers' } });
    const editor = await at.world.db.query.selectFrom('user_account').select('id').where('email', '=', EDITOR).executeTakeFirstOrThrow();
    await at.world.db.query.updateTable('gold_case').set({ editor_id: editor.id }).execute();
    expect((await create({}, true)).answer.readers).toEqual([{ email: BLIND, cases: 1, known: 0 }]);
  });

  it('reveal nothing of a gold case that is not in a course of the reader', async () => {
    const ofGold = await feedback();
    expect(ofGold).toMatchObject({ status: 400, error: { code: 'not-found' } });
    // A study that does not exist gets the same response.
    expect((await feedback(BLIND, 'Ground-truth generator', { id: '99999_20200101' })).error).toEqual(ofGold.error);
    expect(await list(BLIND, 'Ground-truth generator')).toEqual([]);
  });

  it('are announced to their reader', async () => {
    expect((await create({ due_on: '2026-12-24' })).answer.readers).toEqual([{ email: BLIND, cases: 1, known: 0 }]);
    // The case is known now.
    expect(await create()).toMatchObject({ status: 400, error: { field: 'plan.readers' } });
    const [entry] = await inbox();
    expect(entry).toMatchObject({
      row: { study_id: at.id, course: { course: 'Apical views', position: 1, cases: 1, feedback_at: null } },
      assignment: { due_on: '2026-12-24' },
    });
    expect((await at.rows('Ground-truth generator'))[0]?.course).toMatchObject({ course: 'Apical views' });
    // Other roles do not see which studies are cases.
    for (const role of ['Editor', 'Reviewer', 'Viewer'] as const)
      expect((await at.rows(role)).filter(({ course }) => course !== undefined)).toEqual([]);
    expect(await list(BLIND, 'Ground-truth generator')).toMatchObject([
      { name: 'Apical views', readers: [{ reader: BLIND, cases: [{ study_id: at.id, state: 'to-do', feedback_at: null }], shares: [] }] },
    ]);
  });

  it('show feedback only to their reader, and only when the reading is complete', async () => {
    for (const state of ['begin', 'Incomplete'] as const) {
      if (state !== 'begin') await save(40, state);
      expect(await feedback()).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
    }
    await save(49, 'Valid');
    expect((await inbox()).map((entry) => inboxGroup(entry, at.world.now))).toEqual(['assigned']);
    // Others do not see it before its reader has.
    expect(await feedback(emailOf('Admin'), 'Admin', { reader: BLIND })).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
    expect(await feedback(OTHER)).toMatchObject({ status: 400 });
    expect(await feedback(OTHER, 'Ground-truth generator', { reader: BLIND })).toMatchObject({ status: 400 });
    expect(await feedback(EDITOR, 'Editor')).toMatchObject({ status: 403 });
  });

  it('state the differences, the rule of each value, and what was missed', async () => {
    const { status, answer } = await feedback();
    expect(status).toBe(200);
    expect(answer).toMatchObject({ course: { course: 'Apical views', position: 1, cases: 1 }, reader: BLIND, shown_at: at.world.now });
    const [first, second] = answer.images;
    expect(first).toMatchObject({
      state: 'compared',
      labels: [{ label: 'Reference image', own: 'no', gold: 'yes' }],
      values: [{ name: 'EF', own: 49, gold: 55, difference: -6, tolerance: 5, verdict: 'outside', rule: { kind: 'EF' } }],
    });
    // The registry of the engine gives the equation of an ejection fraction by its volumes.
    expect(first?.values[0]?.rule?.equation).toMatch(/EDV.*ESV/);
    expect(second).toMatchObject({ state: 'missed' });
    expect(answer.own).toHaveLength(1);
    expect(answer.gold.map(({ measurements, comments }) => [measurements, comments])).toEqual([
      [[], []],
      [[], []],
    ]);
    // No name of a person who made the case.
    const text = JSON.stringify(answer);
    for (const email of [EDITOR, REVIEWER, SECOND, THIRD]) expect(text).not.toContain(email);
    expect((await inbox()).map((entry) => inboxGroup(entry, at.world.now))).toEqual(['done']);
  });

  it('keep the reading as it was when its feedback was seen: later saves do not count', async () => {
    const seen = (await feedback()).answer;
    expect(await efAgainstGold(blindReader)).toEqual([[55, 49]]);
    at.world.now += 60_000;
    await save(55, 'Valid');
    expect(await efAgainstGold(blindReader)).toEqual([[55, 49]]);
    expect((await feedback()).answer).toEqual(seen);
    const { query } = at.world.db;
    const shown = await query.selectFrom('course_case').selectAll().executeTakeFirstOrThrow();
    expect((await namedVersions(query, shown.study_id)).analyses).toContain(shown.feedback_version);
    // A second pass begins after the reader saw the gold case.
    await at.world.call(CALLS.passesAssign, {
      token: await token(emailOf('Admin'), 'Admin'),
      body: { project: PROJECT._id, reader: BLIND, studies: [at.id] },
    });
    await save(55, 'Valid');
    expect(await efAgainstGold({ ...blindReader, pass: 2 })).toEqual([]);
    expect(await efAgainstGold(blindReader)).toEqual([[55, 49]]);
  });

  it('show their results to Admins and to Reviewers of the reader', async () => {
    const shares = [{ what: 'value', image_type: TYPE, name: 'EF', within: 0, judged: 1 }];
    for (const [email, role] of [
      [emailOf('Admin'), 'Admin'],
      [REVIEWER, 'Reviewer'],
      [BLIND, 'Ground-truth generator'],
    ] as const) {
      expect(await list(email, role)).toMatchObject([{ readers: [{ reader: BLIND, cases: [{ state: 'done' }], shares }] }]);
      expect((await feedback(email, role, { reader: BLIND })).status).toBe(200);
    }
    // Reviewers of others see nothing of this reader.
    expect(await list(SECOND, 'Reviewer')).toEqual([]);
    expect(await feedback(SECOND, 'Reviewer', { reader: BLIND })).toMatchObject({ status: 400 });
  });

  it('stay as they are when the gold case is taken back, and are in the audit', async () => {
    const before = (await feedback()).answer;
    expect(await mark({ marked: false })).toEqual({ changed: 1 });
    expect((await feedback()).answer).toEqual(before);
    const acts = await at.world.db.query.selectFrom('audit_entry').select(['act', 'role']).where('act', 'like', 'course-%').execute();
    expect(acts).toEqual([
      { act: 'course-created', role: 'Admin' },
      { act: 'course-feedback-shown', role: 'Ground-truth generator' },
    ]);
  });
});
