import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** Files of an archive by their path, read by a reader that knows nothing of the writer. */
export async function unzipped(file: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(file, { lazyEntries: true });
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>((entry, done) =>
    zip.openReadStream(entry, (error, stream) => done(error, stream)),
  );
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      open(entry)
        .then((stream) => buffer(stream as NodeJS.ReadableStream & AsyncIterable<Buffer>))
        .then((bytes) => {
          files.set(entry.fileName, bytes);
          zip.readEntry();
        })
        .catch(reject);
    });
    zip.readEntry();
  });
  return files;
}

/** Records of a CSV file by the grammar of RFC 4180; throws where the file leaves it. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) {
        if (at >= text.length) throw new Error('a quoted field does not end');
        field += text[at] ?? '';
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) {
        if (text[at] === '"' || text[at] === '\n') throw new Error('a bare quote or line feed');
        field += text[at] ?? '';
      }
    }
    record.push(field);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      records.push(record);
      record = [];
    } else throw new Error(`neither a comma nor the end of a line at ${at}`);
  }
  if (record.length > 0) throw new Error('the last line does not end');
  return records;
}

/** The same as objects by the names of the first line. */
export function csvRows(text: string): Record<string, string>[] {
  const [header = [], ...records] = csvRecords(text);
  return records.map((record) => {
    if (record.length !== header.length) throw new Error(`${record.length} fields under ${header.length} names`);
    return Object.fromEntries(header.map((name, place) => [name, record[place] ?? '']));
  });
}
