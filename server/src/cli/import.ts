import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine } from '@echometry/bindings/node/client.ts';
import { DATA_TYPES, type DataType } from '@echometry/contract/records/data-type.ts';
import { type MappingRow, PacsSelection, type PatientChoice } from '@echometry/contract/records/import.ts';
import { readMapping } from '@echometry/contract/rules/import-mapping.ts';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import { Value } from 'typebox/value';
import { readConfig } from '../config.ts';
import { ENGINE_WORKERS } from '../limits.ts';
import type { ImportProgress, ImportReport } from '../imports/import-all.ts';
import { REFUSE_PLACEHOLDERS } from '../imports/patient-choice.ts';
import type { ImportRequest } from '../imports/request.ts';
import { maskSamples } from '../imports/mask-samples.ts';
import { REFUSED_IN_DEMO, runImport } from '../imports/run-import.ts';
import { Refusal } from '../errors.ts';
import { throughOwner } from './owner.ts';
import { complain, say } from '../console.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { counted } from '@echometry/contract/rules/counted.ts';

const USAGE =
  'Usage: npm run import -- FOLDER|ZIP --project NAME [OPTIONS]\n' +
  '       npm run import -- --pacs NAME --project NAME [--patient ID] [--from YYYYMMDD] [--to YYYYMMDD] [--description TEXT] [--study UID] [--modality US|any] [OPTIONS]\n' +
  'Options: [--mapping FILE.csv|FILE.json] [--data-type adult|pediatric|fetal] [--map ID=CODE] [--unknown-patients by-study] [--into-demo] [--json]';
/** Skipped files printed by name; the rest is counted. --json lists all. */
const SKIPPED_SHOWN = 20;

/** Exit status by the convention of docs/contracts.md#command-line. */
const USAGE_STATUS = 2;
const CANCELLED_STATUS = 130;

interface Command {
  request: ImportRequest;
  json: boolean;
}

function readCommand(args: string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        pacs: { type: 'string' },
        patient: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        description: { type: 'string' },
        study: { type: 'string', multiple: true },
        modality: { type: 'string' },
        mapping: { type: 'string' },
        'data-type': { type: 'string' },
        map: { type: 'string', multiple: true },
        'unknown-patients': { type: 'string' },
        'into-demo': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const { values, positionals } = parsed;
  const source = values.pacs === undefined ? placeOf(positionals) : { pacs: values.pacs, selection: selectionOf(values, positionals) };
  const given = CRITERIA.filter((name) => values[name] !== undefined);
  if (values.pacs === undefined && given.length > 0) throw new UsageError(`--${given[0]} goes with --pacs.`);
  if (values.project === undefined) throw new UsageError('Name the project with --project.');
  const dataType = values['data-type'] ?? null;
  if (dataType !== null && !(DATA_TYPES as readonly string[]).includes(dataType))
    throw new UsageError(`--data-type is one of ${DATA_TYPES.join(', ')}.`);
  return {
    json: values.json,
    request: {
      command: 'import',
      source,
      project: values.project,
      data_type: dataType as DataType | null,
      into_demo: values['into-demo'],
      patients: patientChoiceOf(values.map, values['unknown-patients']),
      ...(values.mapping === undefined ? {} : { mapping: mappingIn(values.mapping) }),
    },
  };
}

class UsageError extends Error {}

/** Faults of a mapping that are printed. */
const FAULTS_SHOWN = 10;

/** The rows of a mapping file; with a fault in it, nothing is imported. */
function mappingIn(file: string): MappingRow[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
  const { rows, faults } = readMapping(text);
  if (faults.length === 0) return rows;
  const more = faults.length > FAULTS_SHOWN ? [`and ${faults.length - FAULTS_SHOWN} more`] : [];
  throw new UsageError(`${file}: ${[...faults.slice(0, FAULTS_SHOWN), ...more].join('; ')}`);
}

const ANY = 'any';
const CRITERIA = ['patient', 'from', 'to', 'description', 'study', 'modality'] as const;

function placeOf(positionals: string[]): string {
  const [place, ...more] = positionals;
  if (place === undefined || more.length > 0) throw new UsageError('Name one folder or ZIP file, or a PACS with --pacs.');
  return path.resolve(place);
}

type Criteria = { study?: string[] } & Partial<Record<'patient' | 'from' | 'to' | 'description' | 'modality', string>>;

/** What is taken from a PACS: of the modality US unless another is named. */
function selectionOf(values: Criteria, positionals: string[]): PacsSelection {
  if (positionals.length > 0) throw new UsageError('Name a folder or a PACS, not both.');
  const { study, patient, from, to, description } = values;
  const modality = values.modality === ANY ? null : (values.modality ?? 'US');
  const search = { patient: patient ?? null, from: from ?? null, to: to ?? null, description: description ?? null, modality };
  const isSearched = [patient, from, to, description].some((criterion) => criterion !== undefined);
  if (study !== undefined && isSearched) throw new UsageError('Give --study, or what to search for, not both.');
  const selection = study === undefined ? search : { studies: study, modality };
  if (study === undefined) {
    const fault = searchFault(search);
    if (fault !== null) throw new UsageError(`--${fault.field}: ${fault.message}.`);
  }
  const [error] = Value.Errors(PacsSelection, selection);
  if (error !== undefined)
    throw new UsageError(`The request to the PACS cannot be read: days are YYYYMMDD, --study is a UID, --modality such as US or ${ANY}.`);
  return selection;
}

