import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';

describe.each(databases())('tasks of a project on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const document = JSON.stringify({ ...PROJECT, image_requirements: [{ type: '4-chamber 2D', cycletiming: true }] });
    await world.db.query.updateTable('project').set({ document }).where('key', '=', PROJECT._id).execute();
  });
  afterAll(() => world.close());
  const tasks = async (role: RoleName) => {
    const token = await world.tokenOf(emailOf(role), role);
    return (await world.call(CALLS.getTasks, { token, body: SCOPE })).answer.tasks;
  };
  const saved = async (role: RoleName, change: Partial<AnalysisImage>) => {
    const [first] = world.images;
    if (!first) throw new Error('The study has no image');
    const image = { ...first, type: '4-chamber 2D', view: 'A4C', modality: '2D' as const, reference: true, ...change };
    const token = await world.tokenOf(emailOf(role), role);
    const { status } = await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf(role), [image]) });
    expect(status).toBe(200);
    return image;
  };

  it('start with missing types that the project requires', async () => {
    expect(await tasks('Editor')).toEqual([
      {
        study_id: world.studyId,
        step: 'find',
        type: '4-chamber 2D',
        instance_id: null,
        verb: 'Find',
        brief: 'or declare it missing',
        left: 1,
      },
    ]);
  });

  it('belong to the own role: blind work is another list', async () => {
    const image = await saved('Editor', {});
    expect(await tasks('Editor')).toMatchObject([{ step: 'timing', verb: 'Time the cycles of', instance_id: image.instance_id, left: 1 }]);
    expect(await tasks('Ground-truth generator')).toMatchObject([{ step: 'find' }]);
  });

  it('leave out studies in which nothing is left', async () => {
    await saved('Editor', { is_annotated: true, cardiac_events: [{ id: 'c1', end_diastole: 1, end_systole: 4 }] });
    expect(await tasks('Editor')).toEqual([]);
    expect(await tasks('Ground-truth generator')).toHaveLength(1);
  });
});
