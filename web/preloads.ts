/**
 * A second document for pages that show a picture: it lets the browser fetch the code that they share while the page's own script is
 * on its way (server/src/http/web-pages.ts). The engine comes after that script: it would delay the calls that the script makes.
 */
import type { Plugin, Rolldown } from 'vite';

/** Chunk of the pages of images, as web/vite.config.ts names it. */
export const PICTURE_CHUNK = 'image-page';

/** Chunk of the first requests of such a page, as web/vite.config.ts names it. */
export const BEGIN_CHUNK = 'begin';

function chunkOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === name);
  if (chunk?.type !== 'chunk') throw new Error(`The build holds no chunk ${name}.`);
  return chunk;
}

/** Tags for the first requests, which run as soon as their code is there, for the code that pages of images share, and for its styles. */
function pictureTags(bundle: Rolldown.OutputBundle): string {
  const picture = chunkOf(bundle, PICTURE_CHUNK);
  const styles = [...(picture.viteMetadata?.importedCss ?? [])].map(
    (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
  );
  return [
    `<script type="module" async crossorigin src="/${chunkOf(bundle, BEGIN_CHUNK).fileName}"></script>`,
    `<link rel="modulepreload" crossorigin href="/${picture.fileName}">`,
    ...styles,
  ].join('');
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
