import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { Release, ReleaseRequest } from '@echometry/contract/records/release.ts';
import { expect, vi } from 'vitest';
import { findJob, queueJob } from '../src/db/jobs.ts';
import { findRelease } from '../src/db/releases.ts';
import { startJobs } from '../src/jobs/runner.ts';
import { RELEASE_KIND } from '../src/releases/release-kind.ts';
import { releaseWork } from '../src/releases/work-releases.ts';
import type { Workspace } from '../src/workspace/workspace.ts';
import { unzipped } from './exported.ts';
import { temporaryFolder } from './temporary.ts';

const MAKING_MS = 900_000;
const run = promisify(execFile);

export interface Ran {
  code: number;
  lines: string[];
}

/** Runs the program of an unpacked release without an environment, with rights to read its folder and those named and nothing else. */
export async function recompute(folder: string, args: readonly string[] = [], alsoRead: readonly string[] = []): Promise<Ran> {
  const rights = ['--experimental-permission', ...[folder, ...alsoRead].map((one) => `--allow-fs-read=${one}${path.sep}*`)];
  const ended = await run(process.execPath, [...rights, 'recompute.mjs', ...args], { cwd: folder, env: {}, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
  return { code: ended.code, lines: ended.stdout.trimEnd().split('\n') };
}

export async function unpack(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const folder = await temporaryFolder('release');
  for (const [name, bytes] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return folder;
}

/** Makes a release of the project of the first study, or of the one that is named. */
export async function makeRelease(
  workspace: Workspace,
  { id, request, at, project }: { id: string; request: ReleaseRequest; at: number; project?: string },
): Promise<Release> {
  const { db } = workspace;
  const of = db.query.selectFrom('project').select('project.id').innerJoin('study', 'study.project_id', 'project.id');
  const { id: projectId } = await (project === undefined ? of : of.where('project.key', '=', project)).executeTakeFirstOrThrow();
  const owner = await db.query.selectFrom('user_account').select('id').where('email', '=', 'data@demo').executeTakeFirstOrThrow();
  await queueJob(db.query, { id, kind: RELEASE_KIND, ownerId: owner.id, role: 'Data scientist', projectId, request, now: at });
  const jobs = await startJobs({
    db,
    work: releaseWork(workspace, { root: checkoutRoot(), now: () => at }),
    now: () => at,
    onEnd: () => undefined,
    complain: () => undefined,
  });
  const { state, failure } = await vi.waitFor(
    async () => {
      const job = await findJob(db.query, id);
      if (job === undefined || job.ended_at === null) throw new Error('The release is being made');
      return job;
    },
    { timeout: MAKING_MS, interval: 200 },
  );
  expect({ state, failure }).toEqual({ state: 'finished', failure: null });
  await jobs.close();
  return (await findRelease(db.query, id))!.release;
}

/** Files of the archive of a release. */
export async function archiveOfRelease({ objects }: Workspace, { sha256 }: Release): Promise<Map<string, Buffer>> {
  const bytes = await buffer(objects.read(sha256));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  const file = path.join(await temporaryFolder('archive'), 'release.zip');
  await writeFile(file, bytes);
  return unzipped(file);
}
