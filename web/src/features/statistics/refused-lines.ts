import type { PredictionsOutcome } from '@echometry/contract/records/predictions.ts';

type Refused = PredictionsOutcome['refused'][number];

/** Refused entries by their reason, the most frequent first. */
export function reasonsOf(refused: readonly Refused[]): { reason: string; count: number; first: Refused }[] {
  const found = new Map<string, { reason: string; count: number; first: Refused }>();
  for (const one of refused) {
    const known = found.get(one.reason);
    if (known === undefined) found.set(one.reason, { reason: one.reason, count: 1, first: one });
    else known.count += 1;
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
