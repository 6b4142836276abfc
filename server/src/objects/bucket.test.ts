import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshBucket, hasS3 } from '../../test/s3.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { bucketFiles } from './bucket-files.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { bucketStore } from './bucket-store.ts';
import { NO_CHECKS } from './checks.ts';
import { STORE_PART_BYTES } from './limits.ts';
import { s3Client } from './s3-client.ts';
import type { ObjectStore } from './store.ts';
import { isStorageFull } from '../db/storage-full.ts';
import { StoreUnavailable } from '../errors.ts';

const AS = { type: 'application/dicom', cacheControl: 'private, max-age=1', disposition: 'attachment' };
const MINUTE = 60_000;
const open = (settings: BucketSettings): ObjectStore => bucketStore(settings, { checks: NO_CHECKS, shared: false });

describe.runIf(hasS3())('a bucket of a service that checks signatures', () => {
  let settings: BucketSettings;
  let key: string;
  const bytes = randomBytes(100_000);
  beforeAll(async () => {
    settings = await freshBucket({ access: 'presigned' });
    key = await open(settings).put(bytes);
  });

  it('is closed to a wrong secret, an unknown key and anonymous requests', async () => {
    for (const wrong of [{ secretAccessKey: 'another secret' }, { accessKeyId: 'echo:nobody' }])
      await expect(open({ ...settings, ...wrong }).size(key)).rejects.toThrow(StoreUnavailable);
    const place = `${settings.endpoint}/${settings.bucket}/echometry/sha256/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
    expect([400, 401, 403]).toContain((await fetch(place)).status);
  });

  it('gives browsers an address that reads one object, whole and in ranges, from other origins', async () => {
    const address = (await open(settings).presigned(key, AS, Date.now() + 5 * MINUTE))!;
    const headers = { origin: 'https://echo.example.org' };
    const whole = await fetch(address, { headers });
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([200, AS.type, AS.cacheControl]);
    expect(whole.headers.get('access-control-allow-origin')).toMatch(/^(?:\*|https:\/\/echo\.example\.org)$/);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const piece = await fetch(address, { headers: { ...headers, range: 'bytes=1000-1999' } });
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`]);
    expect(Buffer.from(await piece.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
  });

  it('refuses an address that was forged, leads elsewhere or has ended', async () => {
    const store = open(settings);
    const address = new URL((await store.presigned(key, AS, Date.now() + 5 * MINUTE))!);
    const forged = new URL(address);
    forged.searchParams.set('X-Amz-Signature', '0'.repeat(64));
    const longer = new URL(address);
    longer.searchParams.set('X-Amz-Expires', '604800');
    const elsewhere = new URL(address);
    elsewhere.pathname = elsewhere.pathname.replace(key, await store.put(Buffer.from('another object')));
    const ended = (await store.presigned(key, AS, Date.now() - MINUTE))!;
    for (const refused of [forged.href, longer.href, elsewhere.href, ended]) expect((await fetch(refused)).status).toBe(403);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
  });

  it('does not take bytes that differ from the hash they are signed with', async () => {
    const wrong = { sha256: createHash('sha256').update('promised').digest('hex'), size_bytes: 5, open: () => Buffer.from('given') };
    await expect(s3Client(settings).put('echometry/wrong', wrong)).rejects.toThrow(StoreUnavailable);
    expect(await s3Client(settings).head('echometry/wrong')).toBeNull();
  });

  it('is listed beyond one page', async () => {
    const client = s3Client(await freshBucket());
    const sha256 = createHash('sha256').digest('hex');
    const names = Array.from({ length: 7 }, (_, n) => `page/${n}`);
    await Promise.all(names.map((name) => client.put(name, { sha256, size_bytes: 0, open: () => new Uint8Array() })));
    const listed: string[] = [];
    for await (const found of client.list('page/', 3)) listed.push(found.key);
    expect(listed).toEqual(names);
  });

  it('keeps archives larger than one part, read back whole', async () => {
    const files = bucketFiles(settings);
    const large = Buffer.alloc(STORE_PART_BYTES + 1_000_001, randomBytes(65_536));
    const file = path.join(await temporaryFolder('archive'), 'export.zip');
    await writeFile(file, large);
    const sha256 = createHash('sha256').update(large).digest('hex');
    await files.keep('exports/one.zip', file, sha256);
    const kept = (await files.read('exports/one.zip'))!;
    expect([
      kept.size,
      createHash('sha256')
        .update(await buffer(kept.read()))
        .digest('hex'),
    ]).toEqual([large.length, sha256]);
    await expect(files.keep('exports/two.zip', file, 'f'.repeat(64))).rejects.toThrow(StoreUnavailable);
    expect(await files.read('exports/two.zip')).toBeNull();
    await files.drop('exports/one.zip');
    expect(await files.read('exports/one.zip')).toBeNull();
  });
});

