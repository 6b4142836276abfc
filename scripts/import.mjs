// `npm run import -- FOLDER|ZIP --project NAME ...`: the importer of the server, on files named from where the person stands.
import { spawn } from 'node:child_process';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { fail } from './lib/steps.mjs';
import { inRoot } from './lib/root.mjs';

const stdoutWrite = process.stdout.write.bind(process.stdout);
process.stdout.write = (...parts) => process.stderr.write(...parts);

try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildServer();
  process.stdout.write = stdoutWrite;
  const child = spawn(process.execPath, ['--enable-source-maps', inRoot('server', 'dist', 'import.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ECHOMETRY_ROOT: inRoot(), ECHOMETRY_DATA: process.env.ECHOMETRY_DATA ?? inRoot('data', 'demo') },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('close', (code) => process.exit(code ?? 1));
} catch (error) {
  fail(error);
}
