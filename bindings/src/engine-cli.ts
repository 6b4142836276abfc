/** The command line on the WebAssembly build: reads files, calls the engine, prints what it answers, byte for byte as the native one. */
import { mkdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import * as wasm from '../wasm/full/engine.js';
import { checkoutRoot } from './client-node.ts';

const USAGE_STATUS = 2;

/** The engine's words for why a file cannot be read. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'not found';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code === 'EISDIR' ? 'is a folder' : 'input error';
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
  const { files, out } = JSON.parse(command.inputs()) as { files: string[]; out: string | null };
  if (out !== null) mkdirSync(out, { recursive: true });
  for (const file of files) {
    try {
      if (statSync(file).isDirectory()) command.unreadable(file, 'is a folder');
      else command.run(file, readFileSync(file));
    } catch (error) {
      command.unreadable(file, reasonOf(error));
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
