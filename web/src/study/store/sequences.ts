/** Lines on every frame of cycles, by the hashes that records name: followed here, or read from the server. */
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { MAX_SEQUENCES_AT_ONCE, type NamedSequences } from '@echometry/contract/records/sequence.ts';
import { sequenceHashes } from '@echometry/contract/rules/sequence.ts';
import type { Gesture } from './journal-records.ts';

/** SHA-256 of the JSON of lines, as the server computes it. */
export async function hashOfLines(lines: SequenceLines): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(lines)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const namedIn = (images: readonly (AnalysisImage | null)[]): Set<string> =>
  new Set(images.flatMap((image) => (image ? sequenceHashes(image) : [])));

export class Sequences {
  readonly #ask: (hashes: readonly string[]) => Promise<NamedSequences>;
  readonly #known = new Map<string, SequenceLines>();
  /** Hashes that the server has. */
  readonly #stored = new Set<string>();
  /** Requests under way, by the hashes that they ask for. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  /** @param ask reads lines from the server */
  constructor(ask: (hashes: readonly string[]) => Promise<NamedSequences>) {
    this.#ask = ask;
  }

  /** Lines of a hash; null until they are loaded. */
  of(hash: string): SequenceLines | null {
    return this.#known.get(hash) ?? null;
  }

  /** Keeps lines that were followed here. @returns the name by which a record refers to them */
  async hold(lines: SequenceLines): Promise<string> {
    const hash = await hashOfLines(lines);
    this.bring({ [hash]: lines });
    return hash;
  }

  /** Lines that this browser kept. */
  bring(sequences: NamedSequences = {}): void {
    for (const [hash, lines] of Object.entries(sequences)) this.#known.set(hash, lines);
  }

  /** The server has what these images name. */
  stored(images: readonly AnalysisImage[]): void {
    for (const hash of namedIn(images)) this.#stored.add(hash);
  }

  /** True where everything that the images name is here or on the server. */
  canName(images: readonly AnalysisImage[]): boolean {
    return [...namedIn(images)].every((hash) => this.#known.has(hash) || this.#stored.has(hash));
  }

  /** Lines that go with a save of these images: the server does not have them yet. */
  unsent(images: readonly AnalysisImage[]): SequenceLines[] {
    return [...namedIn(images)].flatMap((hash) => (this.#stored.has(hash) ? [] : (this.#known.get(hash) ?? [])));
  }

  /** The gesture with the lines that it brings in, so that the journal keeps both. */
  joined(gesture: Gesture): Gesture {
    const changes = Object.values(gesture.images);
    const before = namedIn(changes.map((change) => change.before));
    const brought = [...namedIn(changes.map((change) => change.after))].filter((hash) => !before.has(hash));
    const sequences = Object.fromEntries(
      brought.flatMap((hash) => {
        const lines = this.#known.get(hash);
        return lines ? [[hash, lines]] : [];
      }),
    );
    return Object.keys(sequences).length > 0 ? { ...gesture, sequences } : gesture;
  }

  /** Reads the lines that these images name and that are not here, or waits for them. A failed request is repeated by the next call. */
  async load(images: readonly AnalysisImage[]): Promise<void> {
    const missing = [...namedIn(images)].filter((hash) => !this.#known.has(hash));
    const wanted = missing.filter((hash) => !this.#asked.has(hash)).slice(0, MAX_SEQUENCES_AT_ONCE);
    if (wanted.length > 0) {
      const asked = this.#read(wanted);
      for (const hash of wanted) this.#asked.set(hash, asked);
    }
    await Promise.all(missing.flatMap((hash) => this.#asked.get(hash) ?? []));
  }

  async #read(wanted: readonly string[]): Promise<void> {
    try {
      this.bring(await this.#ask(wanted));
    } finally {
      for (const hash of wanted) this.#asked.delete(hash);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener whenever lines were loaded. @returns stops it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
