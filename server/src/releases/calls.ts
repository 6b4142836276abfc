import type { Release } from '@echometry/contract/records/release.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { projectById, type ProjectAccess, projectByKey } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { jobsOf } from '../db/jobs.ts';
import { findRelease, newestVersion, releasesOf } from '../db/releases.ts';
import { rootOf } from '../db/sessions.ts';
import { studyTypesOf } from '../db/studies.ts';
import { notFound } from '../errors.ts';
import { checkRequest } from '../exports/queue-export.ts';
import { type SelectedWorks, selectWorks } from '../exports/select-works.ts';
import { openFurther, openReleases } from './further-projects.ts';
import { LISTED_JOBS, LISTED_RELEASES, SHOW_ENDED_MS } from './limits.ts';
import { queueRelease, releaseJobOf } from './queue-release.ts';
import { RELEASE_KIND } from './release-kind.ts';
import { exportOf } from './selection.ts';
import type { ReleaseServices } from './services.ts';

type Names = 'releasesCreate' | 'releasesList' | 'releasesGet' | 'releasesPreview' | 'releasesGetPresignedUrls';

/** Name of the archive of a release when it is saved. */
const filenameOf = ({ project, request, version }: Release): string =>
  `${project.replaceAll(/[^A-Za-z0-9.-]/g, '-')}_${request.name}_v${version}.zip`;

export function releaseHandlers(services: ReleaseServices): Pick<Handlers, Names> {
  const { db, now } = services;

  const releaseOf = async (caller: Caller, id: string): Promise<{ release: Release; access: ProjectAccess }> => {
    const found = await findRelease(db.query, id);
    if (found === null) throw notFound('id', 'No such release');
    const access = await projectById(services, caller, found.projectId);
    await openFurther(services, caller, access, found.release.request.further_projects);
    return { release: found.release, access };
  };

  /** The newest releases of a project that the caller may open, as many as a list has. */
  const newestOpen = async (caller: Caller, projectId: number): Promise<Release[]> => {
    const open: Release[] = [];
    for (let from = 0; open.length < LISTED_RELEASES; from += LISTED_RELEASES) {
      const some = await releasesOf(db.query, projectId, { from, limit: LISTED_RELEASES });
      const releases = some.map(({ release }) => release);
      open.push(...(await openReleases(services, caller, releases)));
      if (some.length < LISTED_RELEASES) break;
    }
    return open.slice(0, LISTED_RELEASES);
  };

  const releasesList: Handlers['releasesList'] = async ({ body, caller }) => {
    const access = await projectByKey(services, caller, body.project);
    const releases = await newestOpen(caller, access.id);
    const jobs = await jobsOf(db.query, { ownerId: caller.user.id, projectId: access.id, kind: RELEASE_KIND }, LISTED_JOBS);
    const isShown = ({ state, ended_at }: (typeof jobs)[number]): boolean =>
      state !== 'finished' && (ended_at === null || ended_at > now() - SHOW_ENDED_MS);
    return {
      releases,
      jobs: jobs.filter(isShown).map(releaseJobOf),
      study_types: await studyTypesOf(db.query, access.id),
    };
  };

  const releasesPreview: Handlers['releasesPreview'] = async ({ body: { project, name, selection, further_projects }, caller }) => {
    const access = await projectByKey(services, caller, project);
    const request = exportOf(selection);
    checkRequest(request);
    const projects = [access, ...(await openFurther(services, caller, access, further_projects))];
    const selected: SelectedWorks[] = [];
    for (const { id } of projects) selected.push(await selectWorks(db.query, id, request));
    const works = selected.flatMap((one) => one.works);
    const newest = name === null ? null : await newestVersion(db.query, access.id, name);
    return {
      studies: new Set(works.map(({ study }) => study.id)).size,
      works: works.length,
      left_out: selected.reduce((sum, one) => sum + one.leftOut.length, 0),
      version: name === null ? null : (newest?.version ?? 0) + 1,
    };
  };

  const releasesGetPresignedUrls: Handlers['releasesGetPresignedUrls'] = async ({ body, caller }) => {
    const { release, access } = await releaseOf(caller, body.id);
    const at = now();
    const grant = { userId: caller.user.id, projectId: access.id, role: access.role, signIn: rootOf(caller.session) };
    const { url, expiresAt } = services.signer.sign({ target: `object/${release.sha256}`, ...grant }, at);
    await db.query.transaction().execute((inside) =>
      recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: 'release-download',
        studyId: null,
        subject: release.id,
        detail: { project: release.project, name: release.request.name, version: release.version, size_bytes: release.size_bytes },
      }),
    );
    return [{ url, filename: filenameOf(release), size_bytes: release.size_bytes, expires_at: expiresAt }];
  };

  return {
    releasesCreate: ({ body, caller }) => queueRelease(services, caller, body),
    releasesList,
    releasesGet: async ({ body, caller }) => (await releaseOf(caller, body.id)).release,
    releasesPreview,
    releasesGetPresignedUrls,
  };
}
