/** Who is given the variability of a reader for the intervals in a report. */
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLD_REPORT } from '../../../test/call-rows.ts';
import { databases } from '../../../test/databases.ts';
import { emailOf, NOON, PROJECT, SCOPE, World } from '../../../test/world.ts';

const EDITOR = emailOf('Editor');
const BLIND = emailOf('Ground-truth generator');
const COMPARISON = 'comparison-with-gold';
const { db_name } = SCOPE;
const [CERTIFIED] = GOLD_REPORT.values;

/** A measurement that no certificate is of, of ten steady cases and two more. */
const COMPARED = {
  ...CERTIFIED,
  name: 'Heart rate',
  units: 'bpm',
  points: Array.from({ length: 12 }, (_, n) => ({
    study_id: `${n}_20260101`,
    patient_show: `secret ${n}`,
    instance_id: `1.${n}`,
    mean: 70,
    difference: n < 10 ? n % 2 : 40,
    read_at: NOON + n,
  })),
  over_time: {
    points: Array.from({ length: 12 }, () => ({ score: 0, ewma: 0, ewma_limit: 1, cusum_above: 0, cusum_below: 0, cusum_limit: 5 })),
    alarm: null,
    reason: null,
  },
};
const REPORT = { ...GOLD_REPORT, values: [COMPARED] } as unknown as AgreementReport;

describe.each(databases())('the variability of readers on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const token = await world.tokenOf(emailOf('Data scientist'), 'Data scientist');
    await world.records.addGoldComparison(emailOf('Data scientist'), COMPARISON);
    const body = { comparison: COMPARISON, image_type: CERTIFIED.image_type, expires_on: '2027-06-30' };
    await world.call(CALLS.certificatesIssue, { token, body });
    await world.records.addReaderReport(EDITOR, REPORT);
  });
  afterAll(() => world.close());

  const ask = async (role: RoleName, { email = emailOf(role), reader = EDITOR, blind = false } = {}) =>
    (await world.call(CALLS.readersVariability, { token: await world.tokenOf(email, role), body: { db_name, reader, blind } })).answer
      .measurements;
  const names = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).map(({ name, n }) => [name, n]);
  const certified = [CERTIFIED.name, CERTIFIED.n];

  it('is by certificate for every role that reads the work, without any case', async () => {
    const [found, ...more] = await ask('Viewer');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ name: CERTIFIED.name, n: CERTIFIED.n, bias: CERTIFIED.bias.value, certified: true, standard: 'gold' });
    expect(found?.sd).toBeCloseTo((CERTIFIED.upper.value - CERTIFIED.lower.value) / 3.92, 10);
    expect(await names('Editor', { email: 'editor2@test' })).toEqual([certified]);
    expect(await names('Admin')).toEqual([certified]);
  });

  it('is by every comparison for roles that compare readers, and by whole groups for the reader', async () => {
    expect(await names('Data scientist')).toEqual([certified, ['Heart rate', 12]]);
    expect(await names('Reviewer')).toEqual([certified, ['Heart rate', 12]]);
    expect(await names('Editor')).toEqual([certified, ['Heart rate', 10]]);
    expect(JSON.stringify(await ask('Data scientist'))).not.toContain('secret');
  });

  it('is nothing of work that the caller does not read', async () => {
    expect(await ask('Ground-truth generator')).toEqual([]);
    await world.addPerson('other-reviewer@test', ['Reviewer'], { reviewsTo: ['editor2@test'] });
    expect(await ask('Reviewer', { email: 'other-reviewer@test' })).toEqual([]);
    expect(await ask('Viewer', { reader: BLIND, blind: true })).toEqual([]);
  });

  it('is without bias for blind readers, and of others only where the project opens charts', async () => {
    await world.records.addReaderReport(BLIND, REPORT, true);
    expect(await ask('Ground-truth generator', { reader: BLIND, blind: true })).toMatchObject([{ name: 'Heart rate', n: 10, bias: null }]);
    await world.addPerson('other-reader@test', ['Ground-truth generator']);
    const other = { email: 'other-reader@test', reader: BLIND, blind: true };
    expect(await ask('Ground-truth generator', other)).toEqual([]);
    const document = JSON.stringify({ ...PROJECT, open_charts: true } satisfies Project);
    await world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
    expect(await ask('Ground-truth generator', other)).toMatchObject([{ bias: null }]);
  });

  it('ends with the certificate', async () => {
    const dayBefore = new Date(NOON - 86_400_000).toISOString().slice(0, 10);
    await world.db.query.updateTable('certificate').set({ expires_on: dayBefore }).execute();
    expect(await ask('Viewer')).toEqual([]);
  });
});
