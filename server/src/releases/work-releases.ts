import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseRequest } from '@echometry/contract/records/release.ts';
import { Value } from 'typebox/value';
import type { Db } from '../db/connect.ts';
import { findProject, findProjectById, type ProjectRow } from '../db/projects.ts';
import { insertRelease, newestVersion } from '../db/releases.ts';
import { queueEvent } from '../db/webhook-events.ts';
import { JobRefusal, type JobWork } from '../jobs/job-work.ts';
import { runThread } from '../jobs/thread.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { listed } from './differences.ts';
import { RELEASE_HEAP_MIB } from './limits.ts';
import { RELEASE_KIND } from './release-kind.ts';
import type { ReleaseOrder, ReleaseOutcome } from './release-order.ts';

const SCRIPT = 'release.worker.js';

/** Folder of a release while it is made. A start of the server removes folders with this ending from the folder of exports. */
const workFolder = ({ folder }: Pick<Workspace, 'folder'>, id: string): string => path.join(folder, 'exports', `${path.basename(id)}.work`);

/** The further projects of a release. */
async function furtherProjects(query: Db['query'], { further_projects = [] }: ReleaseRequest): Promise<ProjectRow[]> {
  const found: ProjectRow[] = [];
  for (const key of further_projects) {
    const project = await findProject(query, { key });
    if (project === null) throw new JobRefusal(`The project ${key} of this release is not there any more`);
    found.push(project);
  }
  return found;
}

const NO_WORK = 'No study has work that matches these filters. Choose others.';

/** Work of the jobs that make releases: the archive goes into the object store, and its row is written with the end of the job. */
export function releaseWork(workspace: Workspace, { root, now }: { root: string; now: () => number }): Record<string, JobWork> {
  const { db, objects } = workspace;
  const make: JobWork = async (job, reports) => {
    const found = job.project_id === null ? null : await findProjectById(db.query, job.project_id);
    if (found === null) throw new JobRefusal('The project of this release is not there any more');
    const request = Value.Parse(ReleaseRequest, JSON.parse(job.request));
    const further = await furtherProjects(db.query, request);
    const previous = await newestVersion(db.query, found.id, request.name);
    const version = (previous?.version ?? 0) + 1;
    const folder = workFolder(workspace, job.id);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = now();
    const order: ReleaseOrder = {
      root,
      dialect: db.dialect,
      objects: workspace.place,
      folder,
      id: job.id,
      projects: [found, ...further].map(({ id, project }) => ({ id, key: project._id, title: project.name_to_show })),
      request,
      version,
      previous,
      at,
    };
    try {
      const made = await runThread<ReleaseOutcome>(db, SCRIPT, order, { ...reports, heapMib: RELEASE_HEAP_MIB });
      if (made.contents.works === 0) throw new JobRefusal(NO_WORK);
      const { sha256, size_bytes, contents, works } = made;
      await objects.take(sha256, size_bytes, () => createReadStream(made.archive));
      reports.log(`version ${version}: ${contents.files} files, ${size_bytes} bytes`);
      const differences = made.differences && listed(made.differences);
      const release = { id: job.id, version, made_at: at, request, contents, size_bytes, sha256, differences };
      return {
        result: { version, sha256 },
        counts: { name: request.name, version, studies: contents.studies, values: contents.values, size_bytes, sha256 },
        withEnd: async (inside) => {
          await insertRelease(inside, found.id, job.owner_id, release, works);
          const said = { event: 'release-made', at: now(), facts: { release: job.id, version, state: 'finished' } } as const;
          for (const { id: projectId } of order.projects)
            await queueEvent(inside, db.dialect, { ...said, of: { projectId, subject: job.id } });
        },
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return { [RELEASE_KIND]: make };
}
