// `npm run dev`: engine, server and web, all watching. The web is on 5173 and asks the server on 8080.
import { watch } from 'node:fs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { inRoot } from './lib/root.mjs';
import { start } from './lib/run.mjs';
import { fail, say } from './lib/steps.mjs';

/** Changes come in bursts: a build begins when it has been quiet for this long, in ms. */
const QUIET_MS = 300;

function onChange(folders, action) {
  let timer = null;
  let running = Promise.resolve();
  for (const folder of folders) {
    watch(inRoot(folder), { recursive: true }, (_event, name) => {
      if (name && /(^|[\\/])(dist|wasm|node_modules|generated)([\\/]|$)/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(action).catch((error) => say(error.message));
      }, QUIET_MS);
    });
  }
}

try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildNative(['echometry-phantom']);
  await Promise.all([build.buildWeb(), build.buildServer()]);

  let server = null;
  const serve = () => {
    server = start(process.execPath, ['--enable-source-maps', inRoot('server', 'dist', 'main.js')], {
      stdio: 'inherit',
      env: {
        ECHOMETRY_ROOT: inRoot(),
        ECHOMETRY_DATA: process.env.ECHOMETRY_DATA ?? inRoot('data', 'demo'),
        ECHOMETRY_DATA_GIVEN: process.env.ECHOMETRY_DATA ? '1' : '',
      },
    });
  };
  const restart = async () => {
    if (!(await build.buildServer())) return;
    server?.kill('SIGTERM');
    await new Promise((resolve) => (server && server.exitCode === null ? server.once('close', resolve) : resolve()));
    serve();
  };
  serve();
  onChange(['server/src', 'contract', 'bindings/src'], restart);
  onChange(['engine-rs'], async () => {
    await build.buildEngineWasm();
    await restart();
  });
  start(process.execPath, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'web'], { stdio: 'inherit' });
} catch (error) {
  fail(error);
}
