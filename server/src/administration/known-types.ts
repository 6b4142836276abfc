import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { ProjectFault } from '@echometry/contract/records/administered-project.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { type KnownType, projectFaults } from '@echometry/contract/rules/project-faults.ts';
import { referenceFaults } from '@echometry/contract/rules/reference-activation.ts';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import { currentConfigSet } from '../db/config-sets.ts';
import type { ProjectRow } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';

/** Image types of the configuration that is current in a project; rows that cannot be read are none. */
async function knownImageTypes(query: Kysely<Database>, projectId: number): Promise<KnownType[]> {
  const set = await currentConfigSet(query, 'echo_image_types', projectId);
  return (set?.data ?? []).flatMap((row) => (Value.Check(ImageTypeRow, row) ? [{ type: row.type, modalities: row.modalities }] : []));
}

/** Faults of a project as it might be saved, by the configuration that is current in it. */
export async function faultsOf(query: Kysely<Database>, row: ProjectRow, project: Project): Promise<ProjectFault[]> {
  const faults = projectFaults(project, await knownImageTypes(query, row.id));
  const before = row.project.references;
  // The set is large, and most saves leave the choice as it is.
  if (contentOf(before ?? null) === contentOf(project.references ?? null)) return faults;
  const set = await currentConfigSet(query, 'echo_references', row.id);
  const packs = (set?.data ?? []).filter((one) => Value.Check(ReferencePack, one));
  return [...faults, ...referenceFaults(before, project.references, packs).map((message) => ({ field: 'references', message }))];
}
