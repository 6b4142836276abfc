/** In which order the parts of a screen are asked about a key. */
import { keysOf, type ActionName, type OwnKeys } from './actions.ts';

/** Where keys mean two things, the tool of a page wins over the page, and the page over the viewer. */
export type Rank = 'tool' | 'page' | 'viewer';
const RANKS: readonly Rank[] = ['tool', 'page', 'viewer'];

/** Key handler of a part of a screen; an action that returns false leaves its key to the next. */
export interface Listener {
  rank: Rank;
  /** Whether its actions last as long as their key is held. */
  held: boolean;
  bindings: Partial<Record<ActionName, (held: boolean) => unknown>>;
}

/** Who is asked about a key, in order. */
export function askedAbout(key: string, listeners: Iterable<Listener>, own: OwnKeys): { listener: Listener; action: ActionName }[] {
  const all = [...listeners];
  return RANKS.flatMap((rank) =>
    all.flatMap((listener) => {
      if (listener.rank !== rank) return [];
      const actions = (Object.keys(listener.bindings) as ActionName[]).filter((name) => keysOf(name, own).includes(key));
      return actions.map((action) => ({ listener, action }));
    }),
  );
}
