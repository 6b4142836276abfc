/**
 * A second document for pages that show a picture: it lets the browser fetch the code that they share while the page's own script is
 * on its way (server/src/http/web-pages.ts). The engine comes after that script: it would delay the calls that the script makes.
 */
import type { Plugin, Rolldown } from 'vite';

/** Chunk of the pages of images, as web/vite.config.ts names it. */
export const PICTURE_CHUNK = 'image-page';

/** Tags for the code that pages of images share, and for its styles. */
function pictureTags(bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === PICTURE_CHUNK);
  if (chunk?.type !== 'chunk') throw new Error(`The build holds no chunk ${PICTURE_CHUNK} to preload.`);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`);
  return [`<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`, ...styles].join('');
}

export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build holds no page.');
        const source = String(page.source).replace('</head>', `${pictureTags(bundle)}</head>`);
        this.emitFile({ type: 'asset', fileName: 'picture.html', source });
      },
    },
  };
}
