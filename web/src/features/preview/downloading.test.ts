import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadEach, type DownloadProgress } from '../../study/store/download-each.ts';
import { Downloading } from './downloading.tsx';

const SIZE = 4_000_000;
/** The first file comes in pieces, more slowly than the page is drawn. */
const PIECE = 100_000;
const PIECE_EVERY_MS = 150;
/** More than all of the parts take. */
const TIMEOUT_MS = 10_000;

/** Responses under way by the name of their file: a test sends the bytes. */
const responses = new Map<string, ServerResponse>();
const server = createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-length': SIZE });
  response.flushHeaders();
  responses.set(url.slice(1), response);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const page = (progress: DownloadProgress): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Downloading, { progress, onCancel: () => undefined })));

test('the page shows the bytes of files that are still arriving, and counts files that are whole', async () => {
  const pages: string[] = [];
  const kept = new Map<string, Blob>();
  const { port } = server.address() as AddressInfo;
  const shown = (what: string) => expect.poll(() => pages.at(-1), { timeout: TIMEOUT_MS }).toContain(what);
  const failed = downloadEach(
    ['a', 'b'].map((filename) => ({ filename, size_bytes: SIZE })),
    {
      urlOf: (filename) => Promise.resolve(`http://127.0.0.1:${port}/${filename}`),
      keep: (filename, file) => void kept.set(filename, file),
      onProgress: (progress) => pages.push(page(progress)),
      signal: new AbortController().signal,
    },
  );
  await expect.poll(() => responses.size, { timeout: TIMEOUT_MS }).toBe(2);
  const send = (name: string, bytes: number) => void responses.get(name)!.write(Buffer.alloc(bytes));

  let sent = 0;
  const some = (): string => {
    send('a', PIECE);
    sent += PIECE;
    return pages.at(-1) ?? '';
  };
  const arriving = /Downloading images 0\/2 · [0-3]\.[1-9] MB of 8\.0 MB/;
  await expect.poll(some, { interval: PIECE_EVERY_MS, timeout: (PIECE_EVERY_MS * SIZE) / PIECE / 2 }).toMatch(arriving);
  expect(kept.size).toBe(0);
  send('a', SIZE - sent);
  responses.get('a')!.end();
  await shown('Downloading images 1/2 · 4.0 MB of 8.0 MB');
  send('b', SIZE);
  responses.get('b')!.end();
  expect(await failed).toEqual([]);
  expect(pages.at(-1)).toContain('Downloading images 2/2 · 8.0 MB of 8.0 MB');
  expect([...kept.values()].map(({ size }) => size)).toEqual([SIZE, SIZE]);
});
