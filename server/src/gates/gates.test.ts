import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Gates } from '@echometry/contract/records/gates.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEASUREMENTS_REQUEST, RELEASE_REQUEST } from '../../test/call-rows.ts';
import { databases } from '../../test/databases.ts';
import { EDITOR, REVIEWER, ReviewWorld } from '../../test/review-world.ts';
import { emailOf, PROJECT, SCOPE } from '../../test/world.ts';

const BLIND = emailOf('Ground-truth generator');
const { db_name } = SCOPE;

describe.each(databases())('quality gates on $name', ({ seeded }) => {
  let at: ReviewWorld;
  beforeAll(async () => {
    at = await ReviewWorld.make(await seeded());
    await at.edit();
  });
  afterAll(() => at.world.close());

  const setGates = async (gates: Gates, more: Partial<Project> = {}) => {
    const document = JSON.stringify({ ...PROJECT, ...more, gates } satisfies Project);
    await at.world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  };
  const states = async (role: 'Data scientist' | 'Reviewer' | 'Admin' = 'Data scientist') =>
    (await at.world.call(CALLS.gatesGet, { token: await at.world.tokenOf(emailOf(role), role), body: { db_name } })).answer.gates;

  it('are none before the project has any', async () => {
    expect(await states()).toEqual([]);
  });

  it('count required views that the newest shared work lacks', async () => {
    await setGates({ views_pct: 0 }, { image_requirements: [{ type: 'A view nobody took', qc: true }] });
    expect(await states()).toMatchObject([{ kind: 'views', state: 'failed', value: 100, judged: 1, failures: [{ study_id: at.id }] }]);
    await setGates({ views_pct: 0 }, { image_requirements: [] });
    expect(await states()).toMatchObject([{ kind: 'views', state: 'met', value: 0 }]);
  });

  it('count open issues from the check point of a review onwards, until they are resolved', async () => {
    await setGates({ issues: 0 });
    const token = await at.world.tokenOf(REVIEWER, 'Reviewer');
    const issue = { id: 'issue-01', image_filename: at.image(0).filename, reason: 'timing', content: 'One frame later.', anchor: null };
    const raised = await at.world.call(CALLS.reviewsCreateIssue, { token, body: { id: at.id, editor: EDITOR, ...SCOPE, issue } });
    expect(raised.status).toBe(200);
    // A draft is the reviewer's own.
    expect(await states()).toMatchObject([{ state: 'met', value: 0 }]);
    expect((await at.validate(true)).status).toBe(200);
    expect(await states()).toMatchObject([{ state: 'failed', value: 1, failures: [{ study_id: at.id }] }]);
    await at.world.call(CALLS.reviewsResolveIssue, {
      token,
      body: { id: at.id, editor: EDITOR, ...SCOPE, issue: 'issue-01', resolved: true },
    });
    expect(await states()).toMatchObject([{ state: 'met', value: 0 }]);
  });

  it('are not met while the newest work of a study cannot be read, which they name', async () => {
    await setGates({ views_pct: 100, quality_pct: 0 });
    const { query } = at.world.db;
    const stored = await query.selectFrom('analysis_version').select(['id', 'document']).execute();
    await query
      .updateTable('analysis_version')
      .set({ document: new Uint8Array([1, 2, 3]) })
      .execute();
    const failure = { what: expect.stringContaining('the stored work cannot be read') as string, study_id: at.id };
    expect(await states()).toMatchObject([
      { kind: 'views', failures: [failure] },
      { kind: 'quality', failures: [failure] },
    ]);
    expect((await states()).map(({ state }) => state)).not.toContain('met');
    for (const { id, document } of stored) await query.updateTable('analysis_version').set({ document }).where('id', '=', id).execute();
    expect(await states()).toMatchObject([{ kind: 'views', state: 'met', failures: [] }, { kind: 'quality' }]);
  });

  it('name readers only to roles that may know them', async () => {
    await setGates({ drift: true });
    const measurement = { image_type: 'A4C', name: 'EF', units: '%', n: 12, left_out: 0, bias: 0, sd: 1 };
    const estimate = { value: 0.5, low: null, high: null, reason: null };
    const value = { ...measurement, bias: estimate, lower: estimate, upper: estimate, icc: estimate, icc_n: 12, points: [] };
    const chart = { points: [], alarm: { at: 3, since: 2, chart: 'ewma', deviation: 'above' }, reason: null };
    const point = { score: 1, ewma: 2, ewma_limit: 1, cusum_above: 0, cusum_below: 0, cusum_limit: 5 };
    await at.world.records.addReaderReport(
      BLIND,
      { studies: 12, values: [{ ...value, over_time: { ...chart, points: [point] } }] } as never,
      true,
    );
    const stranger = 'other-reviewer@test';
    await at.world.addPerson(stranger, ['Reviewer'], { reviewsTo: [EDITOR] });
    const token = await at.world.tokenOf(stranger, 'Reviewer');
    const hidden = (await at.world.call(CALLS.gatesGet, { token, body: { db_name } })).answer.gates;
    const named = BLIND.split('@')[0]!;
    expect(JSON.stringify(hidden)).not.toContain(named);
    expect(hidden[0]?.failures).toEqual([{ what: 'another reader 1, blind, EF, A4C: higher', study_id: null }]);
    for (const role of ['Data scientist', 'Admin'] as const) expect((await states(role))[0]?.failures[0]?.what).toContain(named);
  });

  it('keep a release and an export from being made, where the project requires them', async () => {
    const token = await at.world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    const release = async (id: string) =>
      (await at.world.call(CALLS.releasesCreate, { token, body: { project: PROJECT._id, id, request: RELEASE_REQUEST } })).answer;
    const exported = async (id: string) =>
      (
        await at.world.call(CALLS.exportsCreateMeasurements, {
          token,
          body: { ...MEASUREMENTS_REQUEST, id, user: emailOf('Data scientist') },
        })
      ).answer;
    await setGates({ icc: 0.9, required_for: ['release'] });
    expect(await release('release-of-gates-1')).toEqual({
      accepted: false,
      message: expect.stringMatching(/^Quality gates of the project are not met: agreement of readers/),
    });
    expect(await exported('export-of-gates-1')).toMatchObject({ accepted: true });
    await setGates({ icc: 0.9, required_for: ['export'] });
    expect(await exported('export-of-gates-2')).toMatchObject({ accepted: false });
    // An accepted export stays accepted.
    expect(await exported('export-of-gates-1')).toMatchObject({ accepted: true });
    await setGates({ icc: 0.5, required_for: ['release', 'export'] });
    expect(await release('release-of-gates-2')).toMatchObject({ accepted: true });
  });
});
