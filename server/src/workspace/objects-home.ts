import path from 'node:path';
import { ownerOfBucket } from '../objects/bucket-identity.ts';
import { bucketName, type BucketSettings } from '../objects/bucket-settings.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import { Refusal } from '../errors.ts';
import { OBJECTS_FOLDER } from './making.ts';
import type { BucketHome, WorkspaceMark } from './mark.ts';

const NOTHING_CHANGED = 'Nothing was changed.';

/** The store of a new workspace, or of one whose mark names it. */
export const placeOf = (folder: string, bucket: BucketSettings | null): ObjectsPlace =>
  bucket === null ? { kind: 'folder', root: path.join(folder, OBJECTS_FOLDER) } : { kind: 'bucket', bucket };

/** Entry of a bucket in the mark of a workspace. */
export const homeOf = ({ bucket, prefix }: BucketSettings): BucketHome => ({ bucket, prefix });

const isHome = (home: BucketHome, configured: BucketSettings): boolean =>
  home.bucket === configured.bucket && home.prefix === configured.prefix;

/**
 * Where the objects of a known workspace lie, by its mark. A start that names another store is refused: what it does not
 * find there would be damaged in everybody's eyes.
 */
export function objectsPlace(folder: string, mark: WorkspaceMark, configured: BucketSettings | null): ObjectsPlace {
  const home = mark.objects ?? null;
  if (home === null && configured !== null)
    throw new Refusal(
      `The objects of ${folder} are in its own folder, but object_store names the bucket ${bucketName(configured)}. ${NOTHING_CHANGED} Leave it out, or move them: npm run admin -- move-objects --to bucket.`,
    );
  if (home !== null && configured === null)
    throw new Refusal(
      `The objects of ${folder} are in the bucket ${bucketName(home)}. ${NOTHING_CHANGED} Name it with object_store in config.json or ECHOMETRY_OBJECT_STORE.`,
    );
  if (home !== null && configured !== null && !isHome(home, configured))
    throw new Refusal(
      `The objects of ${folder} are in the bucket ${bucketName(home)}, but object_store names ${bucketName(configured)}. ${NOTHING_CHANGED} Name the bucket they are in.`,
    );
  return placeOf(folder, configured);
}

/** A bucket with the right name may still belong to another service, or be empty. */
export async function refuseForeignObjects(place: ObjectsPlace, mark: WorkspaceMark): Promise<void> {
  if (place.kind === 'folder') return;
  const owner = await ownerOfBucket(place.bucket);
  if (owner === mark.workspace_id) return;
  throw new Refusal(
    owner === null
      ? `${bucketName(place.bucket)} at ${place.bucket.endpoint} holds no objects of a workspace, but those of workspace ${mark.workspace_id} should be there. ${NOTHING_CHANGED} Name the right endpoint in object_store, or bring the bucket back.`
      : `${bucketName(place.bucket)} at ${place.bucket.endpoint} holds the objects of workspace ${owner}, not those of ${mark.workspace_id}. ${NOTHING_CHANGED} Name the right bucket in object_store.`,
  );
}
