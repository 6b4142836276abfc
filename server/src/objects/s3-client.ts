import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './bucket-settings.ts';
import { STORE_CONNECTIONS, STORE_ERROR_BYTES, STORE_PAGE, STORE_RETRY_WAITS_MS, STORE_SILENCE_MS } from './limits.ts';
import { StoreFull, StoreUnavailable } from '../errors.ts';

/** SHA-256 of no bytes: the signed hash of requests without a body. */
const NOTHING = createHash('sha256').digest('hex');
const STARTS_AGAIN = new Set([408, 429]);
/** Insufficient Storage (RFC 4918 11.5), and the codes that MinIO and Ceph send with other statuses. */
const FULL_STATUS = 507;
const FULL_CODES = new Set(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded']);

/** Facts of an object in the store, without reading it. */
export interface ObjectHead {
  size_bytes: number;
  /** Changes whenever the stored bytes do. */
  etag: string;
}

export interface ListedObject {
  key: string;
  size_bytes: number;
  /** When it was stored, by the clock of the store, in ms since 1970 UTC. */
  stored_at: number;
}

export interface UploadedBytes {
  sha256: string;
  size_bytes: number;
  /** Gives the bytes once more for every try. */
  open: () => Readable | Uint8Array;
}

/** Headers for a browser that reads an object by a presigned address. */
export interface PresignedAs {
  type: string;
  cacheControl: string;
  disposition: string;
}

/** The few operations of S3 that a content-addressed store needs, each with its signature (AWS Signature Version 4). */
export interface S3Client {
  /** Null when there is no such object. */
  head(key: string): Promise<ObjectHead | null>;
  /** The response whose body is the bytes from `start` to `end` inclusive; null when there is no such object. */
  get(key: string, range?: { start: number; end?: number }): Promise<IncomingMessage | null>;
  /** Stores bytes; the service itself compares them with the hash that is signed. */
  put(key: string, bytes: UploadedBytes): Promise<void>;
  /** Stores bytes part by part; nothing is left of a try that fails. */
  putInParts(key: string, parts: AsyncIterable<Uint8Array>, sha256Of: (bytes: Uint8Array) => string): Promise<void>;
  /** Copies within the bucket; false when there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, in the order of their keys. */
  list(prefix: string, page?: number): AsyncIterable<ListedObject>;
  /** An address that reads an object for the given time, starting at its moment. */
  presign(key: string, as: PresignedAs, from: number, forMs: number): Promise<string>;
  close(): void;
}

interface Asked {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: UploadedBytes;
  /** Statuses that are results, in addition to success. */
  known?: readonly number[];
}

/** The code of an S3 error, such as SignatureDoesNotMatch; empty where the service gives none. */
async function errorCodeOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > STORE_ERROR_BYTES) break;
  }
  return /<Code>([A-Za-z0-9]+)<\/Code>/.exec(text)?.[1] ?? '';
}

const textOf = (xml: string, tag: string): string | null => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null;
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Reads a page of ListObjectsV2. Its keys are ours: hexadecimal and letters, so that nothing in them is escaped. */
function pageOf(xml: string): { objects: ListedObject[]; next: string | null } {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: plain(textOf(entry, 'Key') ?? ''),
    size_bytes: Number(textOf(entry, 'Size')),
    stored_at: Date.parse(textOf(entry, 'LastModified') ?? ''),
  }));
  const next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
  return { objects, next: next === null ? null : plain(next) };
}

