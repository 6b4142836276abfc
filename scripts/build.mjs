// `npm run build`: everything `npm start` would build, without starting it.
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { elapsed, fail, say } from './lib/steps.mjs';

try {
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./lib/build.mjs');
  await build.buildEngineWasm();
  await build.buildNative(['echometry-phantom', 'echometry-cli']);
  await Promise.all([build.buildWeb().then(build.compressWeb), build.buildServer()]);
  say(`Built in ${elapsed()}.`);
} catch (error) {
  fail(error);
}
