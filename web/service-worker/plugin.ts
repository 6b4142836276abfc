/** Builds the service worker, with the names of the files it keeps, next to the pages. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** Address of the service worker: at the root, because it may only serve addresses below it. */
export const SERVICE_WORKER = 'service-worker.js';

/** Letters of other scripts come when a name needs them; the engine, scripts, styles and Latin letters are what every page needs. */
const KEPT = /\.(js|css|wasm)$|inter-latin-wght-normal-[\w-]+\.woff2$/;

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((file) => KEPT.test(file))
          .map((file) => `/${file}`)
          .sort();
        const { outputFiles } = await build({
          entryPoints: [path.join(import.meta.dirname, 'worker.ts')],
          bundle: true,
          write: false,
          minify: true,
          format: 'iife',
          target: 'es2023',
          alias: { '@echometry/contract': path.resolve(import.meta.dirname, '../../contract') },
          define: {
            SHELL_FILES: JSON.stringify(files),
            // Names of files carry the hash of their content, so that they name the build.
            SHELL_BUILD: JSON.stringify(createHash('sha256').update(files.join()).digest('hex').slice(0, 16)),
          },
        });
        this.emitFile({ type: 'asset', fileName: SERVICE_WORKER, source: outputFiles[0]?.text ?? '' });
      },
    },
  };
}
