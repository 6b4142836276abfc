/** How much there is to do in each project of the person, for the role in use. */
import { proxy } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ProjectWork } from '@echometry/contract/calls/studies.ts';
import { call } from './api.ts';
import { session } from './session.ts';

interface WorkState {
  /** Token of the role that the counts are of. */
  of: string | null;
  projects: readonly ProjectWork[];
}

export const work = proxy<WorkState>({ of: null, projects: [] });

/** Reads the counts; counts of another role or person are dropped at once. */
export async function loadWork(): Promise<readonly ProjectWork[]> {
  const of = session.login?.role_token ?? null;
  if (of !== work.of) Object.assign(work, { of, projects: [] });
  if (of === null) return [];
  const { projects } = await call(CALLS.countWork, {});
  if (of === session.login?.role_token) Object.assign(work, { of, projects });
  return projects;
}
