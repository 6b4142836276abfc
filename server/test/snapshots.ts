import { findUser } from '../src/db/users.ts';
import { filenameOf } from '../src/imports/import-file.ts';
import { snapshotUid } from '../src/images/snapshot/names.ts';
import type { Db } from '../src/db/connect.ts';
import { DEID_KEY, emailOf } from './world.ts';

/** Rows of snapshots that were made of a frame before: a shared one, and one of blind work. Their pixels equal the source. */
export async function addSnapshots(
  world: { db: Db },
  { of, frame, deidKey = DEID_KEY }: { of: string; frame: number; deidKey?: Uint8Array },
): Promise<{ shared: string; blind: string }> {
  const { query } = world.db;
  const source = await query.selectFrom('image_file').selectAll().where('instance_id', '=', of).executeTakeFirstOrThrow();
  const add = async (role: 'Editor' | 'Ground-truth generator'): Promise<string> => {
    const author = (await findUser(query, emailOf(role)))!.id;
    const isPrivate = role !== 'Editor';
    const instance_id = snapshotUid(deidKey, { source: of, frame, author: isPrivate ? author : null });
    const { id: _, ...row } = source;
    await query
      .insertInto('image_file')
      .values({
        ...row,
        instance_id,
        filename: filenameOf(instance_id),
        snapshot_of: of,
        snapshot_frame: frame,
        snapshot_by: author,
        snapshot_private: isPrivate ? 1 : 0,
      })
      .execute();
    return instance_id;
  };
  return { shared: await add('Editor'), blind: await add('Ground-truth generator') };
}
