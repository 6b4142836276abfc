/**
 * Acknowledgements of servers while pages were at work, as they passed the proxy, and whether the content is still there at the
 * end.
 */
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { type AnswerOf, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Exchange } from '../../../server/test/proxy.ts';

const UPDATE = `/api/${CALLS.analysisUpdate.path}`;
const REVIEW = `/api/${CALLS.reviewsCreate.path}`;

/** Fields of a save's body that are read here. */
interface Sent {
  id: string;
  db_name: string;
  medical_data_type: string;
  editor: string;
  reviewer?: string;
  images?: AnalysisImage[];
  changes?: { images: AnalysisImage[] };
}
interface Save {
  sent: Sent;
  token: string;
  version: number;
}

/** Responses of more than a few kilobytes are compressed. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0x7b) return bytes.toString('utf8');
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : brotliDecompressSync(bytes)).toString('utf8');
}

/**
 * Fields that a page sends and the server writes itself: comments have separate calls, the rest is read from the file and its settings.
 */
const WRITTEN_BY_SERVER: ReadonlySet<keyof AnalysisImage> = new Set(['comments', 'comments_review', 'metadata', 'config_versions']);
/** The work of a person on an image. */
const storedKeys = (image: AnalysisImage): (keyof AnalysisImage)[] =>
  (Object.keys(image) as (keyof AnalysisImage)[]).filter((key) => !WRITTEN_BY_SERVER.has(key));

export class AcknowledgedSaves {
  readonly #analyses: Save[] = [];
  /** The last of each review: earlier versions have no separate call. */
  readonly #reviews = new Map<string, Save>();
  readonly #signedOut: string[] = [];
  #reviewed = 0;

  get count(): number {
    return this.#analyses.length + this.#reviewed;
  }

  hear({ url, token, sent, status, received }: Exchange): void {
    if (status === 401) this.#signedOut.push(`${url} answered 401`);
    if (status !== 200 || token === null || (url !== UPDATE && url !== REVIEW)) return;
    const answer = JSON.parse(textOf(received)) as { conflict: boolean; version: number };
    if (answer.conflict) return;
    const save = { sent: JSON.parse(sent.toString('utf8')) as Sent, token, version: answer.version };
    if (url === UPDATE) this.#analyses.push(save);
    else {
      this.#reviewed += 1;
      this.#reviews.set(`${save.sent.id} ${save.sent.editor}`, save);
    }
  }

  /** Whom a server did not know any more, and acknowledged saves that are not there or differ from what was sent. */
  async faults(url: string): Promise<string[]> {
    const faults = [...this.#signedOut];
    for (const save of this.#analyses) faults.push(...(await this.#faultsOfAnalysis(url, save)));
    for (const save of this.#reviews.values()) faults.push(...(await this.#faultsOfReview(url, save)));
    return faults;
  }

  async #faultsOfAnalysis(url: string, { sent, token, version }: Save): Promise<string[]> {
    const { id, db_name, medical_data_type } = sent;
    const response = await ask(url, CALLS.analysisGetVersion.path, token, { id, db_name, medical_data_type, version });
    if (response.status !== 200) return [`version ${version} of ${id}: ${response.status}`];
    const { images } = (await response.json()) as AnswerOf<typeof CALLS.analysisGetVersion>;
    return (sent.images ?? sent.changes?.images ?? []).flatMap((image) => {
      const stored = images.find(({ instance_id }) => instance_id === image.instance_id);
      const differing = storedKeys(image).filter((key) => !isDeepStrictEqual(stored?.[key], image[key]));
      return differing.map((key) => `version ${version} of ${id}: ${key} of image ${image.instance_id} is not as it was saved`);
    });
  }

  async #faultsOfReview(url: string, { sent, token, version }: Save): Promise<string[]> {
    const { id, db_name, medical_data_type, editor, reviewer } = sent;
    const response = await ask(url, CALLS.reviewsGet.path, token, { id, db_name, medical_data_type, editor, reviewer });
    if (response.status !== 200) return [`review of ${id}: ${response.status}`];
    const { review } = (await response.json()) as AnswerOf<typeof CALLS.reviewsGet>;
    return review !== null && (review.version ?? 0) >= version ? [] : [`version ${version} of the review of ${id} is gone`];
  }
}

const ask = (url: string, path: string, token: string, body: object): Promise<Response> =>
  fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, [TOKEN_HEADER]: token },
    body: JSON.stringify(body),
  });
