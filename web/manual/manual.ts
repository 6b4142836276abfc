/** The user manual: each page is a body in pages/; head and navigation are made here, once for all of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Letters of the product; the manual is not bundled, so its font keeps a separate name. */
const FONT = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const BODIES = path.join(import.meta.dirname, 'pages');

/** Pages in their order: the name of the file and what the navigation calls it. */
export const MANUAL_PAGES = [
  ['index', 'Start'],
  ['first-hour', 'First hour'],
  ['studies', 'The studies list'],
  ['preview', 'Preview'],
  ['selection', 'Selection'],
  ['overview', 'Overview'],
  ['reference', 'Reference'],
  ['cycle-timing', 'Cycle timing'],
  ['clips', 'Tracing clips and M-Mode'],
  ['strips', 'Tracing Doppler strips'],
  ['values', 'Values and calipers'],
  ['report', 'Report'],
  ['validation', 'Reviews and validation'],
  ['statistics', 'Statistics'],
  ['export', 'Export'],
  ['player', 'Player and numbers'],
  ['saving', 'Saving and history'],
  ['keys', 'Keys and settings'],
  ['administration', 'Administration'],
] as const;
export type ManualPage = (typeof MANUAL_PAGES)[number][0];

/** One page of the manual as it is served. */
export function manualPage(page: ManualPage): string {
  const title = MANUAL_PAGES.find(([name]) => name === page)?.[1] ?? page;
  const links = MANUAL_PAGES.map(
    ([name, text]) => `      <a href="${name}.html"${name === page ? ' aria-current="page"' : ''}>${text}</a>`,
  ).join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <link rel="icon" type="image/svg+xml" href="/logo.svg">
    <link rel="stylesheet" href="manual.css">
    <title>${title} · Echometry user manual</title>
  </head>
  <body>
    <nav aria-label="Pages of the manual">
      <strong>Echometry</strong>
${links}
    </nav>
    <main>
${readFileSync(path.join(BODIES, `${page}.html`), 'utf8').trimEnd()}
    </main>
  </body>
</html>
`;
}

/** Puts the pages next to the built program, and serves them while it is developed. */
export function manual(): Plugin {
  return {
    name: 'manual',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manual/inter.woff2', source: readFileSync(FONT) });
      for (const [name] of MANUAL_PAGES) this.emitFile({ type: 'asset', fileName: `manual/${name}.html`, source: manualPage(name) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asked = MANUAL_PAGES.find(([name]) => request.url?.split(/[?#]/)[0] === `/manual/${name}.html`);
        if (request.url === '/manual/inter.woff2') response.end(readFileSync(FONT));
        else if (asked) response.setHeader('content-type', 'text/html; charset=utf-8').end(manualPage(asked[0]));
        else next();
      });
    },
  };
}
