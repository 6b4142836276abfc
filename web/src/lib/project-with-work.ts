import type { ProjectWork } from '@echometry/contract/calls/studies.ts';

/** The project to begin with: the first with something left to do, else the first with anything in it. */
export const projectWithWork = (projects: readonly ProjectWork[]): string | null =>
  (projects.find(({ left, total }) => (left ?? total) > 0) ?? projects.find(({ total }) => total > 0) ?? projects[0])?.project ?? null;
