import type { Engine, ImageOrder } from '@echometry/bindings/engine/api.ts';
import type { Kysely } from 'kysely';
import type { Db } from '../db/connect.ts';
import { lockProject } from '../db/projects.ts';
import type { Database, Flag } from '../db/schema.ts';
import { readBytes } from '../objects/read-bytes.ts';
import type { ObjectStore } from '../objects/store.ts';
import { inOrder, inserted, type Placed, type Standing } from './image-order.ts';
import { LOOKUP_ROWS } from './limits.ts';

export interface PlaceTools {
  db: Db;
  objects: ObjectStore;
  engine: Engine;
  deidKey: Uint8Array;
  signal: AbortSignal;
}

/** An image of a study that was imported, not made from another one. */
interface ImageRow {
  id: number;
  study_id: number;
  instance_id: string;
  object_sha256: string;
  placed: Flag;
}

/** A study whose images are to be placed. */
export interface PlacedStudy {
  id: number;
  project_id: number;
}

const UNKNOWN: ImageOrder = { acquired: null, series_number: null, instance_number: null };

/** Images of studies in their present order, without those made from frames of others. */
export const imagesInPlace = (query: Kysely<Database>, studies: readonly number[]): Promise<ImageRow[]> =>
  query
    .selectFrom('image_file')
    .select(['id', 'study_id', 'instance_id', 'object_sha256', 'placed'])
    .where('study_id', 'in', studies)
    .where('snapshot_of', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Series and instance numbers of a stored image; unknown if it is damaged. Acquisition times are not stored. */
async function storedOrder({ objects, engine, deidKey }: PlaceTools, { object_sha256 }: ImageRow): Promise<ImageOrder> {
  if (!(await objects.wasSound(object_sha256))) return UNKNOWN;
  const found = await engine.takeIn(await readBytes(objects, object_sha256), deidKey);
  if (!found.ok) return UNKNOWN;
  try {
    return { ...found.value.identity.order, acquired: null };
  } finally {
    found.value.drop();
  }
}

/**
 * Orders of images, read from the store unless this import read their files.
 * @returns null once the work is cancelled
 */
export async function ordersOf(
  tools: PlaceTools,
  rows: readonly ImageRow[],
  found?: ReadonlyMap<string, Placed>,
): Promise<Standing<ImageRow>[] | null> {
  const read: Standing<ImageRow>[] = [];
  for (const image of rows) {
    if (tools.signal.aborted) return null;
    read.push({ image, order: found?.get(image.instance_id)?.order ?? (await storedOrder(tools, image)) });
  }
  return read;
}

/** Stores the positions of a study's images as decided. @returns false if the images have this order already */
export async function keepPlaces(
  db: Db,
  { id: studyId, project_id }: PlacedStudy,
  present: readonly ImageRow[],
  wanted: readonly ImageRow[],
): Promise<boolean> {
  const isSame = wanted.every(({ id }, at) => present[at]?.id === id);
  if (isSame && wanted.every(({ placed }) => placed === 1)) return false;
  await db.query.transaction().execute(async (query) => {
    await lockProject(db, query, project_id);
    for (const [position, { id, instance_id }] of wanted.entries())
      await query
        .updateTable('image_file')
        .set({ position, placed: 1 })
        .where('study_id', '=', studyId)
        // An image that was made from a frame stays behind its source.
        .where((e) => e.or([e('id', '=', id), e('snapshot_of', '=', instance_id)]))
        .execute();
  });
  return !isSame;
}

/** Order of a study of which all or some images were read; null if these decide nothing, or once the work is cancelled. */
async function orderOf(
  tools: PlaceTools,
  present: readonly ImageRow[],
  found: ReadonlyMap<string, Placed>,
): Promise<readonly ImageRow[] | null> {
  const known = present
    .flatMap((image) => {
      const placed = found.get(image.instance_id);
      return placed === undefined ? [] : [{ image, placed, order: placed.order }];
    })
    .sort((a, b) => inOrder(a.placed, b.placed));
  if (known.length === present.length) return known.map(({ image }) => image);
  const fresh = known.filter(({ placed }) => placed.isNew);
  if (fresh.length === 0) return null;
  const standing = await ordersOf(
    tools,
    present.filter(({ instance_id }) => found.get(instance_id)?.isNew !== true),
    found,
  );
  return standing === null ? null : inserted(standing, fresh);
}

async function studiesOf({ db }: PlaceTools, instances: readonly string[], projectId: number | null): Promise<PlacedStudy[]> {
  const studies = new Map<number, PlacedStudy>();
  for (let begin = 0; begin < instances.length; begin += LOOKUP_ROWS) {
    const rows = await db.query
      .selectFrom('image_file')
      .innerJoin('study', 'study.id', 'image_file.study_id')
      .select(['study.id', 'study.project_id'])
      .distinct()
      .where('instance_id', 'in', instances.slice(begin, begin + LOOKUP_ROWS))
      .$if(projectId !== null, (some) => some.where('study.project_id', '=', projectId ?? 0))
      .execute();
    for (const row of rows) studies.set(row.id, row);
  }
  return [...studies.values()];
}

/**
 * Decides the positions of images from their files, and inserts new images among the images with a position.
 * @param found images that were read, by their instance
 * @param projectId null for all projects
 */
export async function placeImages(
  tools: PlaceTools,
  found: ReadonlyMap<string, Placed>,
  projectId: number | null,
): Promise<{ studies: number; changed: number }> {
  const studies = await studiesOf(tools, [...found.keys()], projectId);
  let changed = 0;
  for (let begin = 0; begin < studies.length; begin += LOOKUP_ROWS) {
    const some = studies.slice(begin, begin + LOOKUP_ROWS);
    const images = await imagesInPlace(
      tools.db.query,
      some.map(({ id }) => id),
    );
    for (const study of some) {
      const present = images.filter(({ study_id }) => study_id === study.id);
      const wanted = await orderOf(tools, present, found);
      if (wanted !== null && (await keepPlaces(tools.db, study, present, wanted))) changed += 1;
    }
  }
  return { studies: studies.length, changed };
}
