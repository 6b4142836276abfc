/** Reads files of lines, whatever form they have. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameless, nullIfMissing, Refusal } from '../../errors.ts';
import { zipSource } from '../zip-source.ts';
import { readReference } from './coco-reference.ts';
import { readCoco } from './coco.ts';
import { parseEchonet } from './echonet.ts';
import { Collector, type Imported, jsonOf, type NamedText, type NamedValue } from './imported.ts';
import { PictureNames } from './labelled-pictures.ts';
import { isLabelme, readLabelme } from './labelme.ts';
import { MAX_LINES_BYTES } from './limits.ts';
import { readOwnJson } from './own-json.ts';
import { hashInName } from './own-sequences.ts';
import { classesOf, isClasses, isYolo, readYolo } from './yolo.ts';

/** A file by its name for people, and where it lies. */
export interface LinesFile {
  name: string;
  place: string;
}

/** Endings of files that can hold lines; the pictures of a ZIP file are passed over. */
const READ = /\.(?:json|csv|txt|ya?ml)$/i;
const TOO_LARGE = `The files are larger than the limit of ${MAX_LINES_BYTES} bytes. Send them in parts.`;

/** Reads texts up to the limit of all together. */
class Texts {
  readonly all: NamedText[] = [];
  #bytes = 0;

  #make(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_LINES_BYTES) throw new Refusal(TOO_LARGE);
  }

  async add({ name, place }: LinesFile): Promise<void> {
    const facts = await stat(place)
      .catch(nullIfMissing)
      .catch((error: unknown) => {
        throw new Refusal(`${name} cannot be read: ${nameless(error)}.`);
      });
    if (facts === null || !facts.isFile()) throw new Refusal(`The file ${name} does not exist.`);
    if (/\.zip$/i.test(name)) return this.#addZip(place);
    this.#make(facts.size);
    this.all.push({ name, text: await readFile(place, 'utf8') });
  }

  async #addZip(place: string): Promise<void> {
    const zip = await zipSource(place);
    try {
      for await (const file of zip.files()) {
        if (!READ.test(file.name) || !('read' in file)) continue;
        this.#make(file.size);
        this.all.push({ name: file.name, text: Buffer.from(await file.read(file.size)).toString('utf8') });
      }
    } finally {
      await zip.close();
    }
  }
}

async function textsOf(files: readonly LinesFile[]): Promise<NamedText[]> {
  const texts = new Texts();
  for (const file of files) await texts.add(file);
  return texts.all;
}

/** Ours is an object with `lines` or `works`; JSON of no other form is taken for COCO. */
const isOwn = (value: unknown): boolean => typeof value === 'object' && value !== null && ('lines' in value || 'works' in value);

function add(found: Collector, { lines, refused, sequences = [] }: Imported): void {
  for (const line of lines) found.lines.push(line);
  for (const one of refused) found.refused.push(one);
  for (const one of sequences) found.sequences.push(one);
}

/** Files of lines on every frame, by the hash that each is named by. */
function sequenceFiles(found: Collector, texts: readonly NamedText[]): Map<string, NamedValue> {
  const files = new Map<string, NamedValue>();
  for (const text of texts) {
    const hash = hashInName(text.name);
    if (hash === null) continue;
    const json = jsonOf(text);
    if (json.ok) files.set(hash, { name: text.name, value: json.value });
    else found.refused.push(json.refused);
  }
  return files;
}

/** Files that the others refer to. */
interface Beside {
  exported: NamedText | null;
  sequences: ReadonlyMap<string, NamedValue>;
}

function readJson(found: Collector, text: NamedText, { exported, sequences }: Beside, labelme: NamedValue[]): void {
  const json = jsonOf(text);
  if (!json.ok) return void found.refused.push(json.refused);
  const read = { name: text.name, value: json.value };
  if (isLabelme(json.value)) labelme.push(read);
  else add(found, isOwn(json.value) ? readOwnJson(read, sequences) : readCoco(read, exported));
}

/** Labels that name their picture by its file: the exported data set is read once for all of them. */
function readLabels(
  found: Collector,
  { labelme, yolo, classes }: { labelme: readonly NamedValue[]; yolo: readonly NamedText[]; classes: NamedText | undefined },
  exported: NamedText | null,
): void {
  if (labelme.length + yolo.length === 0) return;
  const reference = readReference(found, exported, labelme.length > 0 ? 'Labels of labelme' : 'Labels of YOLO');
  if (reference === null) return;
  const pictures = new PictureNames(reference);
  for (const file of labelme) readLabelme(found, file, reference, pictures);
  if (yolo.length === 0) return;
  const names = classesOf(classes);
  if (typeof names === 'string') return found.refuse('', names);
  for (const file of yolo) readYolo(found, file, names, reference, pictures);
}

/** @param exported annotations.json, lines.json or sources.csv that the files belong to */
export async function readLines(files: readonly LinesFile[], exported: LinesFile | null): Promise<Imported> {
  const texts = await textsOf(files);
  const [other = null] = exported === null ? [] : await textsOf([exported]);
  const found = new Collector(files[0]?.name ?? '');
  const labelme: NamedValue[] = [];
  const sequences = sequenceFiles(found, texts);
  for (const text of texts) {
    if (hashInName(text.name) !== null) continue;
    const ending = path.extname(text.name).toLowerCase();
    if (ending === '.csv') {
      if (other === null) throw new Refusal('Tracings of EchoNet need the sources.csv of their export.');
      add(found, parseEchonet(text, other));
    } else if (!isYolo(text) && !isClasses(text)) readJson(found, text, { exported: other, sequences }, labelme);
  }
  readLabels(found, { labelme, yolo: texts.filter(isYolo), classes: texts.find(isClasses) }, other);
  if (found.lines.length + found.sequences.length + found.refused.length === 0) found.refuse('', 'it has no lines');
  return found.result();
}
