import type { Db } from '../db/connect.ts';
import { findProject } from '../db/projects.ts';
import { notFound } from '../errors.ts';

/** The number of a project that an Admin names by its key. */
export async function projectNamed({ query }: Pick<Db, 'query'>, key: string): Promise<number> {
  const row = await findProject(query, { key });
  if (row === null) throw notFound('project', 'There is no such project');
  return row.id;
}
