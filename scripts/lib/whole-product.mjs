// Long tests of the whole product: built, with pages, servers on PostgreSQL and S3, and Chromium.
import { ensureChromium } from './chromium.mjs';
import { inRoot } from './root.mjs';
import { withServices } from './services.mjs';
import { testPrograms } from './suites.mjs';
import { takeTemporaryFolder } from './temporary.mjs';
import { checkPrerequisites, ensurePackages } from './toolchain.mjs';

/**
 * Builds what is missing, starts the services, and runs the tests of a command.
 * @template T
 * @param {string[]} native programs of the engine that the tests start
 * @param {Record<string, string>} settings variables of the tests
 * @param {(programs: ReturnType<typeof testPrograms>) => Promise<T>} work
 */
export async function onWholeProduct(native, settings, work) {
  takeTemporaryFolder();
  await checkPrerequisites();
  await ensurePackages();
  const build = await import('./build.mjs');
  await build.buildEngineWasm();
  await build.buildNative(native);
  await build.buildServer();
  await build.buildWeb();
  await build.compressWeb();
  const chromium = await ensureChromium();
  return withServices(['postgres', 's3'], (services) =>
    work(testPrograms({ ...services, ECHOMETRY_ROOT: inRoot(), ECHOMETRY_CHROMIUM: chromium, ...settings })),
  );
}
