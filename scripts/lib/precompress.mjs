// Brotli and gzip of the files the browser loads, made once at build time: the server sends these files unchanged.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inRoot } from './root.mjs';

/** Formats that are not compressed already. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.wasm']);
/** Below this a compressed file saves no packet on the network, in bytes. */
const MIN_BYTES = 1024;
/** Compressed files by the hash of their content: the engine takes seven seconds and seldom changes. */
const CACHE = inRoot('build', 'precompressed');

export const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const ENCODINGS = {
  '.br': brotli,
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes `FILE.br` and `FILE.gz` next to every compressible file below the folder, and keeps what was made for the same content. */
export async function precompress(folder) {
  mkdirSync(CACHE, { recursive: true });
  const kept = new Set();
  const compressOne = async (file) => {
    const bytes = readFileSync(file);
    const hash = createHash('sha256').update(bytes).digest('hex');
    for (const [ending, compress] of Object.entries(ENCODINGS)) {
      const name = `${hash}${ending}`;
      const cached = path.join(CACHE, name);
      kept.add(name);
      if (!existsSync(cached)) {
        // Written aside and moved in whole: a build that was interrupted leaves no half file that looks finished.
        writeFileSync(`${cached}.partial`, await compress(bytes));
        renameSync(`${cached}.partial`, cached);
      }
      // Moved in whole as well: the server may be running already.
      copyFileSync(cached, `${file}${ending}.partial`);
      renameSync(`${file}${ending}.partial`, `${file}${ending}`);
    }
  };
  await Promise.all(filesBelow(folder).map(compressOne));
  for (const name of readdirSync(CACHE)) if (!kept.has(name)) rmSync(path.join(CACHE, name));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.has(path.extname(name)))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size >= MIN_BYTES);
}
