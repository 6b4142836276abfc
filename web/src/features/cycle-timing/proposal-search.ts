/** How far the proposals of the image that is shown are looked for. */
import { proxy } from 'valtio';

export type Search =
  /** The file is not here yet, or the person wants no more of it. */
  | { state: 'off' }
  /** `share` of the frames looked at, 0 to 1. */
  | { state: 'looking'; share: number; cancel: () => void }
  | { state: 'done' }
  | { state: 'failed'; why: string };

export const OFF: Search = { state: 'off' };

export const search = proxy<{ now: Search }>({ now: OFF });
