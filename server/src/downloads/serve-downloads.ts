/** Downloads for programs: the Python package of this version (docs/programs.md#python). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { FILES_PER_MINUTE } from '../limits.ts';
import type { OriginSettings } from '../login/login-settings.ts';
import { ownOrigin } from '../login/own-origin.ts';
import { html } from '../login/pages/html.ts';
import { layout } from '../login/pages/layout.ts';

const PATH = '/downloads';
/** Stands for the address of the server where it does not know its own. */
const UNKNOWN_ORIGIN = 'https://your-server';
const LIMITED = { config: { rateLimit: { max: FILES_PER_MINUTE, timeWindow: 60_000 } } };

interface Wheel {
  name: string;
  bytes: Buffer;
  sha256: string;
}

/** The package as the build wrote it; null where it is not built, which stops nothing else. */
async function wheelIn(folder: string | null): Promise<Wheel | null> {
  if (folder === null) return null;
  const name = `echometry-${manifest.version}-py3-none-any.whl`;
  const bytes = await readFile(path.join(folder, name)).catch(() => null);
  return bytes === null ? null : { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function page(wheel: Wheel | null, origin: string): string {
  if (wheel === null)
    return layout({
      title: 'Downloads',
      body: html`<p>The Python package is not built on this server. Its administrator builds it with npm run build.</p>`,
    });
  const { name, sha256 } = wheel;
  return layout({
    title: 'Downloads',
    body: html`<p>
        The Python package of this server, version ${manifest.version}, for Python 3.10 or newer. It reads studies, analyses, values, frames
        and exports with a personal access token.
      </p>
      <p><a href="${PATH}/${name}#sha256=${sha256}">${name}</a></p>
      <p>Install it:</p>
      <pre class="command">pip install ${origin}${PATH}/${name}</pre>
      <p>To decode frames, add pydicom and Pillow:</p>
      <pre class="command">pip install "echometry[frames] @ ${origin}${PATH}/${name}"</pre>
      <p class="more">SHA-256 <span class="sum">${sha256}</span></p>`,
  });
}

/** Serves the list, which pip reads too (--find-links), and the package. Neither contains data, and neither needs a token. */
export async function serveDownloads(
  app: FastifyInstance,
  { folder, config }: { folder: string | null; config: OriginSettings },
): Promise<void> {
  const wheel = await wheelIn(folder);
  app.get(PATH, LIMITED, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page(wheel, ownOrigin(request, config) ?? UNKNOWN_ORIGIN)),
  );
  if (wheel === null) return;
  app.get(`${PATH}/${wheel.name}`, LIMITED, async (_request, reply) =>
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${wheel.name}"`)
      .header('cache-control', 'no-cache')
      .header('etag', `"${wheel.sha256}"`)
      .send(wheel.bytes),
  );
}
