// One line for each step: what is done and why, then how long it took.
const tty = process.stdout.isTTY;
const started = Date.now();
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Runs one step and reports it. A step with nothing to do prints nothing when it returns `false`. */
export async function step(what, why, action) {
  const begin = Date.now();
  process.stdout.write(`  … ${what}${why ? ` (${why})` : ''}\n`);
  const beat = setInterval(() => {
    process.stdout.write(`    ${what}: ${seconds(Date.now() - begin)} so far\n`);
  }, 30_000);
  beat.unref();
  try {
    const result = await action();
    process.stdout.write(`  ${tty ? '\x1b[32m✓\x1b[0m' : '✓'} ${what}, ${seconds(Date.now() - begin)}\n`);
    return result;
  } finally {
    clearInterval(beat);
  }
}

export const say = (text) => process.stdout.write(`${text}\n`);

/** Ends the command: a refusal is one clear text, anything else keeps its trace. */
export function fail(error) {
  const known = error?.constructor?.name === 'Refusal';
  process.stderr.write(`\n${known ? error.message : (error?.stack ?? String(error))}\n`);
  process.exit(1);
}

export const elapsed = () => seconds(Date.now() - started);
