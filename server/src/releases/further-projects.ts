import type { Release } from '@echometry/contract/records/release.ts';
import type { Caller } from '../access/caller.ts';
import { type ProjectAccess, projectByKey } from '../access/project-access.ts';
import { invalidField, Problem } from '../errors.ts';
import type { ReleaseServices } from './services.ts';

/** The further projects of a release, each of which the caller must be a member of. */
export async function openFurther(
  services: ReleaseServices,
  caller: Caller,
  home: ProjectAccess,
  keys: readonly string[] = [],
): Promise<ProjectAccess[]> {
  if (keys.includes(home.project._id)) throw invalidField('further_projects', 'names the project that the release belongs to');
  const opened: ProjectAccess[] = [];
  for (const key of keys) opened.push(await projectByKey(services, caller, key));
  return opened;
}

/** Releases without a further project that is closed to the caller. */
export async function openReleases(services: ReleaseServices, caller: Caller, releases: readonly Release[]): Promise<Release[]> {
  const isOpen = new Map<string, boolean>();
  for (const key of new Set(releases.flatMap(({ request }) => request.further_projects ?? [])))
    isOpen.set(
      key,
      await projectByKey(services, caller, key).then(
        () => true,
        (error: unknown) => {
          // Not a member: the release is not listed.
          if (error instanceof Problem) return false;
          throw error;
        },
      ),
    );
  return releases.filter(({ request }) => (request.further_projects ?? []).every((key) => isOpen.get(key) === true));
}
