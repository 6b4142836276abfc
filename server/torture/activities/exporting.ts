import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { csvRows, unzipped } from '../../test/exported.ts';
import { HEAD_VALUES } from '../../test/many-heads.ts';
import { PROJECT, SCOPE } from '../../test/world.ts';
import { JOB_MS } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Person } from '../person.ts';
import type { Round, Scenario } from '../scenario.ts';
import type { Site } from '../site.ts';

/** Rows of a value: of its one cycle, and as a mean. */
const ROWS_OF_A_VALUE = 2;
/** A value of an export is the closed form of fixtures/golden/study to this share. */
const TOLERANCE = 1e-9;

/** Saves the drawn studies, so that there is something to export. */
export async function drawAll(editor: Person, site: Site): Promise<void> {
  for (const { studyId, images } of site.drawn)
    await editor.ask(CALLS.analysisUpdate, {
      id: studyId,
      images,
      missing_images: [],
      validated: false,
      editor: editor.email,
      project: PROJECT._id,
      study_state: 'Valid',
      ...SCOPE,
    });
}

export const exportRequest = (id: string, email: string) => ({
  project: PROJECT._id,
  editor: '',
  image_type: 'Head butterfly',
  data: 'analysis' as const,
  mode: '' as const,
  imview_header: false,
  include_normal: true,
  include_caliper: true,
  user: email,
  id,
});

export async function exportEnded(scientist: Person, id: string): Promise<ExportRecord | null> {
  const end = Date.now() + JOB_MS;
  for (;;) {
    const record = await scientist.ask(CALLS.exportsGet, { id });
    if (!isUnderWay(record.status)) return record;
    if (Date.now() > end) return null;
    await pause(60);
  }
}

/** Faults of an archive: hashes of its manifest, and values against their closed forms. */
async function faultsOf(zip: string, site: Site): Promise<string[]> {
  const files = await unzipped(zip);
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: { path: string; sha256: string }[] };
  const faults = manifest.files
    .filter(({ path: name, sha256 }) => createHash('sha256').update(files.get(name)!).digest('hex') !== sha256)
    .map(({ path: name }) => `${name} is not what the manifest names`);
  const table = csvRows(files.get('measurements.csv')!.toString());
  const images = site.drawn.reduce((sum, study) => sum + study.images.length, 0);
  for (const { name, aggregate } of HEAD_VALUES) {
    const values = table.filter((row) => row['measurement'] === name).map((row) => Number(row['value']));
    if (values.length !== images * ROWS_OF_A_VALUE) faults.push(`${values.length} values of ${name}`);
    if (values.some((value) => Math.abs(value - aggregate) > TOLERANCE * Math.abs(aggregate))) faults.push(`a wrong value of ${name}`);
  }
  return faults;
}

/** Waits for an export, fetches it as a browser does, and notes what is wrong with it; returns when it ended. */
export async function verifyExport({ people, ledger, site }: Pick<Round, 'people' | 'ledger' | 'site'>, id: string): Promise<number> {
  const record = await exportEnded(people.scientist, id);
  if (record?.status !== 'finished' || record.output === null) {
    ledger.faults.push(`Export ${id} ended as ${record?.status ?? 'nothing'}: ${record?.failure ?? ''}`);
    return 0;
  }
  const [signed] = await people.scientist.ask(CALLS.getPresignedUrls, record.output);
  const zip = path.join(site.backups, `${id}.zip`);
  await writeFile(zip, await people.scientist.file(signed?.url ?? ''));
  ledger.faults.push(...(await faultsOf(zip, site)).map((fault) => `Export ${id}: ${fault}`));
  await rm(zip);
  return record.ended_at ?? 0;
}

/** An export of drawn heads: begun once, ended once, complete and right. */
export const exporting: Scenario = {
  name: 'exports',
  withinMs: 900,
  begin: async (round) => {
    const { scientist } = round.people;
    const request = exportRequest(`export-${round.number}`, scientist.email);
    const asked = scientist.send(CALLS.exportsCreateMeasurements, request);
    let killedAt = 0;
    return {
      settled: async () => {
        killedAt = Date.now();
        await asked;
      },
      verify: async () => {
        await scientist.ask(CALLS.exportsCreateMeasurements, request);
        return (await verifyExport(round, request.id)) > killedAt;
      },
    };
  },
};
