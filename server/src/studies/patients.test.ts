import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { splitStudyId } from '@echometry/contract/rules/study-id.ts';

describe.each(databases())('patients on $name', ({ seeded }) => {
  let world: World;
  let first: number;
  let second: number;
  beforeAll(async () => {
    world = await World.make(await seeded());
    first = Number(splitStudyId(world.studyId)?.patient);
    const { project_id } = await world.db.query
      .selectFrom('patient')
      .select('project_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const row = { project_id, patient_key: 'k2', patient_show: 'A-2', date_shift_days: 0 };
    second = (await world.db.query.insertInto('patient').values(row).returning('id').executeTakeFirstOrThrow()).id;
  });
  afterAll(() => world.close());
  const codes = async (email: string, patient_list: number[], get_all_ids = true) => {
    const token = await world.tokenOf(email, 'Viewer');
    return (await world.call(CALLS.patientsGetInstitutionIdFromList, { token, body: { patient_list, get_all_ids } })).answer.institution_id;
  };

  it('of a project are those with a study, each with the code that is shown', async () => {
    const token = await world.tokenOf(emailOf('Viewer'), 'Viewer');
    const { answer } = await world.call(CALLS.patientsGet, { token, body: { project: PROJECT._id } });
    expect(answer.patients).toEqual([{ patient_id: first, patient_show: 'P-1' }]);
  });

  it("by number are returned as display ids joined by ' / ', in the requested order and each once", async () => {
    expect(await codes(emailOf('Viewer'), [second, first, second])).toBe('A-2 / P-1');
    expect(await codes(emailOf('Viewer'), [second, first], false)).toBe('A-2');
    expect(await codes(emailOf('Viewer'), [])).toBe('');
  });

  it('of other projects are unknown to a stranger, like unused numbers', async () => {
    expect(await codes('stranger@test', [first, second])).toBe('');
    expect(await codes(emailOf('Viewer'), [first, 999_999])).toBe('P-1');
  });
});
