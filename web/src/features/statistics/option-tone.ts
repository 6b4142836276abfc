import { NOT_APPLICABLE } from '@echometry/contract/rules/quality.ts';
import type { OptionCount } from '@echometry/contract/rules/quality-statistics.ts';
import { optionColour } from '../../image-page/quality/option-colour.ts';

/** Colour of an option: from green, the first option, to red, the last; neither for N/A and for an open question. */
export function optionTone(option: string | null, counts: readonly OptionCount[]): string {
  const ranked = counts.flatMap((one) => (one.option === null || one.option === NOT_APPLICABLE ? [] : [one.option]));
  const place = option === null ? -1 : ranked.indexOf(option);
  if (place < 0) return optionColour(null);
  return optionColour(ranked.length < 2 ? 0 : place / (ranked.length - 1));
}
