/** Lines on every frame of cycles from our own JSON: in the document itself, or as files that its images name by their hash. */
import path from 'node:path';
import type { SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { SequenceHash } from '@echometry/contract/records/sequence.ts';
import { Strict } from '@echometry/contract/records/strict.ts';
import { sequenceFault } from '@echometry/contract/rules/sequence.ts';
import { Type } from 'typebox';
import { isSequence } from '../../analyses/image-check.ts';
import { hashOfJson } from '../../db/document.ts';
import { type Collector, faultOf, fits, type NamedValue } from './imported.ts';

/** An entry of `sequences`: lines as a file of `json/sequences` has them. */
const Given = Strict({ instance_id: Type.String({ minLength: 1 }), cycle: Type.Integer({ minimum: 0 }), lines: Type.Unknown() });
const Record = Type.Object({
  instance_id: Type.String({ minLength: 1 }),
  segmentation: Type.Array(Type.Object({ sequence: Type.Optional(Type.Object({ lines_sha256: SequenceHash })) })),
});
const HASH_NAME = /^([0-9a-f]{64})\.json$/;

/** The hash that a file of `json/sequences` is named by; null for other files. */
export const hashInName = (name: string): string | null => HASH_NAME.exec(path.basename(name))?.[1] ?? null;

/** The lines, or why they are none. */
function linesIn(value: unknown): SequenceLines | string {
  if (!isSequence(value)) return 'it does not have the form of lines on every frame';
  const fault = sequenceFault(value);
  return fault === null ? value : `${fault.path} ${fault.message}`;
}

/** Takes the entries of `sequences` in a document. */
export function takeGiven(found: Collector, at: string, entries: readonly unknown[]): void {
  entries.forEach((entry, place) => {
    const where = `${at}sequences/${place}`;
    if (!fits(Given, entry)) return found.refuse(where, faultOf(Given, entry) ?? '');
    const lines = linesIn(entry.lines);
    if (typeof lines === 'string') found.refuse(where, lines);
    else found.sequences.push({ instance_id: entry.instance_id, cycle: entry.cycle, lines });
  });
}

/** Takes the lines that the images of an exported document name, from the files next to it. */
export function takeNamed(found: Collector, at: string, images: readonly unknown[], files: ReadonlyMap<string, NamedValue>): void {
  for (const image of images) {
    if (!fits(Record, image)) continue;
    for (const [cycle, { sequence }] of image.segmentation.entries()) {
      if (!sequence) continue;
      const where = `${at}images/${image.instance_id}/cycle ${cycle + 1}`;
      const file = files.get(sequence.lines_sha256);
      const lines = file === undefined ? `its file ${sequence.lines_sha256}.json is not among the files` : linesIn(file.value);
      if (typeof lines === 'string') found.refuse(where, lines);
      else if (hashOfJson(lines) !== sequence.lines_sha256)
        found.refuse(where, `${file?.name ?? ''} has other content than its name states`);
      else found.sequences.push({ instance_id: image.instance_id, cycle, lines });
    }
  }
}
