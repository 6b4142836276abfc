/** Exports and statistics of a whole project at a server at which people save: times, and the memory of the server. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { defaultExport, isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { describe, expect, it } from 'vitest';
import { databases } from '../test/databases.ts';
import { ended, MAIN, post, startServer } from '../test/server-process.ts';
import { emailOf, PROJECT } from '../test/world.ts';
import { type ExportLoad, makeExportSite } from './export-site.ts';
import { IS_MEASURED, ONLY, SAMPLE_MS, SECONDS } from './limits.ts';
import { clientOf, letClients, memoryMiB } from './measure.ts';

const NAME = 'an export of 500 studies while 20 people save';
const WHOLE: ExportLoad = { studies: 500, images: 10, people: 20 };
/** The short form shows that everything works together. */
const FEW: ExportLoad = { studies: 2, images: 2, people: 2 };
const REPORT = fileURLToPath(new URL('../../build/load-export.txt', import.meta.url));
/** The longest that a job is waited for, in ms. */
const PATIENCE_MS = 3_600_000;
const LOOK_MS = 250;
const EVERY_S = 1;
const OWNER = emailOf('Data scientist');

interface Timed {
  what: string;
  seconds: number;
  /** The most that the server held meanwhile, in MiB. */
  mostMiB: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests of the owner of exports, each timed with the memory it took. */
class Owner {
  readonly #timed: Timed[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #memory: () => number;

  constructor(url: string, token: string, memory: () => number) {
    this.#url = url;
    this.#token = token;
    this.#memory = memory;
  }

  get timed(): readonly Timed[] {
    return this.#timed;
  }

  async #time<T>(what: string, work: () => Promise<T>): Promise<T> {
    let mostMiB = this.#memory();
    const sampling = setInterval(() => {
      mostMiB = Math.max(mostMiB, this.#memory());
    }, SAMPLE_MS);
    const begin = performance.now();
    try {
      return await work();
    } finally {
      clearInterval(sampling);
      const timed = { what, seconds: (performance.now() - begin) / 1000, mostMiB };
      this.#timed.push(timed);
      // The whole table comes at the end, which may be half an hour away.
      if (IS_MEASURED) process.stdout.write(`| ${what} | ${timed.seconds.toFixed(1)} s | ${mostMiB.toFixed(0)} MiB |\n`);
    }
  }

  firstRows() {
    const asked = { project: PROJECT._id, request: defaultExport('measurements') };
    return this.#time('first rows', () => post(this.#url, CALLS.exportsPreview, asked, this.#token));
  }

  async export(type: 'measurements' | 'segmentations', formats: ExportFormatName[]) {
    const { url, token } = { url: this.#url, token: this.#token };
    const fields = { project: PROJECT._id, editor: '', image_type: '', data: 'analysis' as const, mode: '', user: OWNER, formats };
    return this.#time(formats.join(' and '), async () => {
      const queued =
        type === 'measurements'
          ? await post(
              url,
              CALLS.exportsCreateMeasurements,
              { ...fields, imview_header: false, include_normal: true, include_caliper: true },
              token,
            )
          : await post(
              url,
              CALLS.exportsCreate,
              { ...fields, only_study_type: '', images: false, single_file: false, all_files: true },
              token,
            );
      if (!queued.accepted) throw new Error('The export was not accepted');
      for (;;) {
        const record = await post(url, CALLS.exportsGet, { id: queued.export.id }, token);
        if (!isUnderWay(record.status)) return record;
        await pause(LOOK_MS);
      }
    });
  }

  statistics() {
    const asked = { db_name: PROJECT.db_name };
    return this.#time('statistics', async () => {
      await post(this.#url, CALLS.statisticsUpdate, asked, this.#token);
      for (;;) {
        const { making, files } = await post(this.#url, CALLS.statisticsGet, asked, this.#token);
        if (making === null || (making.state !== 'queued' && making.state !== 'running')) return { making, files };
        await pause(LOOK_MS);
      }
    });
  }
}

const lineOf = (engine: string, { studies, images, people }: ExportLoad, values: number, { what, seconds, mostMiB }: Timed): string =>
  `| ${engine} | ${what} | ${studies} x ${images} | ${people} | ${values} | ${seconds.toFixed(1)} | ${mostMiB.toFixed(0)} |\n`;

describe.each(databases())('on $name', ({ name, fresh }) => {
  it.runIf(NAME.includes(ONLY))(`${NAME}: tables, masks, videos and statistics are whole`, { timeout: PATIENCE_MS }, async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const load = IS_MEASURED ? WHOLE : FEW;
    const site = await makeExportSite(await fresh(), load);
    const { child, url } = await startServer(site.folder, { env: site.env });
    try {
      const { token: signedIn } = await post(url, CALLS.demoSignIn, { email: OWNER });
      const { token } = await post(url, CALLS.actAs, { role: 'Data scientist' }, signedIn);
      const owner = new Owner(url, token, () => memoryMiB(child.pid!));
      const saving = { name: NAME, people: load.people, everyS: EVERY_S, images: 0, changes: false, plays: false, p99Ms: 0 };
      const clients = site.people.map((person) => clientOf(person, saving));
      const people = letClients(url, clients, { seconds: SECONDS, everyS: EVERY_S });

      const { rows } = await owner.firstRows();
      expect(rows.length).toBeGreaterThan(0);
      const tables = await owner.export('measurements', ['csv-long', 'csv-wide']);
      const json = await owner.export('segmentations', ['json']);
      const seen = await people;
      expect(seen.failures).toEqual([]);
      const masks = await owner.export('segmentations', ['masks']);
      const videos = await owner.export('segmentations', ['echonet']);
      const statistics = await owner.statistics();

      for (const record of [tables, json, masks, videos]) expect([record.status, record.failure]).toEqual(['finished', null]);
      // All studies were stored before; of those that are saved meanwhile, each is there that was saved in time.
      const images = load.studies * load.images;
      expect(tables.contents?.images).toBeGreaterThanOrEqual(images);
      expect(json.contents?.images).toBeGreaterThanOrEqual(images);
      expect(tables.contents?.values).toBeGreaterThan(images);
      expect([statistics.making?.state, statistics.making?.failure]).toEqual(['finished', null]);
      expect(statistics.files.length).toBeGreaterThan(0);

      const lines = owner.timed.map((timed) => lineOf(name, load, tables.contents?.values ?? 0, timed));
      process.stdout.write(lines.join(''));
      if (!IS_MEASURED) return;
      await mkdir(path.dirname(REPORT), { recursive: true });
      await appendFile(
        REPORT,
        `| engine | what | studies x images | people | values | s | MiB |\n|---|---|---|---|---|---|---|\n${lines.join('')}`,
      );
    } finally {
      child.kill('SIGTERM');
      await ended(child);
    }
  });
});
