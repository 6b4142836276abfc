import { performance } from 'node:perf_hooks';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, SCOPE, World } from '../../test/world.ts';

const STUDIES = 10_000;
/** Rows of one insert: below the number of parameters either database takes. */
const BATCH = 500;
const FLAGS = { qc: 0, selected: 1, annotated: 0, segmented_dop: 0, segmented_2d: 0, segmented_bio: 0, measured: 0 } as const;

const batches = (total: number): number[][] =>
  Array.from({ length: total / BATCH }, (_, b) => Array.from({ length: BATCH }, (_unused, n) => b * BATCH + n));

/** Studies of as many patients, each with a file, every second labelled by the Editor, every tenth validated. */
async function fill(world: World): Promise<void> {
  const { query } = world.db;
  const { id: project } = await query.selectFrom('project').select('id').where('db_name', '=', SCOPE.db_name).executeTakeFirstOrThrow();
  const idOf = async (email: string) =>
    (await query.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [editor, reviewer] = [await idOf(emailOf('Editor')), await idOf(emailOf('Reviewer'))];
  const file = await query.selectFrom('image_file').selectAll().limit(1).executeTakeFirstOrThrow();
  for (const batch of batches(STUDIES)) {
    const patients = await query
      .insertInto('patient')
      .values(batch.map((n) => ({ project_id: project, patient_key: `many ${n}`, patient_show: `M-${n}`, date_shift_days: 0 })))
      .returning('id')
      .execute();
    const studies = await query
      .insertInto('study')
      .values(
        patients.map(({ id }, at) => ({
          project_id: project,
          patient_id: id,
          study_id: `${id}_20250101`,
          study_date: '20250101',
          study_instance_uid: `2.25.9.${batch[at]}`,
          data_type: 'adult',
          active: 1 as const,
          created_at: NOON,
        })),
      )
      .returning('id')
      .execute();
    await query
      .insertInto('image_file')
      .values(
        studies.map(({ id }, at) => {
          const { id: _own, ...rest } = file;
          return { ...rest, study_id: id, instance_id: `2.25.9.${batch[at]}.1`, filename: `${String(batch[at]).padStart(16, '0')}.dcm` };
        }),
      )
      .execute();
    const labelled = studies.filter((_, at) => at % 2 === 0);
    const versions = await query
      .insertInto('analysis_version')
      .values(
        labelled.map(({ id }) => ({
          study_id: id,
          editor_id: editor,
          author_id: editor,
          role: 'Editor',
          blind: 0 as const,
          created_at: NOON,
          config_versions: '{}',
          study_state: 'Valid',
          format: 1,
          document: new Uint8Array(),
          sha256: '',
        })),
      )
      .returning(['id', 'study_id'])
      .execute();
    await query
      .insertInto('analysis_head')
      .values(
        versions.map((version) => ({
          study_id: version.study_id,
          editor_id: editor,
          blind: 0 as const,
          pass: 1,
          version_id: version.id,
          updated_at: NOON,
          study_state: 'Valid',
          validated: 0 as const,
          ...FLAGS,
          images_selected: 1,
          images_calibrated: 0,
          images_segmented: 0,
          total_images: 1,
        })),
      )
      .execute();
    await query
      .insertInto('review')
      .values(
        studies
          .filter((_, at) => at % 10 === 0)
          .map(({ id }) => {
            const version = versions.find((each) => each.study_id === id)!.id;
            return {
              study_id: id,
              editor_id: editor,
              blind: 0 as const,
              reviewer_id: reviewer,
              state: 'finished' as const,
              base_version: version,
              finished_version: version,
              created_at: NOON,
              updated_at: NOON,
              finished_at: NOON,
            };
          }),
      )
      .execute();
  }
}

describe.each(databases())(`${STUDIES} studies on $name`, ({ name, seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
    await fill(world);
  });
  afterAll(() => world.close());

  it('arrive whole, each with the content of its role, and the time is reported', async () => {
    const list = async (role: 'Editor' | 'Reviewer' | 'Ground-truth generator') => {
      const token = await world.tokenOf(emailOf(role), role);
      const begin = performance.now();
      const response = await world.app.inject({
        method: 'POST',
        url: '/api/studies/get',
        headers: { 'x-api-key': token },
        payload: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name },
      });
      const took = performance.now() - begin;
      const { studies } = response.json<{
        studies: Array<{ analysis: number | null; validated_by: string[]; total_images: number; status: { selected: boolean } }>;
      }>();
      process.stdout.write(
        `${name}: ${studies.length} studies for ${role} in ${took.toFixed(0)} ms, ${(response.body.length / 1e6).toFixed(1)} MB\n`,
      );
      return studies;
    };
    const editor = await list('Editor');
    expect(editor).toHaveLength(STUDIES + 1);
    expect(editor.filter((s) => s.analysis !== null && s.status.selected)).toHaveLength(STUDIES / 2);
    expect(editor.filter((s) => s.validated_by[0] === '1 reviewer')).toHaveLength(STUDIES / 10);
    expect(editor.filter((s) => s.total_images === 1)).toHaveLength(STUDIES);
    const reviewer = await list('Reviewer');
    expect(reviewer).toHaveLength(STUDIES / 2);
    expect(reviewer.filter((s) => s.validated_by[0] === emailOf('Reviewer'))).toHaveLength(STUDIES / 10);
    expect((await list('Ground-truth generator')).every((s) => s.analysis === null)).toBe(true);
    const all = await world.call(CALLS.getAllStatus, { token: await world.tokenOf(emailOf('Viewer'), 'Viewer'), body: SCOPE });
    expect(all.answer.studies.filter((s) => s.status.validated)).toHaveLength(STUDIES / 10);
  });
});
