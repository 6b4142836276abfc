import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AssignmentChange, AssignmentPlan } from '@echometry/contract/records/assignment.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { dayOf, inboxGroup } from '@echometry/contract/rules/inbox.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, PROJECT, SCOPE, World } from '../../test/world.ts';
import { beginRepeats } from './repeats.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');
const OTHER = 'other-blind@test';
const KINDS = ['adult', 'fetal', 'pediatric'] as const;
const STUDIES = 12;

describe.each(databases())('assignments on $name', ({ seeded }) => {
  let world: World;
  let admin: string;
  let blind: string;

  const addStudies = async () => {
    const { query } = world.db;
    const { id: project_id } = await query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow();
    for (let n = 0; n < STUDIES; n++) {
      const { id: patient_id } = await query
        .insertInto('patient')
        .values({ project_id, patient_key: `a${n}`, patient_show: `${n % 2 === 0 ? 'BCN' : 'LON'}-${n}`, date_shift_days: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await query
        .insertInto('study')
        .values({
          project_id,
          patient_id,
          study_id: `${patient_id}_20260203`,
          study_date: '20260203',
          study_instance_uid: `2.25.5.${n}`,
          data_type: KINDS[n % KINDS.length]!,
          study_type: null,
          code: null,
          active: 1,
          created_at: NOON,
        })
        .execute();
    }
  };
  beforeAll(async () => {
    world = await World.make(await seeded());
    await world.addPerson(OTHER, ['Ground-truth generator']);
    await addStudies();
    // Without requirements nothing would be left to do.
    await use({ image_requirements: [{ type: '4-chamber 2D', qc: true }] });
    admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    blind = await world.tokenOf(BLIND, 'Ground-truth generator');
  });
  afterAll(() => world.close());

  const plan = (more: Partial<AssignmentPlan> = {}): AssignmentPlan => ({
    role: 'Ground-truth generator',
    readers: [BLIND, OTHER],
    per_study: 1,
    strata: ['age-group', 'site'],
    due_on: null,
    repeats: null,
    gold: null,
    ...more,
  });
  const create = (more: Partial<BodyOf<typeof CALLS.assignmentsCreate>> = {}) =>
    world.call(CALLS.assignmentsCreate, {
      token: admin,
      body: { project: PROJECT._id, plan: plan(), seed: 7, dry_run: false, ...more },
    });
  const list = async () => (await world.call(CALLS.assignmentsList, { token: admin, body: { project: PROJECT._id } })).answer;
  const idsOf = async (reader: string) => (await list()).assignments.filter((one) => one.reader === reader).map(({ id }) => id);
  const change = async (ids: string[], how: AssignmentChange) =>
    world.call(CALLS.assignmentsChange, { token: admin, body: { project: PROJECT._id, ids, change: how } });
  const inbox = async (token = blind) => (await world.call(CALLS.inboxGet, { token, body: {} })).answer.entries;
  const tasks = async (token = blind) => {
    const all = (await world.call(CALLS.getTasks, { token, body: SCOPE })).answer.tasks.map(({ study_id }) => study_id);
    const body = {
      search_query: { medical_data_type: 'US', active: true },
      db_name: PROJECT.db_name,
      list: { offset: 0, limit: 100, tasks: true },
    } as const;
    const paged = (await world.call(CALLS.studiesGet, { token, body })).answer.studies.map(({ study_id }) => study_id);
    // Both ways of asking give the same.
    expect(all.toSorted()).toEqual(paged.toSorted());
    return all.toSorted();
  };
  const use = async (fields: Partial<Project>) => {
    const { query } = world.db;
    const row = await query.selectFrom('project').select('document').where('key', '=', PROJECT._id).executeTakeFirstOrThrow();
    const document = JSON.stringify({ ...(JSON.parse(row.document) as Project), ...fields });
    await query.updateTable('study').set({ listed: 0 }).execute();
    await query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  };

  it('are refused for people without the role, for shared work of several, and for a day that has passed', async () => {
    for (const [bad, field] of [
      [{ readers: [EDITOR] }, 'plan.readers'],
      [{ readers: ['nobody@test'] }, 'plan.readers'],
      [{ role: 'Editor', readers: [EDITOR], per_study: 2 }, 'plan.per_study'],
      [{ role: 'Editor', readers: [EDITOR], repeats: { share: 0.1, after_days: 1 } }, 'plan.repeats'],
      [{ due_on: '2020-01-01' }, 'plan.due_on'],
      // Days that no calendar has; 2027 is not a leap year.
      [{ due_on: '2027-02-31' }, 'plan.due_on'],
      [{ due_on: '2027-02-29' }, 'plan.due_on'],
      [{ due_on: '2027-04-31' }, 'plan.due_on'],
      [{ studies: ['99999_20200101'] }, 'plan.studies'],
    ] as const)
      expect(await create({ plan: plan(bad as Partial<AssignmentPlan>) })).toMatchObject({
        status: 400,
        error: { code: 'invalid-field', field },
      });
    expect((await list()).assignments).toEqual([]);
  });

  it('are stated before they are made, and come to the same with the same seed', async () => {
    const preview = (await create({ dry_run: true })).answer;
    expect((await list()).assignments).toEqual([]);
    expect((await create()).answer).toEqual(preview);
    // Twelve studies and the one of the world; two readers, who get as many of each age group and site, or one more.
    expect(preview).toMatchObject({ studies: STUDIES + 1, complete: 0, lacking: 0, later: 0 });
    const [first, second] = preview.readers;
    for (const { name, studies } of first!.strata)
      expect(Math.abs(studies - (second!.strata.find((one) => one.name === name)?.studies ?? 0))).toBeLessThanOrEqual(1);
    const { readers, assignments } = await list();
    expect(assignments).toHaveLength(STUDIES + 1);
    expect(readers.find(({ email }) => email === BLIND)).toMatchObject({ role: 'Ground-truth generator', to_do: first!.added, done: 0 });
  });

  it('are made once: the same call again assigns nothing', async () => {
    expect((await create()).answer).toMatchObject({ studies: 0, complete: STUDIES + 1 });
    expect((await list()).assignments).toHaveLength(STUDIES + 1);
    // A second reader of each study is the other one.
    expect((await create({ plan: plan({ per_study: 3 }) })).answer).toMatchObject({ studies: STUDIES + 1, lacking: STUDIES + 1 });
    const { assignments } = await list();
    expect(new Set(assignments.map(({ study_id, reader }) => `${study_id} ${reader}`)).size).toBe(2 * (STUDIES + 1));
  });

  it('leave tasks as they are, unless the project uses assignment', async () => {
    const ids = await idsOf(BLIND);
    await change(ids.slice(3), { act: 'remove' });
    const own = (await inbox()).map(({ row }) => row.study_id).toSorted();
    expect(own).toHaveLength(3);
    expect(await tasks()).toHaveLength(STUDIES + 1);
    await use({ assignment: true });
    expect(await tasks()).toEqual(own);
    const counted = (await world.call(CALLS.countWork, { token: blind, body: {} })).answer.projects;
    expect(counted).toEqual([expect.objectContaining({ project: PROJECT._id, left: 3, total: STUDIES + 1 })]);
    // Editors have none: theirs are assigned separately.
    expect(await tasks(await world.tokenOf(EDITOR, 'Editor'))).toEqual([]);
  });

  it('can be paused, dated and resumed', async () => {
    const [first] = await idsOf(BLIND);
    const stands = async () => (await list()).assignments.find(({ id }) => id === first);
    expect((await change([first!], { act: 'pause' })).answer.changed).toBe(1);
    expect((await change([first!], { act: 'pause' })).answer.changed).toBe(0);
    expect(await tasks()).toHaveLength(2);
    expect(await stands()).toMatchObject({ paused: true });
    await change([first!], { act: 'resume' });
    const day = dayOf(world.now + DAY_MS);
    await change([first!], { act: 'due', due_on: day });
    expect(await stands()).toMatchObject({ paused: false, due_on: day });
    const groups = async () => (await inbox()).map((entry) => inboxGroup(entry, world.now) ?? 'none').toSorted();
    expect(await groups()).toEqual(['assigned', 'assigned', 'assigned']);
    world.now += 2 * DAY_MS;
    expect(await groups()).toEqual(['assigned', 'assigned', 'overdue']);
    expect((await list()).readers.find(({ email }) => email === BLIND)).toMatchObject({ overdue: 1 });
    expect(await change([first!], { act: 'due', due_on: day })).toMatchObject({ status: 400, error: { field: 'change.due_on' } });
  });

  it('are handed over to a reader who does not have the study', async () => {
    const [first] = await idsOf(BLIND);
    expect(await change([first!], { act: 'hand-over', reader: EDITOR })).toMatchObject({ status: 400, error: { field: 'change.reader' } });
    expect((await change([first!], { act: 'hand-over', reader: OTHER })).answer.changed).toBe(0);
    const { study_id } = (await list()).assignments.find(({ id }) => id === first)!;
    const other = (await list()).assignments.find((one) => one.study_id === study_id && one.reader === OTHER)!;
    await change([other.id], { act: 'remove' });
    expect((await change([first!], { act: 'hand-over', reader: OTHER })).answer.changed).toBe(1);
    expect((await list()).assignments.filter((one) => one.study_id === study_id)).toEqual([
      expect.objectContaining({ reader: OTHER, due_on: dayOf(world.now - DAY_MS), assigned_at: world.now }),
    ]);
    expect(await tasks()).toHaveLength(2);
  });

  it('are done when the work is complete, and are kept as they are then', async () => {
    const study_id = world.studyId;
    await create({ plan: plan({ readers: [BLIND], per_study: 10, studies: [study_id], repeats: { share: 0.5, after_days: 14 } }) });
    const stands = async (pass = 1) =>
      (await list()).assignments.find((one) => one.study_id === study_id && one.reader === BLIND && one.pass === pass);
    await world.call(CALLS.analysisUpdate, { token: blind, body: world.save(BLIND, [{ ...world.images[0]!, view: 'A4C' }]) });
    const { query } = world.db;
    await query.updateTable('analysis_head').set({ study_state: 'Incomplete' }).execute();
    expect(await stands()).toMatchObject({ state: 'begun' });
    await query.updateTable('analysis_head').set({ study_state: 'Valid' }).execute();
    await query.updateTable('study').set({ listed: 0 }).execute();
    const done = await stands();
    expect(done).toMatchObject({ state: 'done' });
    for (const act of ['pause', 'remove'] as const) expect((await change([done!.id], { act })).answer.changed).toBe(0);
    expect((await inbox()).filter(({ row }) => row.study_id === study_id).map((entry) => inboxGroup(entry, world.now))).toEqual([
      'waiting',
    ]);
  });

  it('are repeated on the planned day, without the first reading', async () => {
    const { query } = world.db;
    const own = (await list()).assignments.find(({ study_id, reader }) => study_id === world.studyId && reader === BLIND)!;
    await query
      .updateTable('assignment')
      .set({ repeat_after_days: 14, due_on: dayOf(world.now + 3 * DAY_MS) })
      .where('id', '=', own.id)
      .execute();
    expect(await beginRepeats(world.db, world.now + 13 * DAY_MS)).toBe(0);
    world.now += 14 * DAY_MS;
    // Sign-ins have ended meanwhile.
    world.tokens.clear();
    admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    blind = await world.tokenOf(BLIND, 'Ground-truth generator');
    expect(await beginRepeats(world.db, world.now)).toBe(1);
    expect(await beginRepeats(world.db, world.now)).toBe(0);
    const repeat = (await list()).assignments.find(({ study_id, pass }) => study_id === world.studyId && pass === 2);
    expect(repeat).toMatchObject({ reader: BLIND, state: 'to-do', assigned_by: null, due_on: dayOf(world.now + 3 * DAY_MS) });
    const read = await world.call(CALLS.analysisGet, { token: blind, body: { id: world.studyId, ...SCOPE } });
    expect(read.answer.analysis).toBeNull();
    const [entry] = (await inbox()).filter(({ row }) => row.study_id === world.studyId);
    expect(entry).toMatchObject({ row: { pass: 2, study_state: null }, assignment: { assigned_by: null } });
    expect(await tasks()).toContain(world.studyId);
    // Only the reader of the first pass can repeat it.
    expect((await change([repeat!.id], { act: 'hand-over', reader: OTHER })).answer.changed).toBe(0);
  });

  it('are in the audit, by whom and how many', async () => {
    const acts = await world.db.query
      .selectFrom('audit_entry')
      .selectAll()
      .where('act', 'in', ['studies-assigned', 'assignments-changed'])
      .execute();
    expect(acts.map(({ act, subject, detail }) => [act, subject, JSON.parse(detail)])).toEqual(
      expect.arrayContaining([
        ['studies-assigned', PROJECT._id, expect.objectContaining({ role: 'Ground-truth generator', readings: 13, seed: 7 })],
        ['assignments-changed', PROJECT._id, { change: 'hand-over', readings: 1, to: OTHER }],
      ]),
    );
  });
});
