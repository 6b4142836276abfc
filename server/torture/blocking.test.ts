import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Making } from '@echometry/contract/calls/statistics.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_CHANGED_ASSIGNMENTS } from '@echometry/contract/records/assignment.ts';
import { MAX_SET_BYTES } from '@echometry/contract/records/configuration.ts';
import { MAX_MAPPING_ROWS } from '@echometry/contract/records/import.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { MAX_UPLOAD_FILES } from '@echometry/contract/rules/uploads.ts';
import { ask, reachOwner } from '../src/cli/control/ask.ts';
import type { ControlMessage } from '../src/cli/control/messages.ts';
import { MAX_ENTRIES } from '../src/imports/predictions/imported.ts';
import { MAX_LINES_BYTES } from '../src/imports/predictions/limits.ts';
import { databases } from '../test/databases.ts';
import { emailOf, PROJECT, SCOPE } from '../test/world.ts';
import { addLargeProject, LARGE, LARGE_PLAN, READER } from './activities/assigning.ts';
import { importEnded, importOrder, writeFiles } from './activities/importing.ts';
import { sendLines } from './activities/sending-lines.ts';
import { healthDuring } from './health.ts';
import { coco, echonet, mappingRows, ownJson, referencePacks } from './inputs.ts';
import { IS_LONG, JOB_MS } from './limits.ts';
import { pause } from './pause.ts';
import { Person } from './person.ts';
import { startOn, type Started, stopped } from './server.ts';
import { makeSite, type Site } from './site.ts';
import { HealthTable } from './tally.ts';

/** Share of the largest input that `npm test` takes. */
const SHARE = IS_LONG ? 1 : 1 / 200;
const TIMEOUT_MS = 1_200_000;
/** Frames over which tracings are spread; on one frame, every row is a chord of the same line. */
const FRAMES = { one: 1, many: 2000 };
const COCO_ANNOTATIONS = 140_000;
const IMPORTED_FILES = 400;
/** Studies of the project that is assigned. */
const LARGE_STUDIES = 20_000;
/** Timed cycles of the image that lines are drawn on. */
const CYCLES = 20;

/** A point as a page draws it: about 300 bytes. */
const POINT = {
  type: 'user-defined_1',
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
};

/** Waits until something was made in the background; returns 200, or 0 when it takes too long. */
async function made(look: () => Promise<Pick<Making, 'state' | 'failure'>>): Promise<number> {
  for (const end = Date.now() + JOB_MS; Date.now() < end; await pause(60)) {
    const { state, failure } = await look();
    expect(failure).toBeNull();
    if (state === 'finished') return 200;
  }
  return 0;
}

const share = (limit: number): number => Math.floor(limit * SHARE);

