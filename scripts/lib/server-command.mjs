// Runs a built command of the server on the workspace the person means, from where the person stands.
import { spawn } from 'node:child_process';
import { fail } from './steps.mjs';
import { inRoot } from './root.mjs';
import { checkPrerequisites, ensurePackages } from './toolchain.mjs';

/** Steps go to standard error: standard output is the command's own. */
export async function serverCommand(name) {
  const stdoutWrite = process.stdout.write.bind(process.stdout);
  process.stdout.write = (...parts) => process.stderr.write(...parts);
  try {
    await checkPrerequisites();
    await ensurePackages();
    const build = await import('./build.mjs');
    await build.buildEngineWasm();
    await build.buildServer();
    process.stdout.write = stdoutWrite;
    const child = spawn(process.execPath, ['--enable-source-maps', inRoot('server', 'dist', `${name}.js`), ...process.argv.slice(2)], {
      stdio: 'inherit',
      cwd: process.env.INIT_CWD ?? process.cwd(),
      env: { ...process.env, ECHOMETRY_ROOT: inRoot(), ECHOMETRY_DATA: process.env.ECHOMETRY_DATA ?? inRoot('data', 'demo') },
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('close', (code) => process.exit(code ?? 1));
  } catch (error) {
    fail(error);
  }
}
