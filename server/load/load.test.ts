import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { databases } from '../test/databases.ts';
import { MAIN } from '../test/server-process.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { CASES, type LoadCase } from './cases.ts';
import { IS_MEASURED, ONLY, SECONDS } from './limits.ts';
import { makeLoadSite } from './load-site.ts';
import { type Measured, measure } from './measure.ts';

const REPORT = fileURLToPath(new URL('../../build/load.txt', import.meta.url));
/** People of the short form: enough to show that the harness and the server agree. */
const FEW = 4;
/** Cases of more people are left to `npm run load`: with few they would be one of the others. */
const FEWER = 50;

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? 0;
const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
const lines = [
  '| engine | case | saves | p50 | p95 | p99 (ms) | goal | piece of a file, p50 / p99 (ms) | memory: first, last third (MiB) | a save: sent, stored (kB) | processor, a save (ms) |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];

function lineOf(engine: string, { name, p99Ms }: LoadCase, { saves, reads, rssMiB, saveBytes, grewBytes, processorMs }: Measured): string {
  const third = Math.ceil(rssMiB.length / 3);
  const mean = (values: number[]): string => (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(0);
  const at = (values: readonly number[], q: number): string => (values.length === 0 ? '–' : quantile(values, q).toFixed(0));
  return `| ${engine} | ${name} | ${saves.length} | ${at(saves, 0.5)} | ${at(saves, 0.95)} | ${at(saves, 0.99)} | ${p99Ms} | ${at(reads, 0.5)} / ${at(reads, 0.99)} | ${mean(rssMiB.slice(0, third))}, ${mean(rssMiB.slice(-third))} | ${kB(saveBytes)}, ${kB(grewBytes)} | ${processorMs.toFixed(1)} |`;
}

describe.each(databases())('under load, a server on $name', ({ name, fresh }) => {
  it.each(CASES.filter(({ name: its, people }) => its.includes(ONLY) && (IS_MEASURED || people <= FEWER)))(
    'acknowledges every save of $name, and stores it once',
    { timeout: 120_000 + SECONDS * 3000 },
    async (asked) => {
      expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
      const load = IS_MEASURED ? asked : { ...asked, people: FEW };
      const location = await fresh();
      const site = await makeLoadSite(location, load);
      const place = location.kind === 'sqlite' ? { kind: 'sqlite' as const, file: path.join(site.folder, 'records.sqlite') } : location;
      const seen = await measure(site, place, load);
      lines.push(lineOf(name, load, seen));
      process.stdout.write(`${lines.at(-1)}\n`);
      expect(seen.failures).toEqual([]);
      expect(seen.saves).toHaveLength(load.people * Math.ceil(SECONDS / load.everyS));
      const workspace = await openWorkspace({
        folder: site.folder,
        kindIfNew: 'demo',
        ...(location.kind === 'postgres' ? { database: location } : {}),
      });
      const rows = await workspace.db.query.selectFrom('analysis_version').select('save_id').where('save_id', 'like', 'load-%').execute();
      await workspace.close();
      expect(new Set(rows.map(({ save_id }) => save_id)).size).toBe(seen.saves.length);
    },
  );

  afterAll(async () => {
    if (!IS_MEASURED) return;
    await mkdir(path.dirname(REPORT), { recursive: true });
    await writeFile(REPORT, `${lines.join('\n')}\n`);
  });
});
