import { counted } from '@echometry/contract/rules/counted.ts';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { FileOnDisk } from '@echometry/bindings/engine/api.ts';
import type { JobOptions } from './backup/back-up.ts';
import { recordAct } from '../db/audit.ts';
import { IMAGES_REORDERED, metaOf, setMeta } from '../db/meta.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import { byTheirNumbers, type Placed } from '../imports/image-order.ts';
import { MAX_FILE_BYTES } from '../imports/limits.ts';
import { imagesInPlace, keepPlaces, type PlacedStudy, placeImages, type PlaceTools, ordersOf } from '../imports/place-images.ts';
import { openSource, type SourceFile } from '../imports/source.ts';
import { zipSource } from '../imports/zip-source.ts';

interface Outcome {
  /** Studies that were checked, that got a new order, and whose stored files lack the numbers that decide it. */
  studies: number;
  changed: number;
  undecided: number;
  /** Unreadable files of the source. */
  unreadable: number;
}

const studiesInWords = (count: number): string => counted(count, 'study', 'studies');

/** Studies that an earlier version imported in the order of their file names. */
const earlierStudies = ({ db }: Workspace): Promise<PlacedStudy[]> =>
  db.query
    .selectFrom('study')
    .select(['study.id', 'study.project_id'])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('image_file')
            .select('image_file.id')
            .whereRef('image_file.study_id', '=', 'study.id')
            .where('image_file.snapshot_of', 'is', null)
            .where('image_file.placed', '=', 1),
        ),
      ),
    )
    .orderBy('study.id')
    .execute();

/** Sorts studies of earlier versions by the series and instance numbers of their stored files. */
async function byStoredNumbers(workspace: Workspace, tools: PlaceTools, onProgress: JobOptions['onProgress']): Promise<Outcome> {
  const studies = await earlierStudies(workspace);
  const outcome: Outcome = { studies: 0, changed: 0, undecided: 0, unreadable: 0 };
  for (const [done, study] of studies.entries()) {
    const present = await imagesInPlace(workspace.db.query, [study.id]);
    const read = await ordersOf(tools, present);
    if (read === null) break;
    const wanted = byTheirNumbers(read);
    outcome.studies += 1;
    if (wanted === null) outcome.undecided += 1;
    else if (await keepPlaces(workspace.db, study, present, wanted)) outcome.changed += 1;
    onProgress?.({ done: done + 1, total: studies.length });
  }
  return outcome;
}

/** Identity and order of a file of the source; null if it cannot be read. */
async function readOne({ engine, deidKey }: PlaceTools, file: SourceFile): Promise<[string, Placed] | null> {
  if (!('read' in file)) return null;
  const bytes: Uint8Array | FileOnDisk =
    file.place === undefined ? await file.read(MAX_FILE_BYTES) : { path: file.place, most: MAX_FILE_BYTES };
  const found = await engine.takeIn(bytes, deidKey);
  if (!found.ok) return null;
  const { instance_id, order } = found.value.identity;
  found.value.drop();
  return [instance_id, { order, name: file.name, isNew: true }];
}

/** Sorts the studies of the files in a folder or a ZIP file. */
async function byOriginals(tools: PlaceTools, place: string, onProgress: JobOptions['onProgress']): Promise<Outcome> {
  const source = await openSource(place, zipSource);
  const found = new Map<string, Placed>();
  let unreadable = 0;
  let done = 0;
  try {
    for await (const file of source.files()) {
      if (tools.signal.aborted) return { studies: 0, changed: 0, undecided: 0, unreadable };
      const read = await readOne(tools, file);
      if (read === null) unreadable += 1;
      else found.set(...read);
      onProgress?.({ done: ++done, total: source.total });
    }
  } finally {
    await source.close();
  }
  return { ...(await placeImages(tools, found, null)), undecided: 0, unreadable };
}

/**
 * Puts the images of studies in the order in which they were acquired.
 * @param place folder or ZIP file of the originals; null sorts studies of earlier versions by their stored files
 */
export async function reorder(workspace: Workspace, place: string | null, options: JobOptions): Promise<CommandAnswer> {
  const { db, objects, deidKey } = workspace;
  const engine = await createEngine({ workers: 1 });
  try {
    const tools = { db, objects, deidKey, engine, signal: options.signal };
    const outcome = await (place === null
      ? byStoredNumbers(workspace, tools, options.onProgress)
      : byOriginals(tools, place, options.onProgress));
    const { studies, changed, undecided, unreadable } = outcome;
    if (changed > 0)
      await db.query.transaction().execute((query) =>
        recordAct(query, db.dialect, {
          at: options.now(),
          actorId: null,
          role: null,
          act: 'images-reordered',
          studyId: null,
          subject: 'images',
          detail: { studies: changed },
        }),
      );
    const cancelled = options.signal.aborted;
    const lines = [
      ...(cancelled ? ['Cancelled. Give the same command again to continue.'] : []),
      `${studiesInWords(studies)} checked; the images of ${studiesInWords(changed)} are in a new order.`,
      ...(undecided > 0
        ? [
            `${studiesInWords(undecided)} unchanged: the stored files lack the numbers that decide the order. To read it from the original files, use: npm run admin -- reorder FOLDER`,
          ]
        : []),
      ...(unreadable > 0 ? [`${counted(unreadable, 'file')} of ${place} could not be read as images.`] : []),
    ];
    return { lines, data: { ...outcome, cancelled }, failed: cancelled };
  } finally {
    await engine.close();
  }
}

/**
 * Sorts the studies of earlier versions once, after an upgrade.
 * @returns 'undone' if it was cancelled; the next start continues
 */
export async function reorderAfterUpgrade(
  workspace: Workspace,
  { log, ...options }: JobOptions & { log: (line: string) => void },
): Promise<void | 'undone'> {
  const { query } = workspace.db;
  if ((await metaOf(query, IMAGES_REORDERED)) !== null) return;
  if ((await earlierStudies(workspace)).length > 0) {
    const { lines, failed } = await reorder(workspace, null, options);
    if (failed) return 'undone';
    for (const line of lines) log(`Order of images: ${line}`);
  }
  await setMeta(query, IMAGES_REORDERED, String(options.now()));
}
