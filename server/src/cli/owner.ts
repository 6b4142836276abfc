import path from 'node:path';
import { readConfig } from '../config.ts';
import { ask, reachOwner } from './control/ask.ts';
import type { ControlMessage } from './control/messages.ts';
import { Refusal } from '../errors.ts';
import { refuseFailedRestore } from '../workspace/making.ts';
import { readMark, type WorkspaceMark } from '../workspace/mark.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { databaseOf, keysOf, workspaceFolder } from '../workspace/workspace-folder.ts';

export interface Asked<T> {
  request: unknown;
  signal: AbortSignal;
  /** Checks the workspace before the owner is asked; throws to refuse. */
  check?: (mark: Pick<WorkspaceMark, 'kind'>) => void;
  /** The result among the owner's messages; undefined for one that is none. */
  answerIn: (message: ControlMessage) => T | undefined;
  /** The same work as its owner, where no server runs. */
  perform: (workspace: Workspace) => Promise<T>;
  /** The objects are about to be moved to the store that is configured. */
  moving?: boolean;
  /** Message when the owner hung up without a response. */
  unanswered: () => string;
}

/** Through the server that owns the workspace, or as its owner where none runs. */
export async function throughOwner<T>(asked: Asked<T>): Promise<T> {
  const folder = workspaceFolder(process.env);
  const mark = readMark(folder);
  if (mark === null) refuseFailedRestore(folder);
  if (mark === null) throw new Refusal(`${folder} contains no workspace. npm start creates one.`);
  asked.check?.(mark);
  const owner = await reachOwner(path.join(folder, 'control.sock'));
  if (owner !== null) {
    for await (const message of ask(owner, asked.request, asked.signal)) {
      if (message.type === 'refusal') throw new Refusal(message.message);
      const answer = asked.answerIn(message);
      if (answer !== undefined) return answer;
    }
    throw new Refusal(asked.unanswered());
  }
  const database = databaseOf(process.env);
  const workspace = await openWorkspace({
    folder,
    kindIfNew: 'real',
    ...(database === null ? {} : { database }),
    bucket: readConfig(folder, process.env).objectStore,
    keys: keysOf(process.env),
    moving: asked.moving === true,
  });
  try {
    return await asked.perform(workspace);
  } finally {
    await workspace.close();
  }
}
