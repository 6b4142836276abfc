import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, SCOPE, World } from '../../test/world.ts';

const LIST = { offset: 0, limit: 25 } as const;

let world: World;
beforeAll(async () => {
  world = await World.make({ kind: 'sqlite', file: path.join(await temporaryFolder('tags'), 'records.sqlite') });
});
afterAll(() => world.close());

async function ask(role: RoleName, known?: string, list: object | null = LIST) {
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/studies/get',
    headers: { [TOKEN_HEADER]: await world.tokenOf(emailOf(role), role), ...(known === undefined ? {} : { 'if-none-match': known }) },
    payload: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name, ...(list === null ? {} : { list }) },
  });
  return { status: response.statusCode, tag: String(response.headers['etag']), body: response.body };
}

describe('tags of lists', () => {
  it('report no change, on any server of the workspace', async () => {
    const first = await ask('Viewer');
    expect(first.status).toBe(200);
    expect(first.tag).toMatch(/^W\/"[\w-]{22}"$/);
    for (let turn = 0; turn < 3; turn += 1) expect(await ask('Viewer', first.tag)).toEqual({ status: 304, tag: first.tag, body: '' });
    expect(await ask('Viewer', `"other", ${first.tag}`)).toMatchObject({ status: 304 });
    expect(await ask('Viewer', '*')).toMatchObject({ status: 200, body: first.body });
  });

  it('change with what a row shows, also where its place stays', async () => {
    const before = await ask('Viewer');
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    await world.call(CALLS.setOpen, { token, body: { study_id: world.studyId, user: emailOf('Editor'), open: true, ...SCOPE } });
    const after = await ask('Viewer', before.tag);
    expect(after.status).toBe(200);
    expect(JSON.parse(after.body)).toMatchObject({ studies: [{ is_open: true }], list: { open: 1 } });
    expect(after.tag).not.toBe(before.tag);
  });

  it('belong to one person in one role: another tag is worthless, even where both read the same', async () => {
    const [viewer, scientist] = [await ask('Viewer'), await ask('Data scientist')];
    expect(scientist.body).toBe(viewer.body);
    expect(scientist.tag).not.toBe(viewer.tag);
    expect(await ask('Data scientist', viewer.tag)).toMatchObject({ status: 200, body: viewer.body });
  });

  it('belong to one question: tags of the whole list, or of another page, are worthless', async () => {
    const whole = await ask('Viewer', undefined, null);
    expect(await ask('Viewer', whole.tag)).toMatchObject({ status: 200 });
    expect(await ask('Viewer', whole.tag, null)).toMatchObject({ status: 304 });
  });

  it('are no way around the token', async () => {
    const { tag } = await ask('Viewer');
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/studies/get',
      headers: { 'if-none-match': tag },
      payload: { search_query: { medical_data_type: 'US', active: true }, db_name: SCOPE.db_name, list: LIST },
    });
    expect(response.statusCode).toBe(401);
  });
});
