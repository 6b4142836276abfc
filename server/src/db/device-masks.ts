import type { ImportDevice } from '@echometry/bindings/engine/api.ts';
import { type MaskState, PictureMask } from '@echometry/contract/records/device-mask.ts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { Value } from 'typebox/value';
import type { Database, DeviceMaskTable } from './schema.ts';

type Query = Kysely<Database>;

/** Shows the regions of a file and nothing else. */
const REGIONS_ALONE: PictureMask = { shown: [], hidden: [] };

export interface DeviceMaskRow extends Selectable<DeviceMaskTable> {
  email: string | null;
}

export const maskOf = (row: Pick<DeviceMaskRow, 'mask'>): PictureMask => Value.Parse(PictureMask, JSON.parse(row.mask));

/** The decision about a device; a new device is stored, and waits. */
export async function deviceMask(
  query: Query,
  projectId: number,
  device: ImportDevice,
  now: number,
): Promise<{ state: MaskState; mask: PictureMask }> {
  const find = () =>
    query
      .selectFrom('device_mask')
      .select(['state', 'mask'])
      .where('project_id', '=', projectId)
      .where('device_key', '=', device.key)
      .executeTakeFirst();
  const known = await find();
  if (known !== undefined) return { state: known.state, mask: maskOf(known) };
  await query
    .insertInto('device_mask')
    .values({
      project_id: projectId,
      device_key: device.key,
      manufacturer: device.manufacturer,
      model: device.model,
      columns: device.columns,
      rows: device.rows,
      regions: JSON.stringify(device.regions),
      state: 'waiting',
      mask: JSON.stringify(REGIONS_ALONE),
      version: 0,
      seen_at: now,
      decided_by: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'device_key']).doNothing())
    .execute();
  const row = await find();
  return row === undefined ? { state: 'waiting', mask: REGIONS_ALONE } : { state: row.state, mask: maskOf(row) };
}

const selectMasks = (query: Query) =>
  query
    .selectFrom('device_mask')
    .leftJoin('user_account', 'user_account.id', 'device_mask.decided_by')
    .selectAll('device_mask')
    .select('user_account.email as email');

/** A mask of the project was approved at this time or later. */
export async function wasApprovedSince(query: Query, projectId: number, since: number): Promise<boolean> {
  const row = await query
    .selectFrom('device_mask')
    .select('device_key')
    .where('project_id', '=', projectId)
    .where('state', '=', 'approved')
    .where('decided_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Devices of all projects, waiting ones first, then the newest. */
export async function listDeviceMasks(query: Query, limit: number): Promise<DeviceMaskRow[]> {
  return selectMasks(query)
    .orderBy((order) => order.case().when('device_mask.state', '=', 'waiting').then(0).else(1).end())
    .orderBy('device_mask.seen_at', 'desc')
    .orderBy('device_mask.device_key')
    .limit(limit)
    .execute();
}

export async function findDeviceMask(query: Query, projectId: number, key: string): Promise<DeviceMaskRow | undefined> {
  return selectMasks(query).where('device_mask.project_id', '=', projectId).where('device_mask.device_key', '=', key).executeTakeFirst();
}

export interface MaskDecision {
  projectId: number;
  device: string;
  /** The version it was made on. */
  version: number;
  state: MaskState;
  mask: PictureMask;
  by: number;
  now: number;
}

/** Stores a decision; false when another one came first. */
export async function decideDeviceMask(query: Transaction<Database>, decision: MaskDecision): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('device_mask')
    .set({
      state: decision.state,
      mask: JSON.stringify(decision.mask),
      version: decision.version + 1,
      decided_by: decision.by,
      decided_at: decision.now,
    })
    .where('project_id', '=', decision.projectId)
    .where('device_key', '=', decision.device)
    .where('version', '=', decision.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
