import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

/** Signatures of a ZIP archive's end and of an entry of its directory, and the length of what is fixed of each (APPNOTE.TXT 4.3). */
const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/** One file of a ZIP archive without a comment, as text. */
export async function textInArchive(archive: string, name: string): Promise<string> {
  const zip = await readFile(archive);
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error(`${archive} is no archive`);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`The directory of ${archive} is broken`);
    const [method, packed, nameBytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    if (zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes) === name) {
      const begin = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(begin, begin + packed);
      return (method === DEFLATED ? inflateRawSync(bytes) : bytes).toString('utf8');
    }
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`${name} is not in ${archive}`);
}

/** Rows of a CSV file by RFC 4180, by the names of its header. */
export function tableOf(csv: string): Record<string, string>[] {
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') records.push([]);
  }
  const [header = [], ...rows] = records.filter((record) => record.length > 1);
  return rows.map((row) => Object.fromEntries(header.map((name, place) => [name, row[place] ?? ''])));
}
