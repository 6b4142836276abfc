import { existsSync } from 'node:fs';
import path from 'node:path';
import { type AnswerOf, type Call, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { expect, it } from 'vitest';
import { readDocument } from '../src/analysis/read.ts';
import { faultsOfAudit } from '../src/db/audit.ts';
import { SERVICE_PREFIX } from '../src/http/call-route.ts';
import { openWorkspace } from '../src/workspace.ts';
import { freshDatabase, hasPostgres, startPostgres } from './postgres.ts';
import { Proxy } from './proxy.ts';
import { freshBucket, hasS3 } from './s3.ts';
import { ended, MAIN, type RunningServer, startServer } from './server-process.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT, SCOPE, seedWorld, type Seeded } from './world.ts';

const REPLICAS = 3;
/** Times one of them is killed and replaced; the long form (npm run replicas) has rounds of a minute. */
const ROUNDS = Number(process.env['ECHOMETRY_REPLICA_ROUNDS'] ?? 4);
const ROUND_MS = Number(process.env['ECHOMETRY_REPLICA_ROUND_MS'] ?? 2000);
/** How long a killed replica stays away, in ms. */
const AWAY_MS = ROUND_MS / 4;
/** The rule of web/src/lib/api.ts: what is waited before a call is made again after 429, 5xx or a lost network, in ms. */
const CLIENT_WAITS_MS: readonly number[] = [300, 900, 2700];
/** Pause of a person between two calls, in ms. */
const PERSON_MS = 60;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A page at work: it makes calls by its own rule of trying again, and counts what it would have shown as a failure. */
class Client {
  calls = 0;
  repeated = 0;
  images = 0;
  token = '';
  constructor(
    readonly url: string,
    readonly failures: string[],
  ) {}

  async fetch(what: string, url: string, init: RequestInit = {}): Promise<Response> {
    this.calls += 1;
    for (let attempt = 0; ; attempt += 1) {
      const wait = CLIENT_WAITS_MS[attempt];
      const response = await fetch(url, init).catch(() => null);
      const again = response === null || response.status === 429 || response.status >= 500;
      if (!again) return response;
      if (wait === undefined) throw new Error(`${what}: ${response?.status ?? 'no answer'}`);
      await response?.body?.cancel();
      this.repeated += 1;
      await pause(wait);
    }
  }

  async call<C extends Call>(call: C, body: unknown, id = ''): Promise<AnswerOf<C>> {
    const response = await this.fetch(
      call.path,
      this.url + SERVICE_PREFIX[call.service] + call.path.replace('{id}', encodeURIComponent(id)),
      {
        method: call.method,
        headers: {
          origin: this.url,
          [TOKEN_HEADER]: this.token,
          ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(call.method === 'POST' ? { body: JSON.stringify(body) } : {}),
      },
    );
    if (!response.ok) throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as AnswerOf<C>;
  }

  async signIn(email: string, role: RoleName): Promise<void> {
    this.token = '';
    this.token = (await this.call(CALLS.demoSignIn, { email })).token;
    this.token = (await this.call(CALLS.actAs, { role })).token;
  }

  /** Repeats work until it is over; what fails is noted, and the work goes on. */
  async until(over: () => boolean, work: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !over(); turn += 1) {
      await work(turn).catch((error: unknown) => this.failures.push(error instanceof Error ? error.message : String(error)));
      await pause(PERSON_MS);
    }
  }
}

/** What people of each role ask while they look around: one call after the other, in turn. */
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
  { timeout: ROUNDS * ROUND_MS + 120_000 },
  async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const temporary = await temporaryFolder('replicas');
    const postgres = startPostgres();
    const database = { kind: 'postgres' as const, url: await freshDatabase(postgres.url) };
    const bucket = await freshBucket();
    const folder = path.join(temporary, 'made');
    let seeded: Seeded | null = null;
    const open = () =>
      openWorkspace({
        folder,
        kindIfNew: 'demo',
        database,
        bucket,
        onNew: async (workspace) => {
          seeded = await seedWorld(workspace.db, workspace.objects);
        },
      });
    await (await open()).close();
    const world = seeded as Seeded | null;
    if (world === null) throw new Error('the workspace was not seeded');

    const { endpoint, prefix, bucket: name, accessKeyId, secretAccessKey } = bucket;
    const env = {
      ECHOMETRY_REPLICAS: 'true',
      ECHOMETRY_KEYS: path.join(folder, 'keys'),
      ECHOMETRY_DATABASE_URL: database.url,
      ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint, bucket: name, prefix }),
      ECHOMETRY_S3_ACCESS_KEY_ID: accessKeyId,
      ECHOMETRY_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const start = (n: number): Promise<RunningServer> => startServer(path.join(temporary, `replica-${n}`), { env });
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, (_, n) => start(n)));
    const proxy = await Proxy.before(replicas.map(({ url }) => url));
    const failures: string[] = [];
    const clients: Client[] = [];
    const client = (): Client => {
      const one = new Client(proxy.url, failures);
      clients.push(one);
      return one;
    };
    let over = false;
    const isOver = (): boolean => over;
    const acknowledged = new Map<string, number>();

    const saving = async (email: string): Promise<void> => {
      const editor = client();
      await editor.signIn(email, 'Editor');
      await editor.until(isOver, async (turn) => {
        const save_id = `${email}-${String(turn).padStart(6, '0')}`;
        const images = world.images.map((image) => ({ ...image, additional_labels: { mark: save_id } }));
        const body = { id: world.studyId, images, missing_images: [], validated: false, editor: email, project: PROJECT._id, ...SCOPE };
        const answer = await editor.call(CALLS.analysisUpdate, { ...body, study_state: 'Valid', save_id });
        if (answer.conflict === false) acknowledged.set(save_id, answer.version);
        else throw new Error('a save without a base met a conflict');
      });
    };
    const looking = async (role: RoleName, looks: ReturnType<typeof looksOf>[string]): Promise<void> => {
      const person = client();
      await person.signIn(emailOf(role), role);
      await person.until(isOver, async (turn) => void (await looks[turn % looks.length]!(person, emailOf(role))));
    };
    const arriving = async (): Promise<void> => {
      const newcomer = client();
      await newcomer.until(isOver, () => newcomer.signIn('editor2@test', 'Editor'));
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
        replicas[n]!.child.kill('SIGKILL');
        await ended(replicas[n]!.child);
        await pause(AWAY_MS);
        replicas[n] = await start(n);
        proxy.servers[n] = replicas[n].url;
      }
      await pause(ROUND_MS / 2);
    } finally {
      over = true;
      await Promise.all(people);
      proxy.close();
      for (const { child } of replicas) {
        child.kill('SIGTERM');
        await ended(child);
      }
    }

    const made = await open();
    try {
      const { query } = made.db;
      const stored = await query.selectFrom('analysis_version').select(['id', 'save_id']).execute();
      const byId = new Map(stored.map(({ id, save_id }) => [id, save_id]));
      for (const [saveId, version] of acknowledged) {
        expect([saveId, byId.get(version)]).toEqual([saveId, saveId]);
        expect((await readDocument(made, version)).document.images[0]?.additional_labels['mark']).toBe(saveId);
      }
      // A save that was sent twice is one version.
      expect(new Set(stored.map(({ save_id }) => save_id)).size).toBe(stored.length);
      expect(await faultsOfAudit(query)).toEqual([]);
    } finally {
      await made.close();
      postgres.stop();
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
