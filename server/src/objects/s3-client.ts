import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './bucket-settings.ts';
import { STORE_CONNECTIONS, STORE_ERROR_BYTES, STORE_PAGE, STORE_RETRY_WAITS_MS, STORE_SILENCE_MS } from './limits.ts';
import { StoreUnavailable } from '../errors.ts';

/** SHA-256 of no bytes: the signed hash of requests without a body. */
const NOTHING = createHash('sha256').digest('hex');
const STARTS_AGAIN = new Set([408, 429]);

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
export function s3Client(settings: BucketSettings): S3Client {
  const secure = settings.endpoint.startsWith('https:');
  const options = { keepAlive: true, maxSockets: STORE_CONNECTIONS };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const keys = { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey };
  const scope = { service: 's3', region: settings.region, cache: new Map<string, ArrayBuffer>() };

  const urlOf = (endpoint: string, key: string, query: Record<string, string> = {}): URL => {
    const url = new URL(endpoint);
    if (!settings.pathStyle) url.hostname = `${settings.bucket}.${url.hostname}`;
    url.pathname = settings.pathStyle ? `/${settings.bucket}/${key}` : `/${key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };

  const once = async ({ method, url, headers = {}, body }: Asked): Promise<IncomingMessage> => {
    const signer = new AwsV4Signer({
      ...keys,
      ...scope,
      method,
      url: url.toString(),
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NOTHING },
    });
    const signed = await signer.sign();
    const length =
      body === undefined ? (method === 'PUT' || method === 'POST' ? { 'content-length': 0 } : {}) : { 'content-length': body.size_bytes };
    return new Promise((resolve, reject) => {
      const sent = (secure ? httpsRequest : httpRequest)(signed.url, {
        method,
        agent,
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
  };

  const send = async (asked: Asked): Promise<IncomingMessage> => {
    for (let attempt = 0; ; attempt += 1) {
      const wait = STORE_RETRY_WAITS_MS[attempt];
      let why: string;
      try {
        const response = await once(asked);
        const { statusCode = 500 } = response;
        if (statusCode < 300 || asked.known?.includes(statusCode)) return response;
        why = `${statusCode} ${await errorCodeOf(response)}`.trim();
        if (statusCode < 500 && !STARTS_AGAIN.has(statusCode))
          throw new StoreUnavailable(`The object store ${settings.endpoint} refused ${asked.method} in ${settings.bucket}: ${why}`);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        // An unreadable source on our side is not a failure of the store.
        const { code, syscall, message } = error as NodeJS.ErrnoException;
        if (syscall === 'open' || syscall === 'read') throw error;
        why = code ?? message;
      }
      if (wait === undefined) throw new StoreUnavailable(`The object store ${settings.endpoint} cannot be reached: ${why}`);
      await pause(wait);
    }
  };

  const done = async (asked: Asked): Promise<IncomingMessage> => {
    const response = await send(asked);
    response.resume();
    return response;
  };

  /** Throws for a failure that the service found only after it had begun: such a response has status 200 and an error in its body. */
  const refuseFailure = (body: string, what: string): void => {
    if (/<Error>/.test(body))
      throw new StoreUnavailable(
        `The object store ${settings.endpoint} could not ${what}: ${textOf(body, 'Code') ?? 'no reason was given'}`,
      );
  };

  return {
    async head(key) {
      const { statusCode, headers } = await done({ method: 'HEAD', url: urlOf(settings.endpoint, key), known: [404] });
      return statusCode === 404 ? null : { size_bytes: Number(headers['content-length']), etag: unquoted(headers) };
    },
    async get(key, range) {
      const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
      const response = await send({ method: 'GET', url: urlOf(settings.endpoint, key), headers, known: [404] });
      if (response.statusCode !== 404) return response;
      response.resume();
      return null;
    },
    async put(key, body) {
      await done({ method: 'PUT', url: urlOf(settings.endpoint, key), body });
    },
    async putInParts(key, parts, sha256Of) {
      const place = (query: Record<string, string>): URL => urlOf(settings.endpoint, key, query);
      const uploadId = textOf(await wholeText(await send({ method: 'POST', url: place({ uploads: '' }) })), 'UploadId');
      if (uploadId === null) throw new StoreUnavailable(`The object store ${settings.endpoint} began no upload in parts`);
      try {
        const tags: string[] = [];
        for await (const part of parts) {
          const body = { sha256: sha256Of(part), size_bytes: part.byteLength, open: () => part };
          const { headers } = await done({ method: 'PUT', url: place({ partNumber: String(tags.length + 1), uploadId }), body });
          tags.push(`<Part><PartNumber>${tags.length + 1}</PartNumber><ETag>"${unquoted(headers)}"</ETag></Part>`);
        }
        const list = Buffer.from(`<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`);
        const body = { sha256: sha256Of(list), size_bytes: list.length, open: () => list };
        refuseFailure(await wholeText(await send({ method: 'POST', url: place({ uploadId }), body })), 'join the parts of an upload');
      } catch (error) {
        await done({ method: 'DELETE', url: place({ uploadId }), known: [404] }).catch(() => undefined);
        throw error;
      }
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${settings.bucket}/${from}` };
      const response = await send({ method: 'PUT', url: urlOf(settings.endpoint, to), headers, known: [404] });
      const body = await wholeText(response);
      if (response.statusCode === 404) return false;
      refuseFailure(body, 'copy an object');
      return true;
    },
    async remove(key) {
      await done({ method: 'DELETE', url: urlOf(settings.endpoint, key), known: [404] });
    },
    async *list(prefix, page = STORE_PAGE) {
      for (let token: string | null = ''; token !== null;) {
        const query: Record<string, string> = { 'list-type': '2', 'max-keys': String(page), prefix };
        if (token !== '') query['continuation-token'] = token;
        const found = pageOf(await wholeText(await send({ method: 'GET', url: urlOf(settings.endpoint, '', query) })));
        yield* found.objects;
        token = found.next;
      }
    },
    async presign(key, { type, cacheControl, disposition }, from, forMs) {
      const url = urlOf(settings.publicEndpoint, key, {
        'X-Amz-Expires': String(Math.floor(forMs / 1000)),
        'response-content-type': type,
        'response-cache-control': cacheControl,
        'response-content-disposition': disposition,
      });
      const datetime = new Date(from).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const signer = new AwsV4Signer({ ...keys, ...scope, method: 'GET', url: url.toString(), signQuery: true, datetime });
      return (await signer.sign()).url.toString();
    },
    close: () => agent.destroy(),
  };
}
