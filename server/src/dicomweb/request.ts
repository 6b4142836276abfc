import type { IncomingMessage } from 'node:http';
import { beginRequest } from '../outgoing/begin-request.ts';
import { failureOf, LATE } from '../outgoing/network-failure.ts';
import { PacsFault } from './fault.ts';
import { IDLE_MS, RESPONSE_MS } from './limits.ts';
import type { Pacs } from './pacs.ts';

/** A response with a good status, or with a status that was asked for. */
export interface PacsResponse {
  status: number;
  /** No content (204). */
  isEmpty: boolean;
  contentType: string;
  /** Bytes announced; null where the PACS names none. */
  announcedBytes: number | null;
  /** Throws `cut` when it ends before its end, or pauses for too long. */
  body: AsyncIterable<Uint8Array>;
  /** Ends the transfer; to be called once nothing more is read. */
  close: () => void;
}

/** Characters of a header that are shown. */
const MAX_SHOWN = 40;

const statusFault = ({ name }: Pacs, status: number): PacsFault => {
  if (status === 401 || status === 403)
    return new PacsFault('refused', name, `refused access (status ${status}). Check user and password of its account.`);
  if (status >= 300 && status < 400)
    return new PacsFault(
      'redirected',
      name,
      `redirects elsewhere (status ${status}), which is not followed. Configure the address it means.`,
    );
  if (status === 404) return new PacsFault('missing', name, 'does not have what was asked for (status 404).');
  if (status === 429 || (status >= 502 && status <= 504))
    return new PacsFault('busy', name, `is busy (status ${status}). Try again later.`);
  return new PacsFault('wrong-answer', name, `responded with status ${status}.`);
};

/** How a body is packed; the request asks for it as it is, and this program never inflates one. */
const encodingOf = ({ headers }: IncomingMessage): string | null => {
  const content = headers['content-encoding'] ?? 'identity';
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  return content !== 'identity' ? content : transfer !== 'chunked' ? transfer : null;
};

export interface PacsRequest {
  accept: string;
  signal: AbortSignal;
  /** Sent with POST; GET without one. */
  body?: { contentType: string; bytes: Uint8Array };
  /** Statuses beside the good ones whose response is read. */
  statuses?: readonly number[];
}

const isRead = (status: number, { statuses = [] }: PacsRequest): boolean => (status >= 200 && status < 300) || statuses.includes(status);

/**
 * Asks a PACS: only its own address, without following redirects, so that its password goes nowhere else.
 * @param path below the DICOMweb root, with a leading slash
 */
export async function askPacs(pacs: Pacs, path: string, asked: PacsRequest): Promise<PacsResponse> {
  const { signal, body } = asked;
  signal.throwIfAborted();
  const headers = {
    accept: asked.accept,
    'accept-encoding': 'identity',
    ...(body === undefined ? {} : { 'content-type': body.contentType, 'content-length': String(body.bytes.byteLength) }),
    ...(pacs.authorization === null ? {} : { authorization: pacs.authorization }),
  };
  const outgoing = { headers, signal, responseMs: RESPONSE_MS, ...(body === undefined ? {} : { body: body.bytes }) };
  const { sent, response } = await beginRequest(new URL(pacs.address + path), outgoing).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new PacsFault('not-reachable', pacs.name, `could not be reached: ${failureOf(error, RESPONSE_MS)}`);
  });
  const close = (): void => void sent.destroy();
  const { statusCode: status = 0 } = response;
  const encoding = encodingOf(response);
  const fault = !isRead(status, asked)
    ? statusFault(pacs, status)
    : encoding === null
      ? null
      : new PacsFault(
          'wrong-answer',
          pacs.name,
          `sent its response in the encoding ${encoding.slice(0, MAX_SHOWN)}, which was not asked for. Switch off compression for this server there, or in the proxy in front of it.`,
        );
  if (fault !== null) {
    close();
    throw fault;
  }
  const announced = response.headers['content-length'];
  return {
    status,
    isEmpty: status === 204,
    contentType: response.headers['content-type'] ?? '',
    announcedBytes: announced === undefined ? null : Number(announced),
    body: piecesOf(pacs, response, asked.signal, close),
    close,
  };
}

async function* piecesOf(pacs: Pacs, response: IncomingMessage, signal: AbortSignal, close: () => void): AsyncGenerator<Uint8Array> {
  const late = (): void => void response.destroy(LATE);
  let timer = setTimeout(late, IDLE_MS);
  try {
    for await (const piece of response as AsyncIterable<Uint8Array>) {
      // The reader of the piece may take its time.
      clearTimeout(timer);
      yield piece;
      timer = setTimeout(late, IDLE_MS);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new PacsFault('cut', pacs.name, `ended its response in the middle: ${failureOf(error, IDLE_MS)}`);
  } finally {
    clearTimeout(timer);
    close();
  }
}
