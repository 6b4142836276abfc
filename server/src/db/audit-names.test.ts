import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { recordAct } from './audit.ts';
import { withNames } from './audit-names.ts';
import { searchAudit } from './audit-search.ts';

describe.each(databases())('acts of the audit on $name', ({ seeded }) => {
  let world: World;
  afterAll(() => world.close());

  it('name people and projects instead of their numbers', async () => {
    world = await World.make(await seeded());
    const idOf = async (email: string): Promise<number> =>
      (await world.db.query.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
    const [editor, reviewer] = [await idOf(emailOf('Editor')), await idOf(emailOf('Reviewer'))];
    const project = await world.db.query.selectFrom('project').select('id').where('key', '=', PROJECT._id).executeTakeFirstOrThrow();
    const act = (name: string, subject: string | null, detail: object): AuditRecord => ({
      id: 1,
      at: 0,
      person: null,
      role: null,
      act: name,
      study: null,
      subject,
      detail: JSON.stringify(detail),
    });
    const entries = await withNames(world.db.query, [
      act('review-reopened', String(reviewer), { editor, blind: 0 }),
      act('review-finished', '7', { editor, consensus_of: `${reviewer} ${editor}`, base_version: 3 }),
      act('export-finished', 'job-1', { project: project.id, files: 4 }),
      act('scrub-begun', null, {}),
      act('images-reordered', '12', { editor: 999_999 }),
    ]);
    expect(entries.map(({ subject, detail }) => [subject, JSON.parse(detail) as unknown])).toEqual([
      [emailOf('Reviewer'), { editor: emailOf('Editor'), blind: 0 }],
      ['version 7', { editor: emailOf('Editor'), consensus_of: `${emailOf('Reviewer')} ${emailOf('Editor')}`, base_version: 3 }],
      ['job-1', { project: PROJECT._id, files: 4 }],
      [null, {}],
      // Of an account that is unknown the number is left.
      ['12', { editor: '999999' }],
    ]);
  });

  it('on a review are found by the address of the reviewer, and other acts with the same number are not', async () => {
    const { db } = world;
    const { id } = await db.query
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', emailOf('Reviewer'))
      .executeTakeFirstOrThrow();
    await db.query.transaction().execute(async (inside) => {
      for (const act of ['review-reopened', 'images-reordered'])
        await recordAct(inside, db.dialect, { at: 1, actorId: null, role: null, act, studyId: null, subject: String(id), detail: {} });
    });
    const nothing = { person: '', act: '', about: '', from: null, to: null, before: null };
    const found = await searchAudit(db.query, { ...nothing, about: emailOf('Reviewer').toUpperCase() }, 10);
    expect(found.map((one) => one.act)).toEqual(['review-reopened']);
  });
});
