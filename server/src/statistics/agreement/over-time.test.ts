/** Readers over time: what others see of a reader, and what readers see of themselves. */
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import { AGREEMENT_FORMAT } from '@echometry/contract/records/agreement.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, NOON, PROJECT, SCOPE, World } from '../../../test/world.ts';

const BLIND = emailOf('Ground-truth generator');
const { db_name } = SCOPE;
const NONE = { value: null, low: null, high: null, reason: 'too-few-subjects' };

/** A report with one measurement of so many cases, each a difference of its place, and perhaps an alarm. */
function reportOf(cases: number, alarm: { at: number; since: number } | null = null): AgreementReport {
  const numbers = Array.from({ length: cases }, (_, n) => n);
  return {
    format: AGREEMENT_FORMAT,
    date: NOON,
    engine_version: '1',
    readers: [GOLD_READER, { editor: BLIND, reviewer: null, blind: true, pass: 1 }],
    studies: cases,
    images: cases,
    labelled_differently: 0,
    values: [
      {
        name: 'EF',
        image_type: 'A4C',
        units: '%',
        n: cases,
        left_out: 0,
        bias: NONE,
        sd: 1,
        lower: NONE,
        upper: NONE,
        icc: NONE,
        icc_n: cases,
        points: numbers.map((n) => ({
          study_id: `${n + 1}_20260101`,
          patient_show: `secret ${n}`,
          instance_id: `1.2.${n}`,
          mean: 50,
          difference: n,
          read_at: NOON + n,
        })),
        over_time: {
          points: numbers.map((n) => ({ score: n, ewma: 0.1, ewma_limit: 1, cusum_above: 0, cusum_below: 0, cusum_limit: 5 })),
          alarm: alarm && { ...alarm, chart: 'ewma', deviation: 'above' },
          reason: null,
        },
      },
    ],
    lines: [],
    events: [],
  };
}

describe.each(databases())('readers over time on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  const store = (report: AgreementReport) => world.records.addReaderReport(BLIND, report, true);
  const own = async (role: 'Ground-truth generator' | 'Editor' = 'Ground-truth generator', email = emailOf(role)) =>
    (await world.call(CALLS.readersOwn, { token: await world.tokenOf(email, role), body: { db_name } })).answer.charts;
  const summaries = async (role: 'Data scientist' | 'Reviewer', email = emailOf(role)) =>
    (await world.call(CALLS.readersGet, { token: await world.tokenOf(email, role), body: { db_name } })).answer.readers;

  it('show Data scientists every reader, with the day since which a reader drifts', async () => {
    await store(reportOf(23, { at: 20, since: 12 }));
    expect(await summaries('Data scientist')).toEqual([
      {
        reader: BLIND,
        blind: true,
        standard: 'gold',
        studies: 23,
        made_at: NOON,
        // The last 12 of 0 to 22 are 11 to 22, whose mean is 16.5.
        measurements: [
          {
            image_type: 'A4C',
            name: 'EF',
            units: '%',
            n: 23,
            bias: 16.5,
            sd: 1,
            icc: null,
            state: 'alarm',
            deviation: 'above',
            since: NOON + 12,
          },
        ],
      },
    ]);
  });

  it('show Reviewers only the people they review, and give no report of others', async () => {
    const stranger = 'other-reviewer@test';
    await world.addPerson(stranger, ['Reviewer'], { reviewsTo: [emailOf('Editor')] });
    expect(await summaries('Reviewer', stranger)).toEqual([]);
    expect(await summaries('Reviewer')).toHaveLength(1);
    const ask = async (role: 'Data scientist' | 'Reviewer', email: string) =>
      world.call(CALLS.readersReport, {
        token: await world.tokenOf(email, role),
        body: { db_name, reader: BLIND, blind: true, standard: 'gold' },
      });
    expect((await ask('Reviewer', stranger)).error.code).toBe('not-found');
    expect((await ask('Data scientist', emailOf('Data scientist'))).answer.report.studies).toBe(23);
  });

  it('show readers their cases in whole groups of five, and nothing that identifies a gold case', async () => {
    await store(reportOf(23, { at: 14, since: 12 }));
    const [chart, ...more] = await own();
    expect(more).toEqual([]);
    expect(chart?.chart.points).toHaveLength(20);
    expect(chart?.chart.alarm?.at).toBe(14);
    // A bias would change how a blind reader reads.
    expect(chart?.bias).toBeNull();
    for (const secret of ['secret', '1.2.', '_20260101', String(NOON)]) expect(JSON.stringify(chart)).not.toContain(secret);
    await world.records.addReaderReport(emailOf('Editor'), reportOf(23), false);
    // 8 to 19 are the last 12 of 20.
    expect((await own('Editor'))[0]?.bias).toBe(13.5);
  });

  it('do not show an alarm before its group is complete, nor anything of fewer than ten cases', async () => {
    await store(reportOf(23, { at: 21, since: 12 }));
    expect((await own())[0]?.chart.alarm).toBeNull();
    await store(reportOf(9));
    expect(await own()).toEqual([]);
  });

  it('show readers the charts of others only where the project allows it', async () => {
    await store(reportOf(10));
    await world.addPerson('other-reader@test', ['Ground-truth generator']);
    expect(await own('Editor')).toEqual([]);
    expect(await own('Ground-truth generator', 'other-reader@test')).toEqual([]);
    const document = JSON.stringify({ ...PROJECT, open_charts: true } satisfies Project);
    await world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
    expect(await own('Ground-truth generator', 'other-reader@test')).toHaveLength(1);
    // Shared readers see nothing of blind ones.
    expect(await own('Editor')).toEqual([]);
  });
});
