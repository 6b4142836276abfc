import { TOKENS } from '../../ui/tokens.ts';

const GREEN_TO_RED = [TOKENS.ok, TOKENS.warn, TOKENS.bad] as const;

const mix = (from: string, to: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`.toUpperCase();

/**
 * Colour of an option, from green to red (docs/specification.md#image-analysis).
 * @param rank from 0, the best, to 1, the worst; null for an option that is neither
 */
export function optionColour(rank: number | null): string {
  if (rank === null) return TOKENS['text-2'];
  const [green, amber, red] = GREEN_TO_RED;
  return rank <= 0.5 ? mix(green, amber, rank * 2) : mix(amber, red, rank * 2 - 1);
}
