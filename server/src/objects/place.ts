import { createReadStream } from 'node:fs';
import type { Db } from '../db/connect.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { bucketReader, bucketStore } from './bucket-store.ts';
import { checksIn } from './checks.ts';
import { objectPath, type ObjectReader, type ObjectStore, openFolderStore } from './store.ts';

/** Where the objects of a workspace lie. A plain value, so that it can be passed to threads. */
export type ObjectsPlace =
  | { readonly kind: 'folder'; readonly root: string }
  | { readonly kind: 'bucket'; readonly bucket: BucketSettings };

/** Opens the store of a place. `shared` when other servers use it at the same time. */
export const openStore = (place: ObjectsPlace, { db, shared }: { db: Db; shared: boolean }): Promise<ObjectStore> =>
  place.kind === 'folder' ? openFolderStore(place.root) : Promise.resolve(bucketStore(place.bucket, { checks: checksIn(db), shared }));

/** Reads objects at the place given to a thread; it opens and sweeps nothing. */
export const objectReader = (place: ObjectsPlace): ObjectReader =>
  place.kind === 'folder' ? { read: (key, range) => createReadStream(objectPath(place.root, key), range) } : bucketReader(place.bucket);
