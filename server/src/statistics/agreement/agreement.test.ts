import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../../test/world.ts';

const BODY = { db_name: PROJECT.db_name };
const reader = (editor: string, part: Partial<Reader> = {}): Reader => ({ editor, reviewer: null, blind: false, pass: 1, ...part });
const EDITOR = reader(emailOf('Editor'));
const BLIND = reader(emailOf('Ground-truth generator'), { blind: true });
const STRICT = 'strict-reviewer@test';
const TESTER = 'tester@test';

describe.each(databases())('comparisons of readers on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
    await world.addPerson(STRICT, ['Reviewer'], { reviewsTo: [emailOf('Editor')] });
    await world.addPerson(TESTER, ['Editor'], { is_test: true });
    for (const [email, role] of [
      [emailOf('Editor'), 'Editor'],
      [emailOf('Ground-truth generator'), 'Ground-truth generator'],
      [TESTER, 'Editor'],
    ] as const) {
      await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(email, role), body: world.save(email, []) });
    }
  });
  afterAll(() => world.close());

  const compare = async (email: string, role: 'Reviewer' | 'Data scientist', id: string, readers: Reader[]) =>
    world.call(CALLS.agreementCompare, { token: await world.tokenOf(email, role), body: { id, ...BODY, readers } });

  it('are of all readers but test users for Data scientists, and of those under review for a Reviewer', async () => {
    const readersOf = async (email: string, role: 'Reviewer' | 'Data scientist') =>
      (await world.call(CALLS.agreementReaders, { token: await world.tokenOf(email, role), body: BODY })).answer.readers;
    expect(await readersOf(emailOf('Data scientist'), 'Data scientist')).toEqual([
      { ...EDITOR, studies: 1 },
      { ...BLIND, studies: 1 },
    ]);
    expect(await readersOf(STRICT, 'Reviewer')).toEqual([{ ...EDITOR, studies: 1 }]);
  });

  it('are refused where one reader is hidden from them, twice the same, or missing', async () => {
    expect((await compare(STRICT, 'Reviewer', 'comparison-1', [EDITOR, BLIND])).status).toBe(403);
    expect((await compare(emailOf('Data scientist'), 'Data scientist', 'comparison-1', [EDITOR, EDITOR])).status).toBe(400);
    expect((await compare(emailOf('Data scientist'), 'Data scientist', 'comparison-1', [EDITOR, reader(TESTER)])).status).toBe(403);
  });

  it('are one at a time for each person: a newer one ends the one before', async () => {
    const scientist = emailOf('Data scientist');
    expect((await compare(scientist, 'Data scientist', 'comparison-2', [EDITOR, BLIND])).answer.state).toBe('queued');
    expect((await compare(scientist, 'Data scientist', 'comparison-2', [EDITOR, BLIND])).status).toBe(200);
    expect((await compare(scientist, 'Data scientist', 'comparison-2', [BLIND, EDITOR])).status).toBe(400);
    await compare(scientist, 'Data scientist', 'comparison-3', [BLIND, EDITOR]);
    const jobs = await world.db.query.selectFrom('job').select(['id', 'state']).where('kind', '=', 'agreement').execute();
    expect(jobs).toEqual([{ id: 'comparison-3', state: 'queued' }]);
  });

  it('are hidden from others', async () => {
    const token = await world.tokenOf(emailOf('Reviewer'), 'Reviewer');
    expect((await world.call(CALLS.agreementGet, { token, body: { id: 'comparison-3' } })).error.code).toBe('not-found');
  });
});
