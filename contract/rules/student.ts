/** Student's distribution, by the finite series of Abramowitz and Stegun 26.7.3 and 26.7.4 (https://personal.math.ubc.ca/~cbm/aands/page_948.htm). */

/** Quantiles hardly change beyond it: 1.9600 instead of 1.9602. */
const MAX_FREEDOM = 10_000;
/** Halvings of the angle that holds a quantile. */
const HALVINGS = 60;

/** Share of the distribution between -t and t, by the angle whose tangent is t / √freedom. */
function shareWithin(angle: number, freedom: number): number {
  const square = Math.cos(angle) ** 2;
  const isEven = freedom % 2 === 0;
  let term = isEven ? 1 : Math.cos(angle);
  let sum = isEven || freedom > 1 ? term : 0;
  for (let n = isEven ? 2 : 3; n < freedom; n += 2) {
    term *= ((n - 1) / n) * square;
    sum += term;
  }
  return isEven ? Math.sin(angle) * sum : (2 / Math.PI) * (angle + Math.sin(angle) * sum);
}

/** The t that 95 % of Student's distribution is within, on both sides of zero. Degrees of freedom are rounded down; at least 1. */
export function student95(freedom: number): number {
  const whole = Math.min(MAX_FREEDOM, Math.max(1, Math.floor(freedom)));
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, whole) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(whole) * Math.tan(low);
}
