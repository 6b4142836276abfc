/**
 * How each image was looked at: tone, zoom, speed, loop and frame. Kept in this tab while the person is signed in, so
 * that an image is found again as it was left; never stored with the analysis.
 */
import { readLogin } from '../../lib/login-store.ts';
import { NEUTRAL, type ToneSetting } from '../picture/tone.ts';
import type { KeptView } from '../view/view-controller.ts';

export interface KeptSettings {
  tone: ToneSetting;
  view: KeptView;
  speed: number;
  loop: boolean;
  frameIndex: number;
}

export const FRESH: KeptSettings = { tone: NEUTRAL, view: null, speed: 1, loop: true, frameIndex: 0 };

const STORE = 'echometry.images';
/** Images remembered at most; the ones looked at longest ago go first. */
const MAX_IMAGES = 500;

/** Storage of a browser for one tab; absent in tests. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

export class ImageMemory {
  readonly #images = new Map<string, KeptSettings>();
  readonly #storage: TabStorage | null;
  #of: string | null = null;

  constructor(storage: TabStorage | null) {
    this.#storage = storage;
  }

  /** @param user e-mail of the person; another person's images are not looked up */
  get(user: string, image: string): KeptSettings {
    this.#read(user);
    return this.#images.get(image) ?? FRESH;
  }

  set(user: string, image: string, kept: KeptSettings): void {
    // The user signed out: nothing is kept of the picture that is taken down.
    if (user === '') return;
    this.#read(user);
    this.#images.delete(image);
    this.#images.set(image, kept);
    for (const oldest of this.#images.keys()) {
      if (this.#images.size <= MAX_IMAGES) break;
      this.#images.delete(oldest);
    }
    try {
      this.#storage?.setItem(STORE, JSON.stringify({ user, images: [...this.#images] }));
    } catch {
      // A full store keeps less; the page still knows.
    }
  }

  #read(user: string): void {
    if (this.#of === user) return;
    this.#of = user;
    this.#images.clear();
    try {
      const stored = JSON.parse(this.#storage?.getItem(STORE) ?? 'null') as { user: string; images: [string, KeptSettings][] } | null;
      if (stored?.user !== user) return;
      for (const [image, kept] of stored.images) this.#images.set(image, { ...FRESH, ...kept });
    } catch {
      // Unreadable: every image is as new.
    }
  }
}

const memory = new ImageMemory(globalThis.sessionStorage ?? null);
const user = (): string => readLogin()?.email ?? '';

export const keptOf = (image: string): KeptSettings => memory.get(user(), image);
export function keep(image: string, change: Partial<KeptSettings>): void {
  memory.set(user(), image, { ...keptOf(image), ...change });
}