async function wholeText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of response) parts.push(chunk as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const unquoted = (headers: IncomingHttpHeaders): string => (headers.etag ?? '').replaceAll('"', '');

/** Talks to the bucket. Requests are tried a few times and then given up with {@link StoreUnavailable}. */
export const s3Client = (settings: BucketSettings): S3Client => new BucketClient(settings);

class BucketClient implements S3Client {
  readonly #settings: BucketSettings;
  readonly #isSecure: boolean;
  readonly #agent: HttpAgent;
  readonly #signing: { accessKeyId: string; secretAccessKey: string; service: string; region: string; cache: Map<string, ArrayBuffer> };

  constructor(settings: BucketSettings) {
    const { accessKeyId, secretAccessKey, region } = settings;
    const options = { keepAlive: true, maxSockets: STORE_CONNECTIONS };
    this.#settings = settings;
    this.#isSecure = settings.endpoint.startsWith('https:');
    this.#agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options);
    this.#signing = { accessKeyId, secretAccessKey, service: 's3', region, cache: new Map() };
  }

  async head(key: string): Promise<ObjectHead | null> {
    const { statusCode, headers } = await this.#done({ method: 'HEAD', url: this.#urlOf(key), known: [404] });
    return statusCode === 404 ? null : { size_bytes: Number(headers['content-length']), etag: unquoted(headers) };
  }

  async get(key: string, range?: { start: number; end?: number }): Promise<IncomingMessage | null> {
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
    const response = await this.#send({ method: 'GET', url: this.#urlOf(key), headers, known: [404] });
    if (response.statusCode !== 404) return response;
    response.resume();
    return null;
  }

  async put(key: string, body: UploadedBytes): Promise<void> {
    await this.#done({ method: 'PUT', url: this.#urlOf(key), body });
  }

  async putInParts(key: string, parts: AsyncIterable<Uint8Array>, sha256Of: (bytes: Uint8Array) => string): Promise<void> {
    const bodyOf = (bytes: Uint8Array): UploadedBytes => ({ sha256: sha256Of(bytes), size_bytes: bytes.byteLength, open: () => bytes });
    const uploadId = textOf(await this.#text({ method: 'POST', url: this.#urlOf(key, { uploads: '' }) }), 'UploadId');
    if (uploadId === null) throw new StoreUnavailable(`The object store ${this.#settings.endpoint} began no upload in parts`);
    const whole = this.#urlOf(key, { uploadId });
    try {
      const tags: string[] = [];
      for await (const part of parts) {
        const url = this.#urlOf(key, { partNumber: String(tags.length + 1), uploadId });
        const { headers } = await this.#done({ method: 'PUT', url, body: bodyOf(part) });
        tags.push(`<Part><PartNumber>${tags.length + 1}</PartNumber><ETag>"${unquoted(headers)}"</ETag></Part>`);
      }
      const list = Buffer.from(`<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`);
      this.#refuseFailure(await this.#text({ method: 'POST', url: whole, body: bodyOf(list) }), 'join the parts of an upload');
    } catch (error) {
      // The failure of the upload is thrown; parts that stay behind are for the bucket's own rule to remove.
      await this.#done({ method: 'DELETE', url: whole, known: [404] }).catch(() => undefined);
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<boolean> {
    const headers = { 'x-amz-copy-source': `/${this.#settings.bucket}/${from}` };
    const response = await this.#send({ method: 'PUT', url: this.#urlOf(to), headers, known: [404] });
    const body = await wholeText(response);
    if (response.statusCode === 404) return false;
    this.#refuseFailure(body, 'copy an object');
    return true;
  }

  async remove(key: string): Promise<void> {
    await this.#done({ method: 'DELETE', url: this.#urlOf(key), known: [404] });
  }

  async *list(prefix: string, page = STORE_PAGE): AsyncGenerator<ListedObject> {
    for (let token: string | null = ''; token !== null;) {
      const query: Record<string, string> = { 'list-type': '2', 'max-keys': String(page), prefix };
      if (token !== '') query['continuation-token'] = token;
      const found = pageOf(await this.#text({ method: 'GET', url: this.#urlOf('', query) }));
      yield* found.objects;
      token = found.next;
    }
  }

  async presign(key: string, { type, cacheControl, disposition }: PresignedAs, from: number, forMs: number): Promise<string> {
    const query = {
      'X-Amz-Expires': String(Math.floor(forMs / 1000)),
      'response-content-type': type,
      'response-cache-control': cacheControl,
      'response-content-disposition': disposition,
    };
    const url = this.#urlOf(key, query, this.#settings.publicEndpoint).toString();
    const datetime = new Date(from).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const signer = new AwsV4Signer({ ...this.#signing, method: 'GET', url, signQuery: true, datetime });
    return (await signer.sign()).url.toString();
  }

  close(): void {
    this.#agent.destroy();
  }

  #urlOf(key: string, query: Record<string, string> = {}, endpoint = this.#settings.endpoint): URL {
    const { bucket, pathStyle } = this.#settings;
    const url = new URL(endpoint);
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = pathStyle ? `/${bucket}/${key}` : `/${key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** A response without its body. */
  async #done(asked: Asked): Promise<IncomingMessage> {
    const response = await this.#send(asked);
    response.resume();
    return response;
  }

  async #text(asked: Asked): Promise<string> {
    return wholeText(await this.#send(asked));
  }

  async #send(asked: Asked): Promise<IncomingMessage> {
    const { endpoint, bucket } = this.#settings;
    for (let attempt = 0; ; attempt += 1) {
      const wait = STORE_RETRY_WAITS_MS[attempt];
      let why: string;
      try {
        const response = await this.#sendOnce(asked);
        const { statusCode = 500 } = response;
        if (statusCode < 300 || asked.known?.includes(statusCode)) return response;
        const code = await errorCodeOf(response);
        if (statusCode === FULL_STATUS || FULL_CODES.has(code))
          throw new StoreFull(`The object store ${endpoint} has no room left in ${bucket}: ${statusCode} ${code}`.trim());
        why = `${statusCode} ${code}`.trim();
        if (statusCode < 500 && !STARTS_AGAIN.has(statusCode))
          throw new StoreUnavailable(`The object store ${endpoint} refused ${asked.method} in ${bucket}: ${why}`);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        // An unreadable source on our side is not a failure of the store.
        const { code, syscall, message } = error as NodeJS.ErrnoException;
        if (syscall === 'open' || syscall === 'read') throw error;
        why = code ?? message;
      }
      if (wait === undefined) throw new StoreUnavailable(`The object store ${endpoint} cannot be reached: ${why}`);
      await pause(wait);
    }
  }

  async #sendOnce({ method, url, headers = {}, body }: Asked): Promise<IncomingMessage> {
    const signer = new AwsV4Signer({
      ...this.#signing,
      method,
      url: url.toString(),
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NOTHING },
    });
    const signed = await signer.sign();
    const length =
      body === undefined ? (method === 'PUT' || method === 'POST' ? { 'content-length': 0 } : {}) : { 'content-length': body.size_bytes };
    return new Promise((resolve, reject) => {
      const sent = (this.#isSecure ? httpsRequest : httpRequest)(signed.url, {
        method,
        agent: this.#agent,
        headers: { ...Object.fromEntries(signed.headers), ...length },
      });
      sent.setTimeout(STORE_SILENCE_MS, () => sent.destroy(new Error(`no response for ${STORE_SILENCE_MS / 1000} s`)));
      sent.once('response', resolve);
      // Stays after the response: some services write on where nothing is expected.
      sent.on('error', reject);
      const bytes = body?.open();
      if (bytes === undefined || bytes instanceof Uint8Array) sent.end(bytes);
      else pipeline(bytes, sent).catch(reject);
    });
  }

  /** Throws for a failure that the service found only after it had begun: such a response has status 200 and an error in its body. */
  #refuseFailure(body: string, what: string): void {
    if (!/<Error>/.test(body)) return;
    const why = textOf(body, 'Code') ?? 'no reason was given';
    throw new StoreUnavailable(`The object store ${this.#settings.endpoint} could not ${what}: ${why}`);
  }
}
