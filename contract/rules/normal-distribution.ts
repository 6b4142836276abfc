/** The normal distribution. */

/** Terms of the series: beyond 6 standard deviations the last ones still count. */
const TERMS = 120;
/** From here on the share below is 0 or 1 to nine digits. */
const FAR = 6;

/** Share of the standard normal distribution below z: the series 1/2 + φ(z) (z + z³/3 + z⁵/15 + ...), Abramowitz and Stegun 26.2.11. */
export function normalBelow(z: number): number {
  if (z >= FAR) return 1;
  if (z <= -FAR) return 0;
  let term = z;
  let sum = z;
  for (let n = 1; n <= TERMS; n += 1) {
    term *= z ** 2 / (2 * n + 1);
    sum += term;
  }
  return 0.5 + normalDensity(z) * sum;
}

export const normalDensity = (z: number): number => Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
