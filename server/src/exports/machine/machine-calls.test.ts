/** The measurements of a machine in calls of programs and in the table of values of an export. */
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import type { ReportedNumber } from '@echometry/contract/records/machine.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { csvRows, unzipped } from '../../../test/exported.ts';
import { storeWork } from '../../../test/store-work.ts';
import { temporaryFolder } from '../../../test/temporary.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../../test/world.ts';
import { recordMachineReport } from '../../db/machine-reports.ts';
import { findProject } from '../../db/projects.ts';
import { archivePath } from '../archive-path.ts';
import { runExport } from '../run-export.ts';

const EDITOR = emailOf('Editor');
const FRAME = 3;

const number = (scheme: string, value: string, meaning: string, [stated, unit]: [number, string], image: string | null = null) =>
  ({
    code: { value, scheme },
    meaning,
    value: stated,
    unit: { value: unit, scheme: 'UCUM' },
    modifiers: [],
    image: image === null ? null : { instance_id: image, frame_number: FRAME },
    tracking_uid: null,
    container: 1,
  }) satisfies ReportedNumber;

describe.each(databases())('measurements of a machine on $name', ({ seeded }) => {
  let world: World;
  let engine: EngineClient;
  let exportsFolder: string;
  let projectId: number;
  let measuredOn: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    engine = await createEngine({ workers: 1 });
    exportsFolder = await temporaryFolder('exports');
    const { query } = world.db;
    projectId = (await findProject(query, { key: PROJECT._id }))!.id;
    measuredOn = world.images[0]!.instance_id;
    await storeWork(world.db, { studyId: world.studyId, email: EDITOR, images: world.images });
    const study = await query
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .select(['study.study_instance_uid', 'patient.patient_key'])
      .where('study.study_id', '=', world.studyId)
      .executeTakeFirstOrThrow();
    const recorded = await recordMachineReport(world.db, {
      projectId,
      instanceId: '2.25.70',
      studyInstanceUid: study.study_instance_uid,
      patientKeys: { key: study.patient_key, spelledKey: null },
      content: {
        template: '5300',
        is_ours: false,
        numbers: [
          number('LN', '79999-9', 'LV EDV single plane 4C (MOD)', [120, 'mL'], measuredOn),
          number('LN', '77903-3', 'TAPSE', [2.1, 'cm']),
          number('99VENDOR', 'LVX-1', 'LV custom index', [1.25, '{ratio}']),
        ],
        left_out: [],
      },
      now: world.now,
    });
    if (recorded !== 'stored') throw new Error(`the report was not stored: ${recorded}`);
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  const tokenOf = (role: RoleName) => world.tokenOf(emailOf(role), role);
  const machineOf = async (role: RoleName) =>
    (await world.call(CALLS.machineGet, { token: await tokenOf(role), body: { id: world.studyId, ...SCOPE } })).answer;
  const rowsFor = async (role: RoleName) =>
    (await world.call(CALLS.valuesGet, { token: await tokenOf(role), body: SCOPE })).answer.filter(
      (row): row is StoredValue => 'editor' in row && row.editor === 'machine',
    );

  it('are sent in our units, with those that are not mapped', async () => {
    const { mapped, unmapped } = await machineOf('Viewer');
    expect(mapped).toEqual([
      expect.objectContaining({
        image_type: '4-chamber 2D',
        name: 'LV EDV',
        value: 120,
        units: 'ml',
        instance_id: measuredOn,
        frame_number: FRAME,
      }),
      expect.objectContaining({ image_type: 'TAPSE', name: 'TAPSE', units: 'mm', instance_id: null, frame_number: null }),
    ]);
    // 2.1 cm.
    expect(mapped[1]?.value).toBeCloseTo(21, 10);
    expect(unmapped).toEqual([
      expect.objectContaining({ meaning: 'LV custom index', value: 1.25, unit: '{ratio}', reason: 'unknown-code' }),
    ]);
  });

  it('are rows of the rater machine among the stored values', async () => {
    const rows = await rowsFor('Data scientist');
    expect(rows.map(({ measurement, kind, unit, warnings }) => [measurement, kind, unit, warnings])).toEqual([
      ['LV EDV', 'LN 79999-9', 'mL', null],
      ['TAPSE', 'LN 77903-3', 'mm', null],
      ['LV custom index', '99VENDOR LVX-1', '{ratio}', 'not_mapped:unknown-code'],
    ]);
    for (const row of rows) expect(row).toMatchObject({ study_id: world.studyId, class: 'machine', version: null, study_state: null });
    expect(rows[0]).toMatchObject({ value: 120, instance_id: measuredOn, frame_number: String(FRAME) });
  });

  it('are kept from a blind editor', async () => {
    expect(await machineOf('Ground-truth generator')).toEqual({ mapped: [], unmapped: [] });
    expect(await rowsFor('Ground-truth generator')).toEqual([]);
  });

  it('are in measurements.csv, but not where it is of an editor, a type or a mode', async () => {
    const csvOf = async (id: string, request: Partial<ExportRequest>) => {
      await runExport(
        {
          db: world.db,
          engine,
          objects: world.objects,
          geometryFile: path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'),
          exportsFolder,
        },
        {
          id,
          projectId,
          project: PROJECT._id,
          request: { ...defaultExport('measurements'), ...request },
          now: () => world.now,
          signal: new AbortController().signal,
          progress: () => undefined,
          log: () => undefined,
        },
      );
      const csv = (await unzipped(archivePath(exportsFolder, id))).get('measurements.csv');
      return csvRows(csv?.toString('utf8') ?? '').filter(({ editor }) => editor === 'machine');
    };
    const rows = await csvOf('all', {});
    expect(rows.map(({ measurement, unit, warnings }) => [measurement, unit, warnings])).toEqual([
      ['LV EDV', 'mL', ''],
      ['TAPSE', 'mm', ''],
      ['LV custom index', '{ratio}', 'not_mapped:unknown-code'],
    ]);
    expect(rows.map(({ value }) => Number(value))).toEqual([120, expect.closeTo(21, 10), 1.25]);
    const narrow: Partial<ExportRequest>[] = [{ editor: EDITOR }, { image_type: '4-chamber 2D' }, { mode: '2D' }];
    for (const [index, request] of narrow.entries()) expect(await csvOf(`narrow-${index}`, request)).toEqual([]);
  });
});
