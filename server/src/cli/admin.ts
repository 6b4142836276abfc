import { importPredictions } from '../imports/predictions/import-predictions.ts';
import { fromCommandLine, type PredictionsRequest } from '../imports/predictions/request.ts';
import { drawInThread } from '../imports/predictions/thread.ts';
import { answerOf } from '../imports/predictions/messages.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readConfig } from '../config.ts';
import { performAdmin } from '../administration/perform.ts';
import type { AdminRequest } from '../administration/request.ts';
import type { CommandAnswer } from '../workspace/command-answer.ts';
import { performMaintenance } from '../upkeep/perform.ts';
import type { MaintenanceRequest } from '../upkeep/request.ts';
import { Refusal, StoreUnavailable } from '../errors.ts';
import { performOnBackup } from './on-backup.ts';
import { readAdminCommand, USAGE, UsageError } from './admin-command.ts';
import { throughOwner } from './owner.ts';
import { DEFAULT_PORT, LOOPBACK, workspaceFolder } from '../workspace/workspace-folder.ts';
import { complain, say } from '../console.ts';

/** Exit status by the convention of docs/contracts.md#command-line. */
const USAGE_STATUS = 2;

process.umask(0o077);
const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());

function showProgress({ done, total }: { done: number; total: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done}/${total}`);
}

type OwnersRequest = AdminRequest | MaintenanceRequest | PredictionsRequest;

/** Lines are drawn in a thread of this process, where no server runs. */
const importHere = async (workspace: Workspace, request: PredictionsRequest): Promise<CommandAnswer> =>
  answerOf(
    await importPredictions(workspace.db, fromCommandLine(request), {
      draw: drawInThread(workspace, process.env['ECHOMETRY_ROOT'] ?? process.cwd()),
      signal: controller.signal,
      onProgress: showProgress,
      now: Date.now,
    }),
  );

/** The bucket is configured where the command is given: a server that runs without it cannot know it. */
const withBucket = <R extends OwnersRequest>(request: R): R =>
  request.command === 'maintain' && request.action === 'move-objects'
    ? { ...request, bucket: readConfig(workspaceFolder(process.env), process.env).objectStore }
    : request;

/** Through the server that owns the workspace, or as its owner where none runs. */
const askOwner = (request: OwnersRequest): Promise<CommandAnswer> =>
  throughOwner({
    request: withBucket(request),
    moving: request.command === 'maintain' && request.action === 'move-objects',
    signal: controller.signal,
    answerIn: (message) => {
      if (message.type === 'progress') showProgress(message);
      return message.type === 'answer' ? message.answer : undefined;
    },
    perform: (workspace) =>
      request.command === 'predictions'
        ? importHere(workspace, request)
        : request.command === 'maintain'
          ? performMaintenance(workspace, withBucket(request), {
              signal: controller.signal,
              onProgress: showProgress,
              now: Date.now,
              alone: true,
              versionsKeptDays: readConfig(workspace.folder, process.env).versionsKeptDays,
            })
          : // Without a server the link cannot be opened yet; it has the address that the server will have.
            performAdmin(workspace, request, {
              origin:
                readConfig(workspace.folder, process.env).publicOrigin ??
                `http://${LOOPBACK}:${process.env['ECHOMETRY_PORT'] || DEFAULT_PORT}`,
              now: Date.now,
            }),
    unanswered: () => (controller.signal.aborted ? 'Cancelled.' : 'The server stopped before it responded.'),
  });

try {
  const { request, json } = readAdminCommand(process.argv.slice(2));
  const { lines, data, failed } = await (request.command === 'backup' ? performOnBackup(request, showProgress) : askOwner(request));
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  say(json ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`);
  if (failed === true) process.exitCode = 1;
} catch (error) {
  if (error instanceof UsageError) {
    complain(`${error.message}\n${USAGE}\n`);
    process.exitCode = USAGE_STATUS;
  } else {
    complain(
      `${error instanceof Refusal || error instanceof StoreUnavailable ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
