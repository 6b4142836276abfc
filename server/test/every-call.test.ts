import { existsSync } from 'node:fs';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import { expect, it } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { type SecretBox, secretBox } from '../src/workspace/secret-box.ts';
import { type Ask, DEVICE, IMPORT, JOB_READERS, jobOf } from './call-rows.ts';
import { Client, pause } from './client.ts';
import { askEveryCall } from './every-call.ts';
import { hasPostgres } from './postgres.ts';
import { PreparedRecords } from './prepared-records.ts';
import { Replicas } from './replica-set.ts';
import { hasS3 } from './s3.ts';
import { MAIN } from './server-process.ts';
import { makeShared } from './shared-workspace.ts';
import { addSnapshots } from './snapshots.ts';
import { PACS, emailOf, PROJECT, SCOPE, type Seeded } from './world.ts';

const REPLICAS = 3;
/** Times every call is asked. */
const WALKS = Number(process.env['ECHOMETRY_REPLICA_WALKS'] ?? 3);
/** How long a replica works before it is killed, and how long it stays away, in ms. */
const WORKS_MS = 2000;
const AWAY_MS = 500;

/** Work of an Editor and blind work, as calls name them by version. */
async function savedWork(client: () => Client, { studyId }: Seeded): Promise<Ask['versions']> {
  const save = async (role: 'Editor' | 'Ground-truth generator'): Promise<number> => {
    const person = client();
    await person.signIn(emailOf(role), role);
    const body = { id: studyId, images: [], missing_images: [], validated: false, editor: emailOf(role), project: PROJECT._id, ...SCOPE };
    const answer = await person.call(CALLS.analysisUpdate, { ...body, study_state: 'Valid' });
    if (answer.conflict !== false) throw new Error('the first save met a conflict');
    return answer.version;
  };
  return { shared: await save('Editor'), blind: await save('Ground-truth generator') };
}

it.runIf(hasS3() && hasPostgres())(
  'every call of the contract is answered as it says through a proxy in front of three servers, one after the other of which is killed',
  { timeout: WALKS * 240_000 },
  async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    let secrets: SecretBox | null = null;
    const { temporary, seeded, env } = await makeShared(async (made, { projectId }) => {
      secrets = secretBox(made.loginKey);
      const records = new PreparedRecords(made.db, secrets, projectId);
      await addSnapshots(made, { of: '2.25.1.1', frame: 1, deidKey: made.deidKey });
      await records.addImport(emailOf('Admin'), IMPORT);
      await records.addDevice(DEVICE);
      for (const role of JOB_READERS) await records.addFinishedExport(emailOf(role), jobOf(emailOf(role)));
    });
    if (secrets === null) throw new Error('the workspace was not made');
    const db = connect({ kind: 'postgres', url: env['ECHOMETRY_DATABASE_URL'] ?? '', poolSize: 2 });
    const replicas = await Replicas.start(REPLICAS, {
      temporary,
      env,
      config: { pacs: [{ name: PACS.name, address: PACS.address, takes_exports: true }] },
    });
    const clients: Client[] = [];
    const client = (): Client => {
      const made = new Client(replicas.proxy.url, []);
      clients.push(made);
      return made;
    };
    let isOver = false;
    let killed = 0;
    const killing = async (): Promise<void> => {
      for (let n = 0; !isOver; n = (n + 1) % REPLICAS) {
        await pause(WORKS_MS);
        await replicas.kill(n);
        killed += 1;
        await pause(AWAY_MS);
        await replicas.replace(n);
      }
    };
    const wrong: string[] = [];
    const right = new Set<CallName>();
    let killer: Promise<void> = Promise.resolve();
    try {
      const versions = await savedWork(client, seeded);
      const records = new PreparedRecords(db, secrets, seeded.projectId);
      killer = killing();
      for (let walk = 0; walk < WALKS; walk += 1) {
        const answered = await askEveryCall({ client, db, records, studyId: seeded.studyId, versions });
        wrong.push(...answered.wrong);
        for (const name of answered.right) right.add(name);
      }
    } finally {
      isOver = true;
      await killer;
      await replicas.stop();
      await db.close();
    }
    const repeated = clients.reduce((sum, one) => sum + one.repeated, 0);
    process.stdout.write(`${right.size} calls, ${WALKS} times; ${killed} replicas killed, ${repeated} calls made again\n`);
    expect(wrong).toEqual([]);
    expect([...right].sort()).toEqual(Object.keys(CALLS).sort());
    expect(killed).toBeGreaterThan(0);
  },
);
