import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { reglKeys } from '../../scripts/lib/regl-keys.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The viewer without manual, service worker and server, for the journey and the bench of the workbench. */
export default defineConfig({
  plugins: [reglKeys()],
  resolve: {
    alias: [
      { find: /^@echometry\/bindings\//, replacement: `${root}/bindings/src/` },
      { find: /^@echometry\/contract\//, replacement: `${root}/contract/` },
    ],
  },
  define: { 'import.meta.env.ENGINE_BYTES': 'null' },
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
