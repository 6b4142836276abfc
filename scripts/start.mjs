// `npm start`: sets up what is missing, builds what changed, and serves the product.
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { Refusal, start, stopAll } from './lib/run.mjs';
import { elapsed, fail, say } from './lib/steps.mjs';
import { inRoot } from './lib/root.mjs';

/** Lines of the server that are progress and not log (server/src/main.ts). */
function follow(child) {
  return new Promise((resolve, reject) => {
    let rest = '';
    let last = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        let event = null;
        try {
          event = JSON.parse(line);
        } catch {
          /* not ours */
        }
        if (event?.type === 'progress') {
          const text = `    ${event.what}${event.total ? ` ${event.done}/${event.total}` : ''}`;
          if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
          else if (event.what !== last) say(text);
          last = event.what;
        } else if (event?.type === 'ready') {
          if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
          resolve(event);
        } else if (event?.type === 'refusal') {
          reject(new Refusal(event.message));
        } else if (line) {
          say(line);
        }
      }
    });
    child.stderr.pipe(process.stderr);
    child.once('close', (code) => reject(new Refusal(`The server ended with status ${code} before it was ready.`)));
  });
}

try {
  say('Echometry: research software for cardiac ultrasound, never for primary diagnosis.');
  await checkPrerequisites();
  const build = await import('./lib/build.mjs');
  const ahead = await import('./lib/demo-ahead.mjs');
  // The first start compiles while npm waits for its downloads; later starts find all of it done.
  const packages = ensurePackages();
  // A caller that waits for them gets the error; until then it is ignored.
  packages.catch(() => undefined);
  const data = process.env.ECHOMETRY_DATA ?? inRoot('data', 'demo');
  const phantom = build.buildNative(['echometry-phantom']);
  const drawn = ahead.isWorthwhile(data, process.env.ECHOMETRY_DATA, process.argv)
    ? Promise.all([phantom, packages]).then(ahead.drawDemoAhead)
    : Promise.resolve('');
  drawn.catch(() => undefined);
  await Promise.all([build.buildEngineWasm({ packages, native: phantom, inHaste: true }), phantom, packages]);
  await Promise.all([build.buildWeb(), build.buildServer()]);
  const demo = await drawn;
  const child = start(process.execPath, ['--enable-source-maps', inRoot('server', 'dist', 'main.js'), ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ECHOMETRY_PROGRESS: 'json',
      ECHOMETRY_ROOT: inRoot(),
      ECHOMETRY_DATA: data,
      ECHOMETRY_DATA_GIVEN: process.env.ECHOMETRY_DATA ? '1' : '',
      ECHOMETRY_DEMO_DRAWN: demo,
    },
  });
  const ready = await follow(child);
  ahead.removeDrawn();
  say(`\nReady after ${elapsed()}. Open ${ready.url}${ready.note ? `   ${ready.note}` : ''}\nCtrl-C stops it.`);
  // No browser on this computer needs it.
  build.compressWeb().catch((error) => say(`The pages are sent uncompressed: ${error.message}`));
  child.once('close', (code) => {
    stopAll();
    process.exit(code ?? 1);
  });
} catch (error) {
  fail(error);
}
