/** Lets the browser fetch the engine while it still reads the scripts: without it the engine waits for them. */
import type { Plugin } from 'vite';

/** The build for the workers is the largest file of all; the one of the main thread comes when an image is opened. */
const LARGEST_FIRST = (a: { size: number }, b: { size: number }): number => b.size - a.size;

export function preloadEngine(): Plugin {
  return {
    name: 'preload-engine',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const [engine] = Object.entries(bundle)
          .flatMap(([file, output]) => (file.endsWith('.wasm') && output.type === 'asset' ? [{ file, size: output.source.length }] : []))
          .sort(LARGEST_FIRST);
        if (!engine) throw new Error('The build holds no engine to preload');
        const attrs = { rel: 'preload', as: 'fetch', type: 'application/wasm', href: `/${engine.file}`, crossorigin: 'anonymous' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
