import { writeFile } from 'node:fs/promises';
import { BYTES, type Call } from '@echometry/contract/calls/call.ts';
import { CALLS, type CallName } from '@echometry/contract/calls/registry.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, DEVICE, IMPORT, JOB_READERS, jobOf, ROWS } from '../../../test/call-rows.ts';
import { databases } from '../../../test/databases.ts';
import { addSnapshots } from '../../../test/snapshots.ts';
import { emailOf, World } from '../../../test/world.ts';
import examples from './call-examples.json' with { type: 'json' };

/** Made by the calls themselves: ECHOMETRY_WRITE_EXAMPLES=1 npx vitest run call-examples. */
const FILE = new URL('./call-examples.json', import.meta.url);
const WRITES = process.env['ECHOMETRY_WRITE_EXAMPLES'] !== undefined;
/** Elements of a list that an example shows, and characters of a text. */
const SHOWN_ELEMENTS = 1;
const SHOWN_LENGTH = 200;
/** Texts that may be secrets or signatures. */
const SECRET = /[A-Za-z0-9_-]{40,}/g;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Example = { id?: string; body?: Json; answer?: Json };

function shortened(value: Json): Json {
  if (typeof value === 'string')
    return value.replaceAll(SECRET, (found) => (/^[0-9a-f]{64}$/.test(found) ? found : '...')).slice(0, SHOWN_LENGTH);
  if (Array.isArray(value)) return value.slice(0, SHOWN_ELEMENTS).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

/** Signing out comes last: it ends the sign-in of the Editor. */
const names = (Object.keys(CALLS) as CallName[]).sort((a, b) => Number(a === 'signOut') - Number(b === 'signOut'));
const known = examples as unknown as Readonly<Record<string, Example>>;

describe('examples of calls', () => {
  let world: World;
  let versions: Ask['versions'];
  const written: Record<string, Example> = {};

  beforeAll(async () => {
    const [sqlite] = databases();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await World.make(await sqlite.seeded());
    const save = async (role: RoleName) => {
      const token = await world.tokenOf(emailOf(role), role);
      const { answer } = await world.call(CALLS.analysisUpdate, { token, body: world.save(emailOf(role), []) });
      return answer.conflict === false ? answer.version : 0;
    };
    await addSnapshots(world, { of: '2.25.1.1', frame: 1 });
    await world.records.addImport(emailOf('Admin'), IMPORT);
    await world.records.addDevice(DEVICE);
    for (const email of JOB_READERS.map(emailOf)) await world.records.addFinishedExport(email, jobOf(email));
    versions = { shared: await save('Editor'), blind: await save('Ground-truth generator') };
  });
  afterAll(async () => {
    if (WRITES) await writeFile(FILE, `${JSON.stringify(written, null, 1)}\n`);
    await world.close();
  });

  it('exist for every call', () => {
    if (!WRITES) expect(Object.keys(known)).toEqual(names);
  });

  it.each(names)('%s: its request is made as in the example, and both fit the contract', async (name) => {
    const row = ROWS[name];
    const call: Call = CALLS[name];
    const role = typeof row.who === 'object' ? (row.who.find((one) => one === 'Editor') ?? row.who[0] ?? ROLE_NAMES[0]) : 'Editor';
    const caller = emailOf(role);
    const ask: Ask = { caller, named: caller, role, studyId: world.studyId, versions };
    await world.records.begin(row, ask);
    const { body, ...request } = row.request(ask);
    const reply = await world.call(call, { token: await world.tokenOf(caller, role), ...request, ...(body === undefined ? {} : { body }) });
    const example: Example = {
      ...(request.id === undefined ? {} : { id: request.id }),
      ...(call.method === 'POST' && call.body !== BYTES ? { body: (body ?? {}) as Json } : {}),
    };
    if (reply.status === 200) {
      const short = shortened(reply.answer as Json);
      example.answer = Value.Check(call.answer, short) ? short : (reply.answer as Json);
    }
    written[name] = example;
    const shown = WRITES ? example : known[name];
    expect(Object.keys(shown ?? {})).toEqual(Object.keys(example));
    if (shown?.body !== undefined) {
      expect(Value.Errors(call.body, shown.body)).toEqual([]);
      expect(Object.keys(shown.body ?? {})).toEqual(Object.keys(example.body ?? {}));
    }
    if (shown?.answer !== undefined) expect(Value.Errors(call.answer, shown.answer)).toEqual([]);
  });
});
