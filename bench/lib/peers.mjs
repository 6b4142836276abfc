// The peers: npm packages and a small native program, installed on first use into the cache, never into the checkout.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installDebian } from '../../scripts/lib/chromium.mjs';
import { CACHE, inRoot } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { step } from '../../scripts/lib/steps.mjs';

const PACKAGES = {
  '@cornerstonejs/codec-libjpeg-turbo-8bit': '1.2.8',
  '@cornerstonejs/codec-openjpeg': '1.3.6',
  '@cornerstonejs/codec-charls': '1.2.7',
  '@cornerstonejs/jpeg-lossless-decoder-js': '2.2.1',
  '@cornerstonejs/dicom-image-loader': '5.14.0',
  '@cornerstonejs/core': '5.14.0',
  '@cornerstonejs/metadata': '5.14.0',
};

/** Folder whose node_modules holds Cornerstone's packages. */
export async function ensureNpmPeers() {
  const home = path.join(CACHE, 'bench-peers');
  const manifest = path.join(home, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: PACKAGES }, null, 1);
  const mark = path.join(home, '.installed');
  if (existsSync(mark) && (await import('node:fs')).readFileSync(mark, 'utf8') === wanted) return home;
  mkdirSync(home, { recursive: true });
  writeFileSync(manifest, wanted);
  await step('peers', "Cornerstone's decoders", () =>
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'], { log: 'bench-peers', cwd: home }),
  );
  writeFileSync(mark, wanted);
  return home;
}

/** Debian packages that bring a header or a program, by the file that shows it is there. */
const DEBIAN = {
  '/usr/include/turbojpeg.h': 'libturbojpeg0-dev',
  '/usr/bin/gcc': 'gcc',
  '/usr/bin/opj_compress': 'libopenjp2-tools',
  '/usr/bin/dcmcjpls': 'dcmtk',
};

/** The native program around libjpeg-turbo, built once for its source. */
export async function ensureTurbo() {
  for (const [file, name] of Object.entries(DEBIAN)) if (!existsSync(file)) await installDebian(name, 'a peer of the bench');
  const program = path.join(CACHE, 'bench-peers', 'turbo');
  mkdirSync(path.dirname(program), { recursive: true });
  await run('gcc', ['-O2', inRoot('bench', 'native', 'turbo.c'), '-o', program, '-lturbojpeg'], { log: 'bench-turbo' });
  return program;
}

/** One of Cornerstone's emscripten codecs as a function from a stream to its samples. */
export async function cornerstoneCodec(home, name, file, type) {
  const require = createRequire(path.join(home, 'x.js'));
  const script = require.resolve(`${name}/${file}`);
  const module = await require(script)({ locateFile: (wasm) => path.join(path.dirname(script), wasm), print() {}, printErr() {} });
  const decoder = new module[type]();
  return (stream) => {
    decoder.getEncodedBuffer(stream.length).set(stream);
    decoder.decode();
    return decoder.getDecodedBuffer();
  };
}
