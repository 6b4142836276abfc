import { randomUUID } from 'node:crypto';
import { PacsFault } from './fault.ts';
import { MAX_STORE_RESPONSE_BYTES } from './limits.ts';
import type { Pacs } from './pacs.ts';
import { askPacs, type PacsResponse } from './request.ts';

/** Outcome of storing an object in a PACS. */
export type StoreOutcome =
  | { stored: true; /** What it changed or found wrong, in its own code; null for nothing. */ warning: string | null }
  | { stored: false; reason: string };

const JSON_TYPE = 'application/dicom+json';
const DICOM = 'application/dicom';
/** Some objects were not stored (202), none was (409): the response lists them with reasons (PS3.18, table 10.5.3-1). */
const CONFLICT = 409;
/** The request itself is not taken (PS3.18, table 10.5.3-1, and 8.5). */
const OF_THIS_OBJECT: Readonly<Record<number, string>> = {
  400: 'it does not take the object (status 400)',
  413: 'it does not take objects of this size (status 413)',
  415: 'it does not take objects of this kind (status 415)',
};

/** Reasons of failures and warnings (PS3.4 GG.4.2, PS3.18 table 10.5.3-3), by their code. */
const REASONS: Readonly<Record<number, string>> = {
  0x0110: 'it could not process the object',
  0x0111: 'it has another object with this UID',
  0x0122: 'it does not take objects of this SOP Class',
  0x0124: 'its account may not store there',
  0xc122: 'it does not take this transfer syntax',
  0xb000: 'it changed values of the object',
  0xb006: 'it left out elements of the object',
  0xb007: 'it finds that the object does not match its SOP Class',
};
/** Ranges of codes that begin with the same digits (PS3.4, table B.2-1). */
const REASON_RANGES: readonly [from: number, to: number, words: string][] = [
  [0xa700, 0xa7ff, 'it has no room'],
  [0xa900, 0xa9ff, 'it finds that the object does not match its SOP Class'],
  [0xc000, 0xcfff, 'it does not understand the object'],
];

/** A code in words, and the code itself. */
function reasonOf(code: number | null): string {
  if (code === null) return 'it gives no reason';
  const words = REASONS[code] ?? REASON_RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'its reason is not a known one';
  return `${words} (code ${code.toString(16).toUpperCase().padStart(4, '0')}H)`;
}

const TAGS = { failed: '00081198', stored: '00081199', warning: '00081196', failure: '00081197', instance: '00081155' } as const;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of an attribute in the DICOM JSON model (PS3.18 F.2). */
const valuesOf = (item: unknown, tag: string): unknown[] => {
  const attribute = isRecord(item) ? item[tag] : undefined;
  return isRecord(attribute) && Array.isArray(attribute['Value']) ? attribute['Value'] : [];
};
const codeOf = (item: unknown, tag: string): number | null => {
  const [code] = valuesOf(item, tag);
  return typeof code === 'number' ? code : null;
};

/** The first item of a sequence that is about an instance. A PACS may leave the UID out when there is just one. */
const itemAbout = (response: unknown, sequence: string, uid: string): unknown =>
  valuesOf(response, sequence).find((item) => {
    const [named] = valuesOf(item, TAGS.instance);
    return named === undefined || named === uid;
  });

/** Reads the store instances response (PS3.18, 10.5.3.2). */
export function storeOutcomeOf(response: unknown, uid: string): StoreOutcome | null {
  const failed = itemAbout(response, TAGS.failed, uid);
  if (failed !== undefined) return { stored: false, reason: reasonOf(codeOf(failed, TAGS.failure)) };
  const stored = itemAbout(response, TAGS.stored, uid);
  if (stored === undefined) return null;
  const warning = codeOf(stored, TAGS.warning);
  return { stored: true, warning: warning === null ? null : reasonOf(warning) };
}

async function jsonOf(pacs: Pacs, { body }: PacsResponse): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > MAX_STORE_RESPONSE_BYTES)
      throw new PacsFault('too-large', pacs.name, `responded with more than ${MAX_STORE_RESPONSE_BYTES} bytes to an object.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces, size).toString('utf8')) as unknown;
  } catch {
    // Some respond to a failure with a page of text.
    return null;
  }
}

/**
 * Stores one object in a PACS (STOW-RS, PS3.18 10.5). Sent again, the object keeps its UID, so that the PACS has it once.
 * @param object the whole file
 * @param uid its SOP Instance UID
 * @throws {PacsFault} where the next object would fare the same
 */
export async function storeInstance(pacs: Pacs, object: Uint8Array, uid: string, signal: AbortSignal): Promise<StoreOutcome> {
  const boundary = randomUUID();
  const bytes = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Type: ${DICOM}\r\n\r\n`),
    object,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await askPacs(pacs, '/studies', {
    accept: JSON_TYPE,
    signal,
    body: { contentType: `multipart/related; type="${DICOM}"; boundary=${boundary}`, bytes },
    statuses: [CONFLICT, ...Object.keys(OF_THIS_OBJECT).map(Number)],
  });
  try {
    const outcome = storeOutcomeOf(await jsonOf(pacs, response), uid);
    if (outcome !== null) return outcome;
    const { status } = response;
    if (status === CONFLICT) return { stored: false, reason: reasonOf(null) };
    const words = OF_THIS_OBJECT[status];
    if (words !== undefined) return { stored: false, reason: words };
    throw new PacsFault('wrong-answer', pacs.name, `responded to an object with status ${status}, without stating whether it stored it.`);
  } finally {
    response.close();
  }
}