/** Treatment of images under a patient id that identifies no person. */
function patientChoiceOf(map: string[] | undefined, unknown: string | undefined): PatientChoice {
  if (unknown !== undefined && unknown !== 'by-study') throw new UsageError('--unknown-patients is by-study.');
  if (unknown !== undefined && map !== undefined) throw new UsageError('Give --map or --unknown-patients, not both.');
  if (unknown !== undefined) return { kind: 'by-study' };
  if (map === undefined) return REFUSE_PLACEHOLDERS;
  const pairs = map.map((text) => {
    const [id = '', code = ''] = text.split('=');
    if (id === '' || code === '') throw new UsageError(`--map is ID=CODE, not ${text}.`);
    return [id, code] as const;
  });
  return { kind: 'map', identities: Object.fromEntries(pairs) };
}

function showProgress({ done, total }: ImportProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done}/${total} files`);
}

const perform = (request: ImportRequest, signal: AbortSignal): Promise<ImportReport> =>
  throughOwner({
    request,
    signal,
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
        const { pacs } = readConfig(workspace.folder, process.env);
        return await runImport(workspace, engine, request, { signal, pacs, samples: maskSamples(), onProgress: showProgress });
      } finally {
        await engine.close();
      }
    },
    unanswered: () =>
      signal.aborted ? 'Cancelled. Images imported so far are kept; none is incomplete.' : 'The server stopped before the import was done.',
  });

function printReport(report: ImportReport, json: boolean): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (json) {
    say(`${JSON.stringify(report)}\n`);
    return;
  }
  const rate = report.seconds > 0 ? ` (${(report.imported / report.seconds).toFixed(1)} a second)` : '';
  const lines = [
    `${counted(report.imported, 'image')} imported into ${report.project} in ${report.seconds.toFixed(1)} s${rate}, ${counted(report.studies.length, 'study', 'studies')} touched.`,
    `${counted(report.already_there, 'was', 'were')} there already, ${counted(report.skipped.length, 'file was', 'files were')} skipped.`,
    ...(report.ages_left_out.length > 0
      ? [
          `${counted(report.ages_left_out.length, 'file names', 'files name')} an impossible date of the patient; the age was left out. --json lists all`,
        ]
      : []),
    ...report.measurements.map(({ file, reason }) => `MEASUREMENTS ${file}: ${reason}`),
    ...report.ecgs.map(({ file, reason }) => `ECG ${file}: ${reason}`),
    ...report.damaged_frames.map(({ file, reason }) => `DAMAGED ${file}: ${reason}`),
    ...report.conflicts.map(({ file, reason }) => `CONFLICT ${file}: ${reason}`),
    ...report.skipped.slice(0, SKIPPED_SHOWN).map(({ file, reason }) => `  ${file}: ${reason}`),
    ...(report.skipped.length > SKIPPED_SHOWN ? [`  and ${report.skipped.length - SKIPPED_SHOWN} more; --json lists all`] : []),
    ...(report.held.length > 0
      ? [
          `${counted(report.held.length, 'file waits', 'files wait')} for the approval of what stays visible in pictures of the device: an Admin approves it under Imports, Masks; then import again.`,
        ]
      : []),
    ...(report.blacked_out > 0 ? [`Text was blacked out in ${counted(report.blacked_out, 'image')}, every frame verified.`] : []),
    `${counted(report.may_carry_burned_in_text, 'image')} may carry text burned into the picture, and ${counted(report.burned_in_text_unverified, 'is', 'are')} marked by the device as free of text; this was not verified. Check them before sharing.`,
    ...(report.mapping_rows_unused.length > 0
      ? [
          `Rows of the mapping without a study: ${report.mapping_rows_unused.slice(0, SKIPPED_SHOWN).join(', ')}${report.mapping_rows_unused.length > SKIPPED_SHOWN ? ` and ${report.mapping_rows_unused.length - SKIPPED_SHOWN} more` : ''}.`,
        ]
      : []),
    ...report.mapping_kept.map(({ file, reason }) => `KEPT ${file}: ${reason}`),
    ...(report.cancelled ? ['Cancelled: the rest was not imported, and nothing is half-imported.'] : []),
  ];
  say(`${lines.join('\n')}\n`);
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
    complain(`${error.message}\n${USAGE}\n`);
    process.exitCode = USAGE_STATUS;
  } else {
    complain(`${error instanceof Refusal ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = controller.signal.aborted ? CANCELLED_STATUS : 1;
  }
}
