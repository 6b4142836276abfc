/** Reads a file of lines, whatever of the three forms it has. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readCoco } from './coco.ts';
import { parseEchonet } from './echonet.ts';
import { type Imported, jsonOf, type NamedText } from './imported.ts';
import { readOwnJson } from './own-json.ts';
import { nameless, nullIfMissing, Refusal } from '../../errors.ts';
import { MAX_LINES_BYTES } from './limits.ts';

async function textOf(file: string): Promise<NamedText> {
  const name = path.basename(file);
  const facts = await stat(file)
    .catch(nullIfMissing)
    .catch((error: unknown) => {
      throw new Refusal(`${file} cannot be read: ${nameless(error)}.`);
    });
  if (facts === null || !facts.isFile()) throw new Refusal(`The file ${file} does not exist.`);
  if (facts.size > MAX_LINES_BYTES) throw new Refusal(`${file} is larger than the limit of ${MAX_LINES_BYTES} bytes.`);
  return { name, text: await readFile(file, 'utf8') };
}

/** Ours is an object with `lines` or `works`; every other JSON is taken for COCO. */
const isOwn = (value: unknown): boolean => typeof value === 'object' && value !== null && ('lines' in value || 'works' in value);

/** @param exported annotations.json or sources.csv that the file belongs to */
export async function readLines(file: string, exported: string | null): Promise<Imported> {
  const lines = await textOf(file);
  const other = exported === null ? null : await textOf(exported);
  if (path.extname(file).toLowerCase() === '.csv') {
    if (other === null) throw new Refusal(`${lines.name} needs the sources.csv of its export: --exported sources.csv`);
    return parseEchonet(lines, other);
  }
  const json = jsonOf(lines);
  if (!json.ok) return { lines: [], refused: [json.refused] };
  const read = { name: lines.name, value: json.value };
  return isOwn(json.value) ? readOwnJson(read) : readCoco(read, other);
}
