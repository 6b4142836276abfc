// The Python package of clients/python as a wheel, without Python: a wheel is a ZIP file of the sources with their metadata
// (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { contentKey, unlessBuilt } from './content-key.mjs';
import { inRoot } from './root.mjs';
import { Refusal } from './run.mjs';
import { step } from './steps.mjs';

const PACKAGE = 'clients/python';
const SOURCES = `${PACKAGE}/src/echometry`;
/** Where the server looks for it; it goes wherever the programs of the server go. */
export const DOWNLOADS = 'server/dist/downloads';

const version = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;
export const wheelName = () => `echometry-${version()}-py3-none-any.whl`;

/**
 * Texts and lists of texts of a TOML file, by section and key; our file has no other values there.
 * @returns {Record<string, Record<string, any>>}
 */
export function readToml(text) {
  const sections = {};
  let section = '';
  for (const [, head, key, value] of text.matchAll(/^(?:\[([\w.-]+)\]|([\w-]+) = ("[^"]*"|\[[^\]]*\]))\s*$/gm)) {
    if (head !== undefined) section = head;
    else (sections[section] ??= {})[key] = JSON.parse(value.replace(/,\s*\]$/, ']'));
  }
  return sections;
}

/**
 * The file METADATA, version 2.4 of the core metadata.
 * @param {Record<string, any>} manifest
 * @param {string} readme
 */
function metadataOf({ project, 'project.optional-dependencies': extras = {} }, readme) {
  return [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    ...project.classifiers.map((one) => `Classifier: ${one}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((one) => `Requires-Dist: ${one}`),
    ...Object.entries(extras).flatMap(([extra, names]) => [
      `Provides-Extra: ${extra}`,
      ...names.map((one) => `Requires-Dist: ${one} ; extra == '${extra}'`),
    ]),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

const sumOf = (bytes) => `sha256=${createHash('sha256').update(bytes).digest('base64url')}`;

/**
 * Files of the wheel by their path, the list of them last.
 * @returns {Array<[string, Buffer]>}
 */
function filesOfWheel() {
  const manifest = readToml(readFileSync(inRoot(PACKAGE, 'pyproject.toml'), 'utf8'));
  if (manifest.project.version !== version())
    throw new Refusal(`${PACKAGE}/pyproject.toml has version ${manifest.project.version}, package.json ${version()}. Make them the same.`);
  const info = `echometry-${version()}.dist-info`;
  /** @type {Array<[string, Buffer]>} */
  const files = readdirSync(inRoot(SOURCES), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.py$|^py\.typed$/.test(name))
    .sort()
    .map((name) => /** @type {[string, Buffer]} */ ([`echometry/${name}`, readFileSync(inRoot(SOURCES, name))]));
  const readme = readFileSync(inRoot(PACKAGE, 'README.md'), 'utf8');
  files.push(
    [`${info}/METADATA`, Buffer.from(metadataOf(manifest, readme))],
    [`${info}/WHEEL`, Buffer.from('Wheel-Version: 1.0\nGenerator: echometry\nRoot-Is-Purelib: true\nTag: py3-none-any\n')],
    [`${info}/licenses/LICENSE`, readFileSync(inRoot('LICENSE'))],
  );
  const record = files.map(([name, bytes]) => `${name},${sumOf(bytes)},${bytes.length}\n`);
  return [...files, [`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`)]];
}

const VERSION_NEEDED = 20;
const UNIX = 3 << 8;
const UTF8_NAMES = 1 << 11;
const DEFLATED = 8;
/** 1 January 1980, the first date of the format: the same sources give the same file. */
const [TIME, DATE] = [0, (1 << 5) | 1];
const READABLE = 0o100644;

const little = (fields) =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );

/** A ZIP file (APPNOTE 4.3) of the given files. */
export function zipped(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const called = Buffer.from(name);
    const common = [
      [2, VERSION_NEEDED],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, TIME],
      [2, DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, called.length],
      [2, 0],
    ];
    const entry = Buffer.concat([little([[4, 0x04034b50], ...common]), called, packed]);
    const attributes = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, READABLE * 0x10000],
      [4, offset],
    ];
    directory.push(little([[4, 0x02014b50], [2, UNIX | VERSION_NEEDED], ...common, ...attributes]), called);
    parts.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(directory);
  const end = [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, index.length],
    [4, offset],
    [2, 0],
  ];
  return Buffer.concat([...parts, index, little(end)]);
}

/** Writes the wheel into the folder that the server offers. */
export function buildWheel() {
  const key = contentKey([
    SOURCES,
    `${PACKAGE}/pyproject.toml`,
    `${PACKAGE}/README.md`,
    'LICENSE',
    'package.json',
    'scripts/lib/wheel.mjs',
  ]);
  return unlessBuilt(`${DOWNLOADS}/.key`, key, [`${DOWNLOADS}/${wheelName()}`], () =>
    step('Python package', 'offered by the server for download', async () => {
      rmSync(inRoot(DOWNLOADS), { recursive: true, force: true });
      mkdirSync(inRoot(DOWNLOADS), { recursive: true });
      writeFileSync(path.join(inRoot(DOWNLOADS), wheelName()), zipped(filesOfWheel()));
    }),
  );
}
