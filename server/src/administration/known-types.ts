import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { KnownType } from '@echometry/contract/rules/project-faults.ts';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import { currentConfigSet } from '../db/config-sets.ts';
import type { Database } from '../db/schema.ts';

/** Image types of the configuration that is current in a project; rows that cannot be read are none. */
export async function knownImageTypes(query: Kysely<Database>, projectId: number): Promise<KnownType[]> {
  const set = await currentConfigSet(query, 'echo_image_types', projectId);
  return (set?.data ?? []).flatMap((row) => (Value.Check(ImageTypeRow, row) ? [{ type: row.type, modalities: row.modalities }] : []));
}
