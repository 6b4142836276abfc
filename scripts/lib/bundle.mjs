// Bundles the programs that run in Node. Packages are bundled too: a start that reads one file takes two thirds of the processor time of
// a start that reads every package (docs/why/operations.md#packages-are-bundled-into-the-programs-of-the-server).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './root.mjs';

/**
 * Packages that are read where they are installed: packages with native parts, and packages that most starts do not need and load when they
 * do.
 */
const APART = ['@photostructure/sqlite', '@node-rs/argon2', '@zxcvbn-ts/*', 'dcmjs', 'nodemailer', 'pg-native'];
/** Globals that packages in CommonJS expect. */
const REQUIRE = "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url);";

/** Programs of the server: the service, the importer and what runs in worker threads. */
const SERVER_ENTRIES = [
  'server/src/main.ts',
  'server/src/cli/import.ts',
  'server/src/cli/admin.ts',
  'server/src/exports/export.worker.ts',
  'server/src/releases/release.worker.ts',
  'server/src/statistics/project.worker.ts',
  'server/src/imports/predictions/predictions.worker.ts',
  'bindings/src/node/engine.worker.node.ts',
  'bindings/src/node/engine-cli.ts',
  'server/src/demo/plan/cli.ts',
];

/**
 * Bundles the programs of the server into a folder of the checkout, from which packages resolve upwards.
 * @param {string} outdir relative to the checkout
 * @param {import('esbuild').Plugin[]} plugins come before ours
 */
export async function bundleServer(outdir, plugins = []) {
  const entries = SERVER_ENTRIES.filter((entry) => existsSync(inRoot(entry)));
  const nameOf = (entry) => (path.basename(entry, '.ts') === 'cli' ? 'generate' : path.basename(entry, '.ts'));
  await bundle(Object.fromEntries(entries.map((entry) => [nameOf(entry), entry])), outdir, plugins);
  await bundleRecompute(`${outdir}/release`);
}

/** The part of every release that computes its values again: plain modules that Node runs anywhere, without packages. */
const RECOMPUTE_ENTRIES = { recompute: 'server/src/releases/recompute/recompute.ts', engine: 'bindings/src/node/measuring-engine.ts' };

async function bundleRecompute(outdir) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: inRoot(),
    entryPoints: RECOMPUTE_ENTRIES,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [ourOwn],
  });
}

/** Bundles programs for Node, each under the name it is given. */
export async function bundle(entryPoints, outdir, plugins = []) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: inRoot(),
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'silent',
    // Names in the bundle match the sources for the reader of a stack; the sources themselves are in the checkout.
    sourcesContent: false,
    external: APART,
    banner: { js: REQUIRE },
    plugins: [...plugins, ourOwn],
  });
}

/** Our workspaces are source. */
const ourOwn = {
  name: 'our-own',
  setup(build) {
    const folders = { bindings: 'bindings/src', contract: 'contract' };
    build.onResolve({ filter: /^@echometry\// }, ({ path: name }) => {
      const [, workspace, ...rest] = name.split('/');
      return { path: inRoot(folders[workspace], ...rest) };
    });
  },
};
