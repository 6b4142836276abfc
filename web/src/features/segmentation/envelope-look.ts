/** Has the engine look for an envelope, and keeps what it found until that is accepted or dropped. Nothing of it is stored. */
import { proxy } from 'valtio';
import type { Engine, FileHandle } from '@echometry/bindings/engine/api.ts';
import type { EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { EnvelopeOffer, EnvelopeSearch } from '../../tools/doppler-trace/envelope-search.ts';

/** How the last look went. */
export type Look = { state: 'off' | 'looking' | 'done' } | { state: 'failed'; why: string };

export class EnvelopeLook {
  readonly progress = proxy<{ now: Look }>({ now: { state: 'off' } });
  offer: EnvelopeOffer | null = null;
  #stop: AbortController | null = null;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async look({ engine, handle }: { engine: Engine; handle: FileHandle }, of: EnvelopeSearch, request: EnvelopeRequest): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    const { signal } = stop;
    this.#stop = stop;
    this.progress.now = { state: 'looking' };
    const found = await engine.envelope(handle, request, { signal });
    if (signal.aborted) return;
    this.progress.now = found.ok ? { state: 'done' } : { state: 'failed', why: found.error.message };
    this.offer = found.ok ? { of, found: found.value } : null;
    this.#changed();
  }
}
