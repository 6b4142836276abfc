/** The command line on the WebAssembly build: reads files, calls the engine, prints what it returns, byte for byte as the native one. */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import * as wasm from '../../wasm/full/engine.js';
import { checkoutRoot } from './client.ts';

const USAGE_STATUS = 2;

/** The engine's words for why a file cannot be read. */
function reasonOf(error: unknown, { role, path: file }: CommandInput): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // A path without an extension that can be a folder is taken for one.
  const folderMeant = (role === 'config' || role === 'dicom') && path.extname(file) === '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return folderMeant ? 'no such folder' : 'no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code === 'EISDIR' ? 'is a folder' : 'input error';
}

interface CommandInput {
  role: string;
  path: string;
}
interface CommandInputs {
  inputs: CommandInput[];
  config_files: string[];
  optional_config_files: string[];
  out: string | null;
}

/** Deepest folder that is looked into, so that a link to a parent ends. */
const MAX_DEPTH = 16;

/** The files of a path in its role, in the order of their names, as the native program finds them. */
function filesOf({ role, path: named }: CommandInput, sets: Pick<CommandInputs, 'config_files' | 'optional_config_files'>): CommandInput[] {
  const folder = named.replace(/\/+$/, '');
  if (role === 'config' && isFolder(named)) {
    const inside = (name: string): string => `${folder}/${name}`;
    const optional = sets.optional_config_files.map(inside).filter((file) => existsSync(file));
    return [...sets.config_files.map(inside), ...optional].map((file) => ({ role, path: file }));
  }
  if (role !== 'dicom' || !isFolder(named)) return [{ role, path: named }];
  return walk(folder, MAX_DEPTH).map((file) => ({ role: 'dicom_found', path: file }));
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

function walk(folder: string, depth: number): string[] {
  let names: string[];
  try {
    // By bytes of UTF-8, as the native program sorts.
    names = readdirSync(folder).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  } catch {
    return [folder];
  }
  return names.flatMap((name) => {
    const file = `${folder}/${name}`;
    if (!isFolder(file)) return [file];
    return depth > 0 ? walk(file, depth - 1) : [];
  });
}

function main(args: readonly string[]): number {
  wasm.initSync({ module: readFileSync(path.join(checkoutRoot(), 'bindings', 'wasm', 'full', 'engine_bg.wasm')) });
  let command: wasm.CommandLine;
  try {
    command = new wasm.CommandLine(JSON.stringify(args));
  } catch (thrown) {
    const message = typeof thrown === 'string' ? (JSON.parse(thrown) as { message: string }).message : String(thrown);
    writeSync(2, `${message}\n`);
    return USAGE_STATUS;
  }
  const help = command.help();
  if (help !== undefined) {
    writeSync(1, help);
    return 0;
  }
  const { inputs, out, ...sets } = JSON.parse(command.inputs()) as CommandInputs;
  if (out !== null) mkdirSync(out, { recursive: true });
  for (const { role, path: file } of inputs.flatMap((input) => filesOf(input, sets))) {
    try {
      if (statSync(file).isDirectory()) command.unreadable(file, 'is a folder');
      else command.feed(role, file, readFileSync(file));
    } catch (error) {
      command.unreadable(file, reasonOf(error, { role, path: file }));
    }
    for (let output = command.next(); output; output = command.next()) {
      const name = output.file_name();
      if (name !== undefined && out !== null) writeFileSync(path.join(out, name), output.file_bytes());
      process.stdout.write(`${output.line()}\n`);
      output.free();
    }
  }
  return command.failed() ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