describe.each(databases())('a server on $name', ({ name, fresh }) => {
  let site: Site;
  let server: Started;
  let instance: string;
  const table = new HealthTable(name);

  const answersTo = async (request: unknown): Promise<ControlMessage[]> => {
    const owner = await reachOwner(path.join(site.folder, 'control.sock'));
    if (owner === null) throw new Error('The server does not listen');
    const answers: ControlMessage[] = [];
    for await (const message of ask(owner, request, new AbortController().signal)) answers.push(message);
    return answers;
  };

  const incoming = (file: string): string => path.join(site.incoming, file);
  const saved = (image: AnalysisImage) => ({
    id: site.seeded.studyId,
    images: [image],
    missing_images: [],
    validated: false,
    editor: emailOf('Editor'),
    project: PROJECT._id,
    study_state: 'Valid' as const,
    ...SCOPE,
  });

  beforeAll(async () => {
    site = await makeSite(await fresh());
    instance = site.seeded.images[0]!.instance_id;
    // The same import without a mapping shows what the rows add.
    for (const [n, folder] of ['few', 'files'].entries()) {
      await mkdir(incoming(folder));
      await writeFiles(incoming(folder), n, Math.max(1, share(IMPORTED_FILES)));
    }
    const workspace = await site.open();
    await addLargeProject(workspace.db, share(LARGE_STUDIES));
    await workspace.close();
    server = await startOn(site);
    const editor = await new Person(emailOf('Editor'), 'Editor').signIn(server.url);
    const labelled = {
      ...site.seeded.images[0]!,
      type: '4-chamber 2D',
      view: 'A4C',
      modality: '2D',
      cardiac_events: Array.from({ length: CYCLES }, (_, n) => ({ id: `cycle-${n}`, end_diastole: 2 * n + 1, end_systole: 2 * n + 2 })),
    };
    await editor.ask(CALLS.analysisUpdate, saved(labelled as never));
  });
  afterAll(() => stopped(server.child));

  const predictions = (file: string, exported: string | null = null) => ({
    command: 'predictions',
    project: PROJECT._id,
    rater: 'unet@models.example',
    version: '1',
    file,
    exported,
  });
  const maintain = (action: string, more: Record<string, unknown> = {}) => ({ command: 'maintain', action, ...more });

  const commands: ReadonlyArray<[name: string, request: () => Promise<unknown>]> = [
    [
      'import-predictions, JSON',
      async () => predictions(await ownJson(incoming('own.json'), instance, share(MAX_ENTRIES), share(MAX_LINES_BYTES - 1024 * 1024))),
    ],
    ['import-predictions, COCO', async () => predictions(await coco(incoming('coco.json'), instance, share(COCO_ANNOTATIONS)))],
    ...Object.entries(FRAMES).map(([how, frames]): [string, () => Promise<unknown>] => [
      `import-predictions, EchoNet, ${how}`,
      async () =>
        predictions(
          await echonet(incoming(`${how}.csv`), incoming(`${how}-sources.csv`), instance, share(MAX_ENTRIES) - 1, frames),
          incoming(`${how}-sources.csv`),
        ),
    ]),
    ['import', async () => ({ command: 'import', source: incoming('few'), project: PROJECT._id, data_type: null, into_demo: true })],
    [
      'import with a mapping',
      async () => ({
        command: 'import',
        source: incoming('files'),
        project: PROJECT._id,
        data_type: null,
        into_demo: true,
        mapping: mappingRows(share(MAX_MAPPING_ROWS)),
      }),
    ],
    ['backup', async () => maintain('backup', { folder: path.join(site.backups, 'whole') })],
    ['scrub', async () => maintain('scrub')],
    ['clean-streams', async () => maintain('clean-streams')],
    ['reorder', async () => maintain('reorder', { place: incoming('files') })],
    ['prune-versions', async () => maintain('prune-versions', { dry_run: false })],
    ['quarantine', async () => maintain('quarantine')],
    ['quarantine-restore', async () => maintain('quarantine-restore', { key: null })],
    ['quarantine-purge', async () => maintain('quarantine-purge')],
    ['list', async () => ({ command: 'admin', action: 'list' })],
    ['list-tokens', async () => ({ command: 'admin', action: 'list-tokens', email: null })],
  ];

  it.each(commands)('keeps responding amid %s', { timeout: TIMEOUT_MS }, async (what, make) => {
    const request = await make();
    const file = (request as { file?: string }).file;
    const bytes = file === undefined ? JSON.stringify(request).length : (await stat(file)).size;
    const begun = performance.now();
    let last: ControlMessage | undefined;
    const waits = await healthDuring(server.url, async () => {
      last = (await answersTo(request)).at(-1);
    });
    expect(last?.type).toMatch(/^(answer|report)$/);
    table.add(what, { bytes, took: performance.now() - begun, waits });
  });

  /** The second image with as many drawn points as a body takes. */
  const drawn = () => {
    const points = Array.from({ length: share(24_000) }, (_, at) => ({ ...POINT, id: `p${at}`, x: at % 900, y: at % 700 }));
    const line = { name: 'LV endo', finished: true, shape: 'endo-epi', pattern: 'LV endo', frame_number: 1, points };
    return { ...site.seeded.images[1]!, segmentation: [{ lines: [line] }] };
  };

  /** Calls with bodies of the largest size. They are parsed where they arrive, so that a large one takes its time. */
  const calls: ReadonlyArray<[name: string, send: () => Promise<number>]> = [
    [
      'analysis/update',
      async () => {
        const editor = await new Person(emailOf('Editor'), 'Editor').signIn(server.url);
        const reply = await editor.send(CALLS.analysisUpdate, saved(drawn() as never));
        return reply?.status ?? 0;
      },
    ],
    [
      'reviews/create',
      async () => {
        const reviewer = await new Person(emailOf('Reviewer'), 'Reviewer').signIn(server.url);
        const { id, missing_images, editor, project } = saved(drawn() as never);
        const review = { id, missing_images, editor, project, ...SCOPE, review: [drawn() as never], base_version: null };
        const reply = await reviewer.send(CALLS.reviewsCreate, { ...review, save_id: 'review-of-torture' });
        return reply?.status ?? 0;
      },
    ],
    [
      'audit/verify',
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const { faults } = await admin.ask(CALLS.auditVerify, {});
        expect(faults).toEqual([]);
        return 200;
      },
    ],
    [
      'imports/begin-upload',
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const files = Array.from({ length: share(MAX_UPLOAD_FILES) }, (_, n) => ({ name: `folder/of/many/files/image-${n}.dcm`, size: 1 }));
        const reply = await admin.send(CALLS.importsBeginUpload, { id: 'a'.repeat(32), files });
        return reply?.status ?? 0;
      },
    ],
    [
      'imports/create',
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const order = importOrder('import-with-mapping', 'files');
        const reply = await admin.send(CALLS.importsCreate, {
          ...order,
          order: { ...order.order, mapping: mappingRows(share(MAX_MAPPING_ROWS)) },
        });
        await importEnded(admin, 'import-with-mapping');
        return reply?.status ?? 0;
      },
    ],
    [
      'predictions/create and get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const file = await ownJson(incoming('sent.json'), instance, share(MAX_ENTRIES), share(MAX_LINES_BYTES - 1024 * 1024));
        return (await sendLines(scientist, file)) === 'finished' ? 200 : 0;
      },
    ],
    [
      'configuration/add, reference values',
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const reply = await admin.send(CALLS.configurationAdd, {
          name: 'echo_references',
          data: referencePacks(share(MAX_SET_BYTES - 64 * 1024)),
          dry_run: true,
        });
        return reply?.status ?? 0;
      },
    ],
    ...(['assignments/create, preview', 'assignments/create'] as const).map((name): [string, () => Promise<number>] => [
      name,
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const body = { project: LARGE._id, plan: LARGE_PLAN, seed: 7, dry_run: name !== 'assignments/create' };
        return (await admin.send(CALLS.assignmentsCreate, body))?.status ?? 0;
      },
    ]),
    [
      'assignments/list and change',
      async () => {
        const admin = await new Person(emailOf('Admin'), 'Admin').signIn(server.url);
        const { assignments } = await admin.ask(CALLS.assignmentsList, { project: LARGE._id });
        const ids = assignments.slice(0, MAX_CHANGED_ASSIGNMENTS).map(({ id }) => id);
        const reply = await admin.send(CALLS.assignmentsChange, { project: LARGE._id, ids, change: { act: 'pause' } });
        return reply?.status ?? 0;
      },
    ],
    [
      'inbox/get',
      async () => {
        const reader = await new Person(READER, LARGE_PLAN.role).signIn(server.url);
        return (await reader.send(CALLS.inboxGet, {}))?.status ?? 0;
      },
    ],
    [
      'values/get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const lines = await scientist.ask(CALLS.valuesGet, SCOPE);
        expect(lines.at(-1)).toEqual({ values: lines.length - 1 });
        return 200;
      },
    ],
    [
      'exports/preview',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const { works } = await scientist.ask(CALLS.exportsPreview, { project: PROJECT._id, request: defaultExport('measurements') });
        expect(works).toBeGreaterThan(0);
        return 200;
      },
    ],
    [
      'statistics/update and get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const scope = { db_name: PROJECT.db_name };
        await scientist.ask(CALLS.statisticsUpdate, scope);
        return made(async () => {
          const { files, making } = await scientist.ask(CALLS.statisticsGet, scope);
          return making ?? { state: files.length > 0 ? 'finished' : 'queued', failure: null };
        });
      },
    ],
    [
      'readers/update and get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const scope = { db_name: PROJECT.db_name };
        await scientist.ask(CALLS.readersUpdate, scope);
        return made(async () => (await scientist.ask(CALLS.readersGet, scope)).making ?? { state: 'queued', failure: null });
      },
    ],
    [
      'gates/get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        return (await scientist.send(CALLS.gatesGet, { db_name: PROJECT.db_name }))?.status ?? 0;
      },
    ],
    [
      'effort/get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        return (await scientist.send(CALLS.effortGet, { db_name: PROJECT.db_name }))?.status ?? 0;
      },
    ],
    [
      'reviews/queue',
      async () => {
        const reviewer = await new Person(emailOf('Reviewer'), 'Reviewer').signIn(server.url);
        return (await reviewer.send(CALLS.reviewsQueue, { db_name: PROJECT.db_name }))?.status ?? 0;
      },
    ],
    [
      'agreement/compare and get',
      async () => {
        const scientist = await new Person(emailOf('Data scientist'), 'Data scientist').signIn(server.url);
        const scope = { db_name: PROJECT.db_name };
        const { readers } = await scientist.ask(CALLS.agreementReaders, scope);
        const pair = readers.slice(0, 2).map(({ editor, reviewer, blind, pass }) => ({ editor, reviewer, blind, pass }));
        await scientist.ask(CALLS.agreementCompare, { id: 'agreement-of-readers', readers: pair, ...scope });
        return made(async () => (await scientist.ask(CALLS.agreementGet, { id: 'agreement-of-readers' })).making);
      },
    ],
  ];

  it.each(calls)('responds to %s', { timeout: TIMEOUT_MS }, async (what, send) => {
    const begun = performance.now();
    let status = 0;
    const waits = await healthDuring(server.url, async () => {
      status = await send();
    });
    table.add(`${what}, status ${status}`, { bytes: 0, took: performance.now() - begun, waits });
    expect(status).toBe(200);
  });

  it('is written down', () => table.report());
});
