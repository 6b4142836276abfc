import { curveMessages } from './messages.ts';

/** How far a value moves when every drawn point does; nothing while it is not known. */
export function Spread({ half }: { half: string | null }) {
  return half === null ? null : <small title={curveMessages.spreadHint}>{curveMessages.spread(half)}</small>;
}
