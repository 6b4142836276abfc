import { existsSync } from 'node:fs';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { expect, it } from 'vitest';
import { ARRIVING_MS, Client, pause } from './client.ts';
import { hasPostgres } from './postgres.ts';
import { Replicas } from './replica-set.ts';
import { hasS3 } from './s3.ts';
import { MAIN } from './server-process.ts';
import { type Acknowledged, faultsAfter, makeShared, saveOnce } from './shared-workspace.ts';
import { emailOf, PROJECT, SCOPE, type Seeded } from './world.ts';

const REPLICAS = 3;
/** Times one of them is killed and replaced; the long form (npm run replicas) has rounds of a minute. */
const ROUNDS = Number(process.env['ECHOMETRY_REPLICA_ROUNDS'] ?? 4);
const ROUND_MS = Number(process.env['ECHOMETRY_REPLICA_ROUND_MS'] ?? 2000);
/** Against hanging only, in ms: three servers start, and every killed one is replaced, on a machine that may be busy. */
const BOUND_MS = 2 * ROUNDS * ROUND_MS + 300_000;
/** How long a killed replica stays away, in ms. */
const AWAY_MS = ROUND_MS / 4;
/** Calls of people in each role while they look around: one call after the other, in turn. */
function looksOf({ studyId }: Seeded): Record<string, Array<(client: Client, email: string) => Promise<unknown>>> {
  const id = { id: studyId, ...SCOPE };
  const study = { study_id: studyId, ...SCOPE };
  const list = { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name };
  const image = async (client: Client): Promise<void> => {
    const urls = await client.call(CALLS.getUrls, { bucket: '0', object: `US/${studyId.split('_')[0]}/20260102/` });
    const dicom = urls.find(({ kind }) => kind === 'dicom');
    // Not every role is listed images of a study without a review.
    if (dicom === undefined) return;
    client.images += 1;
    const piece = await client.fetch('image', client.url + dicom.url, { headers: { range: 'bytes=0-5' } });
    if (piece.status !== 206 || (await piece.text()) !== 'object') throw new Error(`image: ${piece.status}`);
  };
  const common = [
    (client: Client) => client.call(CALLS.session, null),
    (client: Client, email: string) => client.call(CALLS.usersGet, null, email),
    (client: Client) => client.call(CALLS.configGet, { platform: 'IAP', config: 'echo_caliper' }),
    (client: Client) => client.call(CALLS.projectsGet, null, PROJECT._id),
  ];
  const reading = [
    ...common,
    (client: Client) => client.call(CALLS.studiesGet, list),
    (client: Client) => client.call(CALLS.analysisGet, id),
    (client: Client) => client.call(CALLS.getStudyStatus, study),
    (client: Client) => client.call(CALLS.commentsGet, { study_id: studyId, db_name: PROJECT.db_name }),
    image,
  ];
  return {
    Viewer: reading,
    'Ground-truth generator': [...reading, (client) => client.call(CALLS.getTasks, SCOPE)],
    Reviewer: [...reading, (client) => client.call(CALLS.reviewsGet, id)],
    Admin: reading,
    'Data scientist': [...reading, (client) => client.call(CALLS.patientsGet, { project: PROJECT._id })],
    Editor: [
      ...reading,
      async (client, email) => {
        const lease = 'tab-of-an-editor';
        const held = await client.call(CALLS.setOpen, { ...study, user: email, open: true, lease });
        if (!held.mine) throw new Error('the study is not held');
      },
    ],
    'Prisma study review': common,
    'Prisma data manager': common,
  };
}

it.runIf(hasS3() && hasPostgres())(
  `three servers behind a proxy, one killed and replaced ${ROUNDS} times, sign nobody out and lose no acknowledged save`,
  { timeout: BOUND_MS },
  async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const { temporary, seeded: world, env, open } = await makeShared();
    const replicas = await Replicas.start(REPLICAS, { temporary, env });
    const { proxy } = replicas;
    const failures: string[] = [];
    const clients: Client[] = [];
    const client = (): Client => {
      const one = new Client(proxy.url, failures);
      clients.push(one);
      return one;
    };
    let over = false;
    const isOver = (): boolean => over;
    const acknowledged: Acknowledged = new Map();

    const saving = async (email: string): Promise<void> => {
      const editor = client();
      await editor.signIn(email, 'Editor');
      await editor.until(isOver, (turn) => saveOnce(editor, world, email, turn, acknowledged));
    };
    const looking = async (role: RoleName, looks: ReturnType<typeof looksOf>[string]): Promise<void> => {
      const person = client();
      await person.signIn(emailOf(role), role);
      await person.until(isOver, async (turn) => void (await looks[turn % looks.length]!(person, emailOf(role))));
    };
    const arriving = async (): Promise<void> => {
      const newcomer = client();
      await newcomer.until(isOver, () => newcomer.signIn('editor2@test', 'Editor'), ARRIVING_MS);
    };
    const people = [
      saving(emailOf('Editor')),
      saving('editor2@test'),
      arriving(),
      ...Object.entries(looksOf(world)).map(([role, looks]) => looking(role as RoleName, looks)),
    ];

    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await pause(ROUND_MS - AWAY_MS);
        const n = round % REPLICAS;
        await replicas.kill(n);
        await pause(AWAY_MS);
        await replicas.replace(n);
      }
      await pause(ROUND_MS / 2);
    } finally {
      over = true;
      await Promise.all(people);
      await replicas.stop();
    }

    const made = await open();
    try {
      expect(await faultsAfter(made, acknowledged)).toEqual([]);
    } finally {
      await made.close();
    }
    const repeated = clients.reduce((sum, one) => sum + one.repeated, 0);
    const calls = clients.reduce((sum, one) => sum + one.calls, 0);
    process.stdout.write(
      `${ROUNDS} replicas killed: ${calls} calls, ${repeated} made again, ${acknowledged.size} saves acknowledged, ${failures.length} failures seen\n`,
    );
    expect(failures).toEqual([]);
    expect(clients.filter((one) => one.images > 0).length).toBeGreaterThan(2);
    // The test must have been hard: calls that met a killed server, saves in every round, and every server at work.
    expect(repeated).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS);
    expect(proxy.passed.size).toBe(REPLICAS + ROUNDS);
  },
);
