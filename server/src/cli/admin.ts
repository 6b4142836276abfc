import { readConfig } from '../config.ts';
import { performAdmin } from '../services/admin/perform.ts';
import { Refusal } from '../workspace.ts';
import { readAdminCommand, USAGE, UsageError } from './admin-command.ts';
import { throughOwner } from './owner.ts';
import { DEFAULT_PORT, LOOPBACK } from '../workspace-folder.ts';

/** Exit status by the convention of contracts.md 10. */
const USAGE_STATUS = 2;

process.umask(0o077);
const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());

try {
  const { request, json } = readAdminCommand(process.argv.slice(2));
  const { lines, data } = await throughOwner({
    request, signal: controller.signal,
    answerIn: (message) => (message.type === 'answer' ? message.answer : undefined),
    // Without a server nobody can open a link yet; it is written for where the server will be.
    perform: (workspace) => performAdmin(workspace, request, {
      origin: readConfig(workspace.folder).publicOrigin ?? `http://${LOOPBACK}:${process.env['ECHOMETRY_PORT'] || DEFAULT_PORT}`, now: Date.now,
    }),
    unanswered: () => 'The server ended before it answered.',
  });
  process.stdout.write(json ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = USAGE_STATUS;
  } else {
    process.stderr.write(`${error instanceof Refusal ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
