import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLD_REPORT, READER_PAIR } from '../../../test/call-rows.ts';
import { databases } from '../../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../../test/world.ts';

const EDITOR = emailOf('Editor');
const TYPE = GOLD_REPORT.values[0].image_type;
const COMPARISON = 'comparison-with-gold';
const { db_name } = SCOPE;

describe.each(databases())('certificates on $name', ({ seeded }) => {
  let world: World;
  let scientist: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    scientist = await world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    await world.records.addGoldComparison(emailOf('Data scientist'), COMPARISON);
  });
  afterAll(() => world.close());

  const issue = (more: object = {}, token = scientist) =>
    world.call(CALLS.certificatesIssue, { token, body: { comparison: COMPARISON, image_type: TYPE, expires_on: '2027-06-30', ...more } });
  const list = async (token = scientist) => (await world.call(CALLS.certificatesList, { token, body: { db_name } })).answer.certificates;
  const plan = async (reader = EDITOR, dry_run = true) =>
    world.call(CALLS.assignmentsCreate, {
      token: await world.tokenOf(emailOf('Admin'), 'Admin'),
      body: {
        project: PROJECT._id,
        plan: { role: 'Editor', readers: [reader], per_study: 1, strata: [], due_on: null, repeats: null, gold: null },
        seed: 1,
        dry_run,
      },
    });
  const load = async () =>
    (
      await world.call(CALLS.assignmentsList, { token: await world.tokenOf(emailOf('Admin'), 'Admin'), body: { project: PROJECT._id } })
    ).answer.readers.find(({ email, role }) => email === EDITOR && role === 'Editor');
  const requireTypes = async (certificates: string[]) => {
    const document = JSON.stringify({ ...PROJECT, certificates } satisfies Project);
    await world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  };

  it('state the figures of the comparison, whatever is sent', async () => {
    const { status, answer } = await issue();
    expect(status).toBe(200);
    expect(await list()).toEqual([
      {
        id: answer.id,
        reader: EDITOR,
        blind: false,
        image_type: TYPE,
        values: [{ name: 'EF', units: '%', n: 12, bias: 1.5, lower: -2.4, upper: 5.4, icc: 0.9 }],
        issued_at: world.now,
        issued_by: emailOf('Data scientist'),
        expires_on: '2027-06-30',
      },
    ]);
    expect((await issue({ values: [] })).status).toBe(400);
  });

  it('need a comparison with gold, enough cases and a day that comes', async () => {
    const swapped = { ...GOLD_REPORT, readers: GOLD_REPORT.readers.toReversed() };
    const people = { ...GOLD_REPORT, readers: READER_PAIR };
    const few = { ...GOLD_REPORT, values: [{ ...GOLD_REPORT.values[0], n: 9 }] };
    for (const [n, report] of [swapped, people, few].entries())
      await world.records.addGoldComparison(emailOf('Data scientist'), `another-comparison-${n}`, report);
    for (const [body, field] of [
      [{ comparison: 'another-comparison-0' }, 'comparison'],
      [{ comparison: 'another-comparison-1' }, 'comparison'],
      [{ comparison: 'another-comparison-2' }, 'image_type'],
      [{ image_type: 'Aortic outflow' }, 'image_type'],
      [{ expires_on: '2020-01-01' }, 'expires_on'],
      [{ expires_on: '2036-01-01' }, 'expires_on'],
    ] as const)
      expect(await issue(body)).toMatchObject({ status: 400, error: { field } });
    // Another person's comparison does not exist for the caller.
    const reviewer = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    expect(await issue({}, reviewer)).toMatchObject({ status: 400, error: { code: 'not-found', field: 'comparison' } });
  });

  it('are replaced by newer ones', async () => {
    const { answer } = await issue({ expires_on: '2026-12-31' });
    expect((await list()).map(({ id, expires_on }) => [id, expires_on])).toEqual([[answer.id, '2026-12-31']]);
  });

  it('are required before assignment where the project requires it, until they expire', async () => {
    expect((await load())?.uncertified).toEqual([]);
    await requireTypes([TYPE]);
    expect((await load())?.uncertified).toEqual([]);
    expect((await plan()).status).toBe(200);
    expect(await plan('editor2@test')).toMatchObject({
      status: 400,
      error: { field: 'plan.readers', message: `editor2@test has no valid certificate for ${TYPE}` },
    });
    // Handing over is assigning, too.
    await plan(EDITOR, false);
    const admin = await world.tokenOf(emailOf('Admin'), 'Admin');
    const { assignments } = (await world.call(CALLS.assignmentsList, { token: admin, body: { project: PROJECT._id } })).answer;
    expect(assignments.length).toBeGreaterThan(0);
    const change = { act: 'hand-over', reader: 'editor2@test' } as const;
    const body = { project: PROJECT._id, ids: assignments.map(({ id }) => id), change };
    expect(await world.call(CALLS.assignmentsChange, { token: admin, body })).toMatchObject({
      status: 400,
      error: { field: 'change.reader', message: `editor2@test has no valid certificate for ${TYPE}` },
    });
    const [certificate] = await list();
    await world.db.query.updateTable('certificate').set({ expires_on: '2026-01-01' }).where('id', '=', certificate!.id).execute();
    expect(await plan()).toMatchObject({ status: 400, error: { field: 'plan.readers' } });
    expect((await load())?.uncertified).toEqual([TYPE]);
  });

  it('are taken back by a Reviewer of that reader, and only once', async () => {
    const reviewer = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    const [certificate] = await list(reviewer);
    const end = async () =>
      (await world.call(CALLS.certificatesEnd, { token: reviewer, body: { db_name, id: certificate!.id } })).answer.changed;
    expect([await end(), await end()]).toEqual([1, 0]);
    expect(await list()).toEqual([]);
    const acts = await world.db.query.selectFrom('audit_entry').select('act').where('act', 'like', 'certificate-%').execute();
    expect(acts.map(({ act }) => act)).toEqual(['certificate-issued', 'certificate-issued', 'certificate-ended']);
  });
});
