import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DataAnomalies, DataStatistics, ImageQuality } from '@echometry/contract/records/statistics.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { newestJob } from '../db/jobs.ts';
import { listStatistics, packedFile, readStatistics, replaceStatistics } from '../db/project-statistics.ts';
import { changedProjects, findProject } from '../db/projects.ts';
import { findAccount, grantRole, revokeRole } from '../db/users.ts';
import { Damage } from '../errors.ts';
import { blindFiles } from './for-reader.ts';
import { queueNightly, untilNight } from './work-projects.ts';

const BODY = { db_name: PROJECT.db_name };
const FILES = await Promise.all(
  [
    { name: 'data_statistics.json', content: '{"a":"ä"}' },
    { name: 'plot.svg', content: '<svg/>' },
  ].map(packedFile),
);

describe('the night', () => {
  it('is at two, UTC', () => {
    const at = (time: string): number => Date.parse(`2026-03-10T${time}Z`);
    expect(untilNight(at('01:59:00'))).toBe(60_000);
    expect(untilNight(at('02:00:00'))).toBe(24 * 3_600_000);
    expect(untilNight(at('14:00:00'))).toBe(12 * 3_600_000);
  });
});

describe.each(databases())('statistics of a project on $name', ({ seeded }) => {
  let world: World;
  let projectId: number;
  beforeAll(async () => {
    world = await World.make(await seeded());
    projectId = (await findProject(world.db.query, { key: PROJECT._id }))?.id ?? 0;
  });
  afterAll(() => world.close());

  it('are none before the first were made', async () => {
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    expect((await world.call(CALLS.statisticsGet, { token, body: BODY })).answer).toEqual({ files: [], making: null });
  });

  it('are one making, of however many who ask at once', async () => {
    const [editor, viewer] = [await world.tokenOf(emailOf('Editor'), 'Editor'), await world.tokenOf(emailOf('Viewer'), 'Viewer')];
    const asked = await Promise.all([editor, viewer, editor].map((token) => world.call(CALLS.statisticsUpdate, { token, body: BODY })));
    expect(asked.map(({ answer }) => answer.state)).toEqual(['queued', 'queued', 'queued']);
    const jobs = await world.db.query.selectFrom('job').select('id').where('kind', '=', 'statistics').execute();
    expect(jobs).toHaveLength(1);
    expect((await newestJob(world.db.query, projectId, 'statistics'))?.id).toBe(jobs[0]?.id);
  });

  it('are read through signed addresses that end with the role, and replaced as a whole', async () => {
    await replaceStatistics(world.db.query, projectId, [...FILES, await packedFile({ name: 'old.json', content: '{}' })], 1);
    await replaceStatistics(world.db.query, projectId, FILES, 2);
    expect(await listStatistics(world.db.query, projectId)).toEqual([
      { name: 'data_statistics.json', size_bytes: 10, made_at: 2 },
      { name: 'plot.svg', size_bytes: 6, made_at: 2 },
    ]);
    const token = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    const { files } = (await world.call(CALLS.statisticsGet, { token, body: BODY })).answer;
    const read = await world.app.inject({ method: 'GET', url: files[0]?.url ?? '' });
    expect([read.statusCode, read.json()]).toEqual([200, { a: 'ä' }]);
    const forged = (files[0]?.url ?? '').replace('data_statistics.json', 'plot.svg');
    expect((await world.app.inject({ method: 'GET', url: forged })).statusCode).toBe(403);
    const reviewer = await findAccount(world.db.query, emailOf('Reviewer'));
    await revokeRole(world.db.query, reviewer!.id, 'Reviewer');
    for (const { url } of files) expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(403);
    await grantRole(world.db.query, reviewer!.id, 'Reviewer');
    expect((await world.app.inject({ method: 'GET', url: files[0]?.url ?? '' })).statusCode).toBe(200);
  });

  it('show blinded readers nothing of the findings of others in a study', async () => {
    const limits = { low: null, high: null, expected: null, state: 'undefined', outlier: false } as const;
    const point = { study: 0, instance_id: '1', value: 51, ...limits };
    const table = (name: string) => ({ name, columns: ['n'], data: [[1]] });
    const data: DataStatistics = {
      format: 1,
      date: 1,
      engine_versions: [],
      totals: { studies: 1, validated: 0, images: 1, values: 1 },
      plots: [
        { name: 'studies_by_month', image: 'm.svg', months: [] },
        { name: 'quality_by_type', image: 'q.svg', types: [] },
        {
          name: 'values_by_age',
          image: 'v.svg',
          studies: [{ study_id: world.studyId, patient_show: 'P', age_days: 1 }],
          measurements: [{ name: 'EF', image_type: 'A4C', units: '%', data_type: 'adult', points: [point] }],
        },
      ],
      stats: [table('Studies'), table('Images'), table('Measurements')],
    };
    const anomaly = { kind: 'outlier', text: 'EF of 51 %', study_id: world.studyId, patient_show: 'P', instance_id: '1' } as const;
    const anomalies: DataAnomalies = { format: 1, date: 1, anomalies: [anomaly] };
    const quality: ImageQuality = {
      format: 1,
      date: 1,
      images: ['7_20260101', world.studyId, '7_20260101'].map((study_id, n) => ({
        study_id,
        image_type: 'A4C',
        assessed_at: 10 - n,
        gestational_age_days: null,
        accepted: 'yes',
        sections: [],
      })),
    };
    const made = [
      { name: 'data_statistics.json', content: JSON.stringify(data) },
      { name: 'data_anomalies.json', content: JSON.stringify(anomalies) },
      { name: 'image_quality.json', content: JSON.stringify(quality) },
      { name: 'values_by_age.svg', content: '<svg>51</svg>' },
      { name: 'guideline_values.json', content: JSON.stringify({ studies: [{ study_id: world.studyId, measured: [[0, 51]] }] }) },
      ...blindFiles({ data, anomalies, quality }),
    ];
    await replaceStatistics(world.db.query, projectId, await Promise.all(made.map(packedFile)), 3);
    const read = async (role: 'Ground-truth generator' | 'Viewer') => {
      const token = await world.tokenOf(emailOf(role), role);
      const { files } = (await world.call(CALLS.statisticsGet, { token, body: BODY })).answer;
      const contents = await Promise.all(files.map(({ url }) => world.app.inject({ method: 'GET', url })));
      return {
        names: files.map(({ name }) => name),
        sizes: files.map(({ size_bytes }) => size_bytes),
        lengths: contents.map(({ rawPayload }) => rawPayload.length),
        text: contents.map(({ body }) => body).join(''),
      };
    };
    expect((await read('Viewer')).text.match(/51/g)).toHaveLength(4);
    expect((await read('Viewer')).names).toEqual(
      made
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('blind/'))
        .sort(),
    );
    const blind = await read('Ground-truth generator');
    expect(blind.sizes).toEqual(blind.lengths);
    expect(blind.names).toEqual(['data_anomalies.json', 'data_statistics.json', 'image_quality.json']);
    expect(blind.text).not.toContain(world.studyId);
    expect(blind.text.match(/"study_id":"[^"]+"/g)).toEqual([
      '"study_id":"1_00000000"',
      '"study_id":"2_00000000"',
      '"study_id":"1_00000000"',
    ]);
    expect(blind.text).not.toContain('51');
    expect(blind.text).toContain('"Measurements"');
    // Of statistics of an earlier version, which lack these forms, blinded readers get none.
    await world.db.query.deleteFrom('project_statistics').where('name', 'like', 'blind/%').execute();
    expect(await read('Ground-truth generator')).toMatchObject({ names: [], text: '' });
    await replaceStatistics(world.db.query, projectId, FILES, 4);
  });

  it('that were damaged are not handed out', async () => {
    await world.db.query
      .updateTable('project_statistics')
      .set({ sha256: '0'.repeat(64) })
      .where('name', '=', 'plot.svg')
      .execute();
    await expect(readStatistics(world.db.query, projectId, 'plot.svg')).rejects.toBeInstanceOf(Damage);
  });

  it('are made in the night only of projects with newer work, once each', async () => {
    const { query } = world.db;
    await query.deleteFrom('job').execute();
    await query.deleteFrom('project_statistics').execute();
    expect(await changedProjects(query)).toEqual([]);
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf('Editor'), []) });
    expect(await changedProjects(query)).toEqual([projectId]);
    // Its statistics, and its readers over time.
    expect(await queueNightly(world.services, world.now)).toBe(2);
    expect(await queueNightly(world.services, world.now)).toBe(0);
    await query.deleteFrom('job').execute();
    await replaceStatistics(query, projectId, FILES, world.now + 1);
    expect(await queueNightly(world.services, world.now)).toBe(0);
  });
});
