// Files of a ZIP archive by their names.
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inRoot } from '../../scripts/lib/root.mjs';

const yauzl = createRequire(inRoot('server', 'package.json'))('yauzl');

/**
 * Opens an archive.
 * @returns {Promise<{names: string[], read: (name: string) => Promise<Buffer>, close: () => void}>}
 */
export async function openArchive(file) {
  const zip = await promisify(yauzl.open)(file, { lazyEntries: true, autoClose: false });
  const entries = new Map();
  await new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  const stream = promisify(zip.openReadStream.bind(zip));
  return {
    names: [...entries.keys()],
    read: async (name) => buffer(await stream(entries.get(name))),
    close: () => zip.close(),
  };
}
