import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { dicomFile } from '../../test/dicom-file.ts';
import { PROJECT } from '../../test/world.ts';
import { IMPORT_FILES, JOB_MS } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Person } from '../person.ts';
import type { Round, Scenario } from '../scenario.ts';
import { INCOMING } from '../site.ts';

const SIDE = 200;
const STUDIES = 3;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pixelsOf = (file: Uint8Array): Uint8Array => file.subarray(file.length - SIDE * SIDE);

/** Writes files to import; returns the hash of the pixels of each, which an import leaves as they are. */
export async function writeFiles(folder: string, seed: number, count = IMPORT_FILES): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const pixels: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const study = n % STUDIES;
    const file = dicomFile({
      patientId: `T${seed}-${study}`,
      uid: `1.2.9.${seed}.${n}`,
      studyUid: `1.2.10.${seed}.${study}`,
      date: '20260312',
      shade: (seed * 7 + n) & 0xff,
      rows: SIDE,
      columns: SIDE,
    });
    pixels.push(hashOf(pixelsOf(file)));
    await writeFile(path.join(folder, `${n}.dcm`), file);
  }
  return pixels.sort();
}

export const importOrder = (id: string, name: string): BodyOf<typeof CALLS.importsCreate> => ({
  id,
  order: {
    project: PROJECT._id,
    source: { kind: 'folder', folder: INCOMING, path: name },
    data_type: null,
    patients: { kind: 'refuse' },
    mapping: [],
    into_demo: true,
  },
});

export async function importEnded(admin: Person, id: string) {
  const end = Date.now() + JOB_MS;
  for (;;) {
    const { import: record, files } = await admin.ask(CALLS.importsReport, { id, outcome: null, offset: 0, limit: 5000 });
    if (!isUnderWay(record.status)) return { record, files };
    if (Date.now() > end) return null;
    await pause(60);
  }
}

/** Hashes of the pixels of every image of some studies, fetched as a browser fetches them. */
export async function storedPixels(viewer: Person, studies: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const study of studies) {
    const [patient, date] = study.split('_');
    for (const { kind, url } of await viewer.ask(CALLS.getUrls, { bucket: '0', object: `US/${patient}/${date}/` }))
      if (kind === 'dicom') found.push(hashOf(pixelsOf(await viewer.file(url))));
  }
  return found.sort();
}

/** Compares what an import stored with its files; returns when it ended, null when it did not. */
async function verify({ people, ledger }: Round, id: string, pixels: readonly string[]): Promise<number | null> {
  const done = await importEnded(people.admin, id);
  if (done === null) {
    ledger.faults.push(`Import ${id} did not end`);
    return null;
  }
  const { imported, already_there } = done.record.counts;
  if (done.record.status !== 'finished' || imported + already_there !== pixels.length)
    ledger.faults.push(`Import ${id} ended as ${done.record.status} with ${JSON.stringify(done.record.counts)}`);
  const studies = new Set(done.files.map(({ study_id }) => study_id).filter((study) => study !== null));
  const stored = await storedPixels(people.viewer, studies);
  if (stored.join() !== pixels.join())
    ledger.faults.push(`LOST: of ${pixels.length} images of import ${id}, ${stored.length} are found in ${studies.size} studies`);
  return done.record.ended_at;
}

/** An import of a folder: once it was accepted, it continues after every kill until all images are there. */
export const importing: Scenario = {
  name: 'imports',
  withinMs: 400,
  begin: async (round) => {
    const id = `import-${round.number}`;
    const folder = path.join(round.site.incoming, id);
    const pixels = await writeFiles(folder, round.number);
    const asked = round.people.admin.send(CALLS.importsCreate, importOrder(id, id));
    let killedAt = 0;
    return {
      settled: async () => {
        killedAt = Date.now();
        await asked;
      },
      verify: async () => {
        // Asking again under the same id is one import, whether the first time arrived or not.
        await round.people.admin.ask(CALLS.importsCreate, importOrder(id, id));
        const endedAt = await verify(round, id, pixels);
        await rm(folder, { recursive: true });
        return endedAt !== null && endedAt > killedAt;
      },
    };
  },
};
