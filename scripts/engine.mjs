// `npm run -s engine -- COMMAND` (native) and `npm run -s engine:wasm -- COMMAND`: the same bytes on standard output.
import { spawn } from 'node:child_process';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { fail } from './lib/steps.mjs';
import { inRoot } from './lib/root.mjs';

const [kind, ...args] = process.argv.slice(2);

// Standard output belongs to the command: messages of the set-up go to standard error.
const stdoutWrite = process.stdout.write.bind(process.stdout);
process.stdout.write = (...parts) => process.stderr.write(...parts);

try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  if (kind === 'wasm') {
    await build.buildEngineWasm();
    await build.buildServer();
  } else {
    await build.buildNative(['echometry-cli']);
  }
  process.stdout.write = stdoutWrite;
  const [program, first] =
    kind === 'wasm'
      ? [process.execPath, [inRoot('server', 'dist', 'engine-cli.js')]]
      : [inRoot('target', 'release', 'echometry-engine'), []];
  // npm changes to the checkout; the files were named from where the person stands.
  const child = spawn(program, [...first, ...args], { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() });
  child.once('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} catch (error) {
  fail(error);
}
