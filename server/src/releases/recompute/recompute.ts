/**
 * Checks a release and computes its values again: `node recompute.mjs` in the unpacked archive, with Node only. Nothing is
 * written, and nothing is fetched.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { PATHS } from '../released-record.ts';
import { bitsOf, byPlace, differing, type DifferingValue, type ReleasedValue } from '../values.ts';
import { checkArchive, type CheckedArchive } from './archive-files.ts';
import { computeAll, configurationsIn, type MeasuringEngine, otherEngine, ownEngine } from './compute.ts';
import { causeOf, ENGINE_PARTS, newerDifferences } from './newer.ts';
import { lineOf } from './words.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The values that the release states; a line that is none is a fault. */
async function statedValues(archive: string): Promise<{ values: Map<string, ReleasedValue>; faults: string[] }> {
  const values: ReleasedValue[] = [];
  const faults: string[] = [];
  const lines = (await readFile(path.join(archive, PATHS.values), 'utf8')).split('\n').filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    try {
      const value = JSON.parse(line) as ReleasedValue;
      values.push(value);
      // Zero with a sign is written as 0; its bits have the sign.
      const own = value.value === null ? null : bitsOf(value.value);
      if (own !== value.bits && !(value.value === 0 && value.bits === bitsOf(-0)))
        faults.push(`CHANGED ${PATHS.values}, line ${index + 1}: bits and value differ`);
    } catch (error) {
      faults.push(`CHANGED ${PATHS.values}, line ${index + 1}: ${messageOf(error)}`);
    }
  }
  return { values: byPlace(values), faults };
}

/** Compares with the enclosed engine: everything must be the same. */
async function proveEqual(archive: string, checked: CheckedArchive): Promise<boolean> {
  const faults = [...checked.faults];
  const stated = await statedValues(archive);
  faults.push(...stated.faults);
  let differences: DifferingValue[] = [];
  if (checked.engineIsSound) {
    const engine = await ownEngine(archive);
    const computed = await computeAll(archive, checked.manifest, engine, await configurationsIn(archive, checked.manifest));
    faults.push(...computed.faults);
    differences = differing(stated.values, computed.values, [...ENGINE_PARTS, 'engine_version']);
  } else faults.push('NOT MEASURED: the enclosed engine is not the one of the release, and it is not run.');
  for (const fault of faults) say(fault);
  for (const difference of differences) say(`DIFFERENT ${lineOf(difference)}`);
  const total = stated.values.size;
  const equal = checked.engineIsSound ? total - differences.filter(({ before }) => before !== null).length : 0;
  say(`${equal} of ${total} values equal, bit for bit`);
  return faults.length === 0 && differences.length === 0;
}

/** Compares with another engine, and with the configuration of its release where it comes from one. */
async function compareNewer(archive: string, checked: CheckedArchive, given: string, engine: MeasuringEngine): Promise<boolean> {
  const stated = await statedValues(archive);
  const found = await newerDifferences({ archive, given, engine, stated: stated.values, manifest: checked.manifest });
  for (const fault of [...checked.faults, ...stated.faults, ...found.faults]) say(fault);
  const versions = { before: checked.manifest.engine_version, after: engine.engine_version() };
  for (const difference of found.byEngine) say(`DIFFERENT ${lineOf(difference)}; ${causeOf(difference, versions)}`);
  for (const difference of found.byConfiguration) say(`DIFFERENT ${lineOf(difference)}; configuration: ${found.changedSets.join(', ')}`);
  const differing = found.byEngine.length + found.byConfiguration.length;
  say(
    `Engine ${versions.before} of the release, engine ${versions.after} compared: ${differing} differences in ${stated.values.size} values`,
  );
  return differing === 0 && checked.faults.length + stated.faults.length + found.faults.length === 0;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { engine: { type: 'string' } } });
  const archive = path.dirname(fileURLToPath(import.meta.url));
  const checked = await checkArchive(archive);
  say(`${checked.manifest.files.length} files checked. SHA-256 of ${PATHS.manifest}: ${checked.manifestHash}`);
  if (values.engine === undefined) return proveEqual(archive, checked);
  return compareNewer(archive, checked, values.engine, await otherEngine(archive, path.resolve(values.engine)));
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  say(`The release could not be checked: ${messageOf(error)}`);
  process.exitCode = 1;
}
