/** Files of a project that the server makes from its store, read through signed addresses. */
import { useCallback, useEffect, useState } from 'react';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { projectFilePath, TEAM_LIST, type ProjectFile } from '@echometry/contract/records/project-files.ts';
import { call } from './api.ts';
import { messages } from './messages.ts';
import { projectOf, session } from './session.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Signed address of a file of the project. */
export async function projectFileAddress(project: string, file: ProjectFile): Promise<string> {
  const found = await call(CALLS.projectsGet, null, { id: project });
  const [address] = await call(CALLS.getUrls, projectFilePath(found, file));
  if (!address) throw new Error(messages.file.noAddress);
  return address.url;
}

/** Statistics are made by a job; the list of a team review is there always. */
async function isMade(project: string, file: ProjectFile): Promise<boolean> {
  if (file === TEAM_LIST) return true;
  const { files } = await call(CALLS.statisticsGet, { db_name: projectOf(project)?.db_name ?? '' });
  return files.some(({ name }) => name === file);
}

/** Null where the file was not made yet. */
async function read<S extends TSchema>(project: string, file: ProjectFile, schema: S, signal: AbortSignal): Promise<Static<S> | null> {
  if (!(await isMade(project, file))) return null;
  const response = await fetch(await projectFileAddress(project, file), { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(messages.file.refused);
  const found: unknown = await response.json();
  if (!Value.Check(schema, found)) throw new Error(messages.file.unreadable);
  return found;
}

/** Content of a file of the project; null while it is read, and where it is missing. */
export function useProjectFile<S extends TSchema>(
  project: string | null,
  file: ProjectFile,
  schema: S,
): { content: Static<S> | null; missing: boolean; failure: string | null; reload: () => void } {
  const [content, setContent] = useState<Static<S> | null>(null);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (project === null) return;
    const request = new AbortController();
    setContent(null);
    setMissing(false);
    setFailure(null);
    read(project, file, schema, request.signal)
      .then((found) => {
        if (request.signal.aborted) return;
        setContent(found);
        setMissing(found === null);
      })
      .catch((error: unknown) => {
        if (!request.signal.aborted) setFailure(messageOf(error));
      });
    return () => {
      request.abort();
    };
  }, [project, file, schema, turn]);
  return { content, missing, failure, reload: useCallback(() => setTurn((n) => n + 1), []) };
}

/** The project an address names, or the first of the person. */
export const projectOfAddress = (search: string): string | null => {
  const named = new URLSearchParams(search).get('project');
  return (named !== null && projectOf(named)?._id) || (session.user?.projects[0]?._id ?? null);
};
