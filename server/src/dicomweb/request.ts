import { IDLE_MS, RESPONSE_MS } from './limits.ts';
import { PacsFault } from './fault.ts';
import type { Pacs } from './pacs.ts';

/** A response whose status was good. */
export interface PacsResponse {
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

/** Code of the system or of TLS below an error of fetch; never its text, which may repeat an address with a patient in it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : 'no reason given';
}

/**
 * Asks a PACS: its own address alone, without following redirects, so that its password goes nowhere else.
 * @param path below the DICOMweb root, with a leading slash
 */
export async function askPacs(pacs: Pacs, path: string, asked: { accept: string; signal: AbortSignal }): Promise<PacsResponse> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort();
  asked.signal.throwIfAborted();
  asked.signal.addEventListener('abort', onAbort, { once: true });
  const close = (): void => {
    asked.signal.removeEventListener('abort', onAbort);
    controller.abort();
  };
  const timer = setTimeout(() => controller.abort(), RESPONSE_MS);
  let response: Response;
  try {
    response = await fetch(pacs.address + path, {
      redirect: 'manual',
      signal: controller.signal,
      headers: {
        accept: asked.accept,
        'accept-encoding': 'identity',
        ...(pacs.authorization === null ? {} : { authorization: pacs.authorization }),
      },
    });
  } catch (error) {
    close();
    asked.signal.throwIfAborted();
    const reason = controller.signal.aborted ? `no response within ${RESPONSE_MS / 1000} s` : reasonOf(error);
    throw new PacsFault('not-reachable', pacs.name, `could not be reached (${reason}). Check that it runs and that its address is right.`);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) {
    close();
    throw statusFault(pacs, response.status);
  }
  const announced = response.headers.get('content-length');
  return {
    isEmpty: response.status === 204 || response.body === null,
    contentType: response.headers.get('content-type') ?? '',
    announcedBytes: announced === null ? null : Number(announced),
    body: piecesOf(pacs, response, asked.signal, close),
    close,
  };
}

async function* piecesOf(pacs: Pacs, response: Response, signal: AbortSignal, close: () => void): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  let timer: NodeJS.Timeout | null = null;
  try {
    for (;;) {
      timer = setTimeout(close, IDLE_MS);
      const piece = await reader.read();
      clearTimeout(timer);
      if (piece.done) return;
      yield piece.value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new PacsFault('cut', pacs.name, `ended its response in the middle (${reasonOf(error)}).`);
  } finally {
    if (timer !== null) clearTimeout(timer);
    close();
  }
}
