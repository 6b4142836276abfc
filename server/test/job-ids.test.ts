import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLS, type CallName } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_KIND } from '../src/db/imports.ts';
import { queueJob } from '../src/db/jobs.ts';
import { findProject } from '../src/db/projects.ts';
import { findAccount } from '../src/db/users.ts';
import { EXPORT_KIND, SENDING_KIND } from '../src/exports/export-jobs.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';
import { PREDICTIONS_KIND } from '../src/imports/predictions/predictions-job.ts';
import { RELEASE_KIND } from '../src/releases/release-kind.ts';
import { AGREEMENT_KIND } from '../src/statistics/project-kinds.ts';
import { jobOf as exportOf, ROWS } from './call-rows.ts';
import { databases } from './databases.ts';
import { JOB_KINDS, type JobKind } from './job-kinds.ts';
import { emailOf, PROJECT, World } from './world.ts';

const SCIENTIST = 'Data scientist';
const OTHER = 'second-scientist@test';
const SOURCE = path.join(import.meta.dirname, '..', 'src');
const KIND = /export const \w+_KIND = '([\w-]+)'/g;

interface Asked {
  kind: JobKind | null;
  role: RoleName;
  /** Field that carries the id, and its text. */
  named: (id: string) => Record<string, unknown>;
}
const byId = (kind: JobKind | null, role: RoleName = SCIENTIST): Asked => ({ kind, role, named: (id) => ({ id }) });

/** Calls that read or end a job, with the kind they expect. */
const READING: Partial<Record<CallName, Asked>> = {
  exportsGet: byId(EXPORT_KIND),
  getPresignedUrls: { kind: EXPORT_KIND, role: SCIENTIST, named: (id) => ({ object: `exports/${id}` }) },
  exportsSend: { kind: EXPORT_KIND, role: SCIENTIST, named: (id) => ({ export: id }) },
  releasesGet: byId(RELEASE_KIND),
  releasesGetPresignedUrls: byId(RELEASE_KIND),
  agreementGet: byId(AGREEMENT_KIND),
  predictionsGet: byId(PREDICTIONS_KIND),
  importsReport: byId(IMPORT_KIND, 'Admin'),
  importsCancel: byId(IMPORT_KIND, 'Admin'),
};
/** The same for jobs of every kind: only whose job it is counts. */
const READING_ANY: Partial<Record<CallName, Asked>> = { jobsGet: byId(null), jobsCancel: byId(null) };
/** Calls that make a job under an id of the client. */
const MAKING: Partial<Record<CallName, Asked>> = {
  exportsCreate: byId(EXPORT_KIND),
  exportsCreateMeasurements: byId(EXPORT_KIND),
  jobsRun: { kind: EXPORT_KIND, role: SCIENTIST, named: (id) => ({ output: `exports/${id}` }) },
  exportsSend: byId(SENDING_KIND),
  releasesCreate: byId(RELEASE_KIND),
  agreementCompare: byId(AGREEMENT_KIND),
  predictionsCreate: byId(PREDICTIONS_KIND),
  importsCreate: byId(IMPORT_KIND, 'Admin'),
};

describe.each(databases())('the id of a job on $name', ({ seeded }) => {
  let world: World;

  beforeAll(async () => {
    world = await World.make(await seeded());
    await world.records.addFinishedExport(emailOf(SCIENTIST), exportOf(emailOf(SCIENTIST)));
    await world.addPerson(OTHER, [SCIENTIST]);
    for (const role of ['Editor', 'Ground-truth generator'] as const)
      await world.call(CALLS.analysisUpdate, { token: await world.tokenOf(emailOf(role), role), body: world.save(emailOf(role), []) });
    const project = await findProject(world.db.query, { key: PROJECT._id });
    for (const email of [emailOf(SCIENTIST), OTHER])
      for (const kind of JOB_KINDS) {
        const id = jobOf(email, kind);
        const ownerId = (await findAccount(world.db.query, email))!.id;
        await queueJob(world.db.query, { id, kind, ownerId, role: SCIENTIST, projectId: project!.id, request: [], now: world.now });
        // A call that reads it as its own kind fails at its request or result.
        await world.db.query.updateTable('job').set({ state: 'finished', result: '{}' }).where('id', '=', id).execute();
      }
  });
  afterAll(() => world.close());

  const jobOf = (email: string, kind: JobKind): string => `${kind}-of-${email.replaceAll('@', '-').replaceAll(' ', '-')}`;

  /** Outcome of a call with its usual request, in which only the id is another one. */
  async function outcomeOf(name: CallName, { role, named }: Asked, id: string) {
    const caller = emailOf(role);
    const ask = { caller, named: caller, role, studyId: world.studyId, versions: { shared: 0, blind: 0 } };
    const response = await world.app.inject({
      method: 'POST',
      url: SERVICE_PREFIX[CALLS[name].service] + CALLS[name].path,
      headers: { host: '127.0.0.1:8080', 'x-api-key': await world.tokenOf(caller, role) },
      payload: { ...ROWS[name].request(ask).body, ...named(id) },
    });
    const { code, field } = response.json<{ code?: string; field?: string }>();
    return [response.statusCode, code, field, String(response.headers['content-security-policy']).includes("default-src 'self'")];
  }

  const wrongOf = async (calls: Partial<Record<CallName, Asked>>, email: string, isTried: (asked: Asked, kind: JobKind) => boolean) => {
    const outcomes: unknown[] = [];
    for (const [name, asked] of Object.entries(calls) as [CallName, Asked][])
      for (const kind of JOB_KINDS.filter((one) => isTried(asked, one)))
        outcomes.push([name, kind, ...(await outcomeOf(name, asked, jobOf(email, kind)))]);
    return outcomes;
  };
  const fieldOf = (name: unknown): string =>
    name === 'getPresignedUrls' || name === 'jobsRun' || name === 'exportsSend' ? expect.any(String) : 'id';
  const refused = (outcomes: unknown[], code: string) =>
    outcomes.map((outcome) => {
      const [name, kind] = outcome as [string, string];
      return [name, kind, 400, code, fieldOf(name), true];
    });

  it('of another kind is not found by any call that reads a job', async () => {
    const outcomes = await wrongOf(READING, emailOf(SCIENTIST), ({ kind }, of) => kind !== of);
    expect(outcomes).toHaveLength(Object.keys(READING).length * (JOB_KINDS.length - 1));
    expect(outcomes).toEqual(refused(outcomes, 'not-found'));
  });

  it('of another kind is refused by any call that makes a job', async () => {
    const outcomes = await wrongOf(MAKING, emailOf(SCIENTIST), ({ kind }, of) => kind !== of);
    expect(outcomes).toHaveLength(Object.keys(MAKING).length * (JOB_KINDS.length - 1));
    expect(outcomes).toEqual(refused(outcomes, 'invalid-field'));
  });

  it('of another person is not found by any call that reads a job', async () => {
    const ofPersons = Object.fromEntries(Object.entries({ ...READING, ...READING_ANY }).filter(([, { role }]) => role === SCIENTIST));
    const outcomes = await wrongOf(ofPersons, OTHER, () => true);
    expect(outcomes).toEqual(refused(outcomes, 'not-found'));
  });

  it('is tried for every kind of job of the server', async () => {
    const found = new Set<string>();
    for (const entry of await readdir(SOURCE, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name.endsWith('.ts'))
        for (const [, kind = ''] of (await readFile(path.join(entry.parentPath, entry.name), 'utf8')).matchAll(KIND)) found.add(kind);
    expect([...found].sort()).toEqual([...JOB_KINDS].sort());
  });
});
