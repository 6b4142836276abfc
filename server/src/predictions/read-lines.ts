/** Reads a file of lines, whatever of the three forms it has. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseCoco } from '../formats/import/coco.ts';
import { parseEchonet } from '../formats/import/echonet.ts';
import type { Imported, NamedText } from '../formats/import/imported.ts';
import { parseOwnJson } from '../formats/import/own-json.ts';
import { Refusal } from '../refusal.ts';

/** Largest file of lines, in bytes: it is read whole. */
export const MAX_LINES_BYTES = 256 * 1024 ** 2;

async function textOf(file: string): Promise<NamedText> {
  const name = path.basename(file);
  const facts = await stat(file).catch(() => null);
  if (facts === null || !facts.isFile()) throw new Refusal(`There is no file ${file}.`);
  if (facts.size > MAX_LINES_BYTES) throw new Refusal(`${file} is larger than the limit of ${MAX_LINES_BYTES} bytes.`);
  return { name, text: await readFile(file, 'utf8') };
}

/** Ours is an object with `lines` or `works`; every other JSON is taken for COCO. */
function isOwn(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && ('lines' in value || 'works' in value);
  } catch {
    return false;
  }
}

/** @param exported annotations.json or sources.csv that the file belongs to */
export async function readLines(file: string, exported: string | null): Promise<Imported> {
  const lines = await textOf(file);
  const other = exported === null ? null : await textOf(exported);
  if (path.extname(file).toLowerCase() !== '.csv') return isOwn(lines.text) ? parseOwnJson(lines) : parseCoco(lines, other);
  if (other === null) throw new Refusal(`${lines.name} needs the sources.csv of its export: --exported sources.csv`);
  return parseEchonet(lines, other);
}
