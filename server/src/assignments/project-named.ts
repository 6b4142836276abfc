import type { Db } from '../db/connect.ts';
import { findProject, type ProjectRow } from '../db/projects.ts';
import { notFound } from '../errors.ts';

/** A project that an Admin names by its key. */
export async function projectNamed({ query }: Pick<Db, 'query'>, key: string): Promise<ProjectRow> {
  const row = await findProject(query, { key });
  if (row === null) throw notFound('project', 'There is no such project');
  return row;
}
