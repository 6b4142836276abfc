import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine } from '@echometry/bindings/client-node.ts';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import { ENGINE_WORKERS } from '../limits.ts';
import { type ImportProgress, type ImportReport } from '../services/import/import-all.ts';
import { type ImportRequest } from '../services/import/request.ts';
import { REFUSED_IN_DEMO, runImport } from '../services/import/run-import.ts';
import { Refusal } from '../workspace.ts';
import { throughOwner } from './owner.ts';

const USAGE = 'Usage: npm run import -- FOLDER|ZIP --project NAME [--data-type adult|pediatric|fetal] [--into-demo] [--json]';
/** Skipped files printed by name; the rest is counted. --json lists all. */
const SKIPPED_SHOWN = 20;

/** Exit status by the convention of contracts.md 10. */
const USAGE_STATUS = 2;
const CANCELLED_STATUS = 130;

interface Command { request: ImportRequest; json: boolean }

function readCommand(args: string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({
      args, allowPositionals: true,
      options: { project: { type: 'string' }, 'data-type': { type: 'string' }, 'into-demo': { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new UsageError('Name one folder or ZIP file.');
  if (values.project === undefined) throw new UsageError('Name the project with --project.');
  const dataType = values['data-type'] ?? null;
  if (dataType !== null && !(DATA_TYPES as readonly string[]).includes(dataType)) throw new UsageError(`--data-type is one of ${DATA_TYPES.join(', ')}.`);
  return {
    json: values.json,
    request: { command: 'import', source: path.resolve(source), project: values.project, data_type: dataType as DataType | null, into_demo: values['into-demo'] },
  };
}

class UsageError extends Error {}

function showProgress({ done, total }: ImportProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done}/${total} files`);
}

const perform = (request: ImportRequest, signal: AbortSignal): Promise<ImportReport> => throughOwner({
  request, signal,
  check: (mark) => {
    if (mark.kind === 'demo' && !request.into_demo) throw new Refusal(REFUSED_IN_DEMO);
  },
  answerIn: (message) => {
    if (message.type === 'report') return message.report;
    if (message.type === 'progress') showProgress(message);
    return undefined;
  },
  perform: async (workspace) => {
    const engine = await createEngine({ workers: ENGINE_WORKERS });
    try {
      return await runImport(workspace, engine, request, { signal, onProgress: showProgress });
    } finally {
      await engine.close();
    }
  },
  unanswered: () => (signal.aborted ? 'Cancelled. What was imported before stays; nothing is half-imported.' : 'The server ended before the import was done.'),
});

function printReport(report: ImportReport, json: boolean): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const rate = report.seconds > 0 ? ` (${(report.imported / report.seconds).toFixed(1)} a second)` : '';
  const lines = [
    `${report.imported} images imported into ${report.project} in ${report.seconds.toFixed(1)} s${rate}, ${report.studies.length} studies touched.`,
    `${report.already_there} were there already, ${report.skipped.length} files were skipped.`,
    ...report.skipped.slice(0, SKIPPED_SHOWN).map(({ file, reason }) => `  ${file}: ${reason}`),
    ...(report.skipped.length > SKIPPED_SHOWN ? [`  and ${report.skipped.length - SKIPPED_SHOWN} more; --json lists all`] : []),
    `${report.may_carry_burned_in_text} images may carry text burned into the picture: look at them before sharing.`,
    ...(report.cancelled ? ['Cancelled: the rest was not imported, and nothing is half-imported.'] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

process.umask(0o077);
const controller = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());

try {
  const { request, json } = readCommand(process.argv.slice(2));
  const report = await perform(request, controller.signal);
  printReport(report, json);
  process.exitCode = report.cancelled ? CANCELLED_STATUS : 0;
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = USAGE_STATUS;
  } else {
    process.stderr.write(`${error instanceof Refusal ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = controller.signal.aborted ? CANCELLED_STATUS : 1;
  }
}
