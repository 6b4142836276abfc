// Medians and ratios. Contenders are measured in turn within a round, so that both meet the same machine.

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Rounds in place of one where a round takes some hundred milliseconds: five of those are shorter than a hiccup of the machine. */
export const SHORT_ROUNDS = 5;

/**
 * Runs all contenders in turn, round after round.
 * @param {Record<string, () => number | Promise<number>>} contenders each returns milliseconds of one frame (or of one loop)
 * @returns {Promise<Record<string, number[]>>} one figure a round
 */
export async function interleaved(contenders, rounds) {
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) results[name].push(await measure());
  }
  return results;
}

/** Median and worst ratio of peer to ours, round by round: more than 1 is faster than the peer. */
export function ratios(ours, peer) {
  const each = ours.map((own, round) => peer[round] / own);
  return { ratio: median(each), worst: Math.min(...each) };
}

/** Median milliseconds of one call of `decode` over all frames. */
export async function medianFrame(frames, decode) {
  const times = [];
  for (const frame of frames) {
    const start = performance.now();
    const pending = decode(frame);
    if (pending instanceof Promise) await pending;
    times.push(performance.now() - start);
  }
  return median(times);
}
