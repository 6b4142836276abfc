import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { manual } from './manual/manual.ts';
import { mantineStyles } from './mantine-styles.ts';
import { BEGIN_CHUNK, PICTURE_CHUNK, preloads } from './preloads.ts';
import { reglKeys } from '../scripts/lib/regl-keys.mjs';
import { serviceWorker } from './service-worker/plugin.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '..');
const sizeOf = (build: string): number | undefined =>
  statSync(path.join(root, 'bindings', 'wasm', build, 'engine_bg.wasm'), { throwIfNoEntry: false })?.size;

/** Totals for the progress of the engine's download: a compressed transfer does not contain its unfolded size. */
function engineBytes(): { first: number; whole: number } | null {
  const [first, whole] = [sizeOf('first'), sizeOf('full')];
  return first === undefined || whole === undefined ? null : { first, whole };
}

export default defineConfig({
  root: here,
  plugins: [react(), manual(), mantineStyles(), preloads(), reglKeys(), serviceWorker()],
  resolve: {
    alias: [
      { find: /^@echometry\/bindings\//, replacement: `${root}/bindings/src/` },
      { find: /^@echometry\/contract\//, replacement: `${root}/contract/` },
    ],
  },
  define: { 'import.meta.env.ENGINE_BYTES': JSON.stringify(engineBytes()) },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // The policy allows data: for images only, and workers and wasm come from our own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // On a slow network each request takes its time whatever its size: what is needed together comes in one file.
        codeSplitting: {
          groups: [
            { name: BEGIN_CHUNK, test: /[\\/]web[\\/]src[\\/]begin\.ts$/, priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: PICTURE_CHUNK, test: /[\\/]web[\\/]src[\\/]image-page[\\/]image-page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    // Shared memory needs isolation here too.
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    proxy: Object.fromEntries(
      ['/api', '/auth', '/config', '/files'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env['ECHOMETRY_PORT'] ?? 8080}`, changeOrigin: false },
      ]),
    ),
  },
});
