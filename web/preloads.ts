/**
 * Lets the browser fetch what comes next while it still reads the scripts: the first part of the engine on every page, and on pages
 * that show a picture the code that they share. The server sends the second document on those (server/src/http/web-pages.ts).
 */
import type { IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** The part of the engine that a first picture needs; everything else comes after that. */
const FIRST_PART = /wasm\/first\/engine_bg\.wasm$/;
/** Chunk of the pages of images, as web/vite.config.ts names it. */
export const PICTURE_CHUNK = 'image-page';

function firstPart(bundle: Bundle): string {
  const part = Object.values(bundle).find(
    (output) => output.type === 'asset' && output.originalFileNames.some((name) => FIRST_PART.test(name)),
  );
  if (!part) throw new Error('The build holds no engine to preload.');
  return part.fileName;
}

/** Tags for the code that pages of images share, and for its styles. */
function pictureTags(bundle: Bundle): string {
  const chunk = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === PICTURE_CHUNK);
  if (chunk?.type !== 'chunk') throw new Error(`The build holds no chunk ${PICTURE_CHUNK} to preload.`);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`);
  return [`<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`, ...styles].join('');
}

export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const attrs = { rel: 'preload', as: 'fetch', type: 'application/wasm', href: `/${firstPart(bundle)}`, crossorigin: 'anonymous' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
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