/** Is between us and the service, and fails on command. */
class Failing {
  #server: Server;
  /** Responses that fail before the next one is passed on. */
  failures = 0;
  /** Bytes after which the next body breaks off. */
  cutAfter: number | null = null;
  /** The response to each write, as of a service without room. */
  full: { status: number; code: string } | null = null;
  requests = 0;

  private constructor(readonly to: BucketSettings) {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      if (this.failures > 0) {
        this.failures -= 1;
        if (this.failures % 2 === 0) return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
        return void request.socket.destroy();
      }
      if (this.full !== null && request.method === 'PUT') {
        const { status, code } = this.full;
        request.resume();
        return void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
      }
      return void this.#pass(request.method ?? 'GET', request.url ?? '/', request.headers, request, response);
    });
  }

  async #pass(
    method: string,
    url: string,
    headers: NodeJS.Dict<string | string[]>,
    request: AsyncIterable<Buffer>,
    response: import('node:http').ServerResponse,
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { connection: _, ...sent } = headers;
    const { request: ask } = await import('node:http');
    const upstream = ask(this.to.endpoint + url, { method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (this.cutAfter === null || method !== 'GET') return void answer.pipe(response);
      const cut = this.cutAfter;
      this.cutAfter = null;
      let passed = 0;
      answer.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, cut - passed);
        if (part.length === 0) return;
        passed += part.length;
        response.write(part, () => {
          if (passed === cut) response.destroy();
        });
      });
    });
    // Swift sends a body after the response to HEAD of what is missing.
    upstream.on('error', () => undefined);
    upstream.end(Buffer.concat(parts));
  }

  static async before(to: BucketSettings): Promise<{ failing: Failing; settings: BucketSettings }> {
    const failing = new Failing(to);
    await new Promise<void>((resolve) => {
      failing.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = failing.#server.address() as AddressInfo;
    // The signature names the host it is for, so the service sees ours.
    return { failing, settings: { ...to, endpoint: `http://127.0.0.1:${port}` } };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.runIf(hasS3())('a bucket that fails now and then', () => {
  let failing: Failing;
  let store: ObjectStore;
  beforeAll(async () => {
    const made = await Failing.before(await freshBucket());
    failing = made.failing;
    store = open(made.settings);
  });
  afterAll(() => failing.close());

  it('is asked again, a few times', async () => {
    failing.failures = 3;
    const key = await store.put(Buffer.from('kept in the end'));
    expect((await buffer(store.read(key))).toString()).toBe('kept in the end');
  });

  it('is called away in words when it does not come back, and serves again when it does', async () => {
    const key = await store.put(Buffer.from('there before'));
    failing.failures = 1000;
    await expect(store.size(key)).rejects.toThrow(/The object store http:\/\/127\.0\.0\.1:\d+ cannot be reached/);
    failing.failures = 0;
    expect(await store.size(key)).toBe(12);
  });

  // What MinIO responds without room, and Ceph at a quota.
  it.each([
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ])('is full with %i %s: that is said at once, and until something can be stored', async (status, code) => {
    await store.respond();
    failing.full = { status, code };
    const before = failing.requests;
    const refused: unknown = await store.put(Buffer.from(`no room ${code}`)).catch((error: unknown) => error);
    expect(isStorageFull(refused)).toBe(true);
    expect(failing.requests).toBe(before + 2);
    await expect(store.respond()).rejects.toThrow(/^The object store \S+ has no room left in/);
    failing.full = null;
    await store.respond();
    const key = await store.put(Buffer.from(`no room ${code}`));
    expect((await buffer(store.read(key))).toString()).toBe(`no room ${code}`);
  });

  it('whose connection breaks in the middle of an object is read on where it broke', async () => {
    const bytes = randomBytes(3_000_000);
    const key = await store.put(bytes);
    failing.cutAfter = 1_000_000;
    const before = failing.requests;
    expect((await buffer(store.read(key))).equals(bytes)).toBe(true);
    expect(failing.requests).toBe(before + 2);
  });
});
