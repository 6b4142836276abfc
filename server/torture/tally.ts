import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_LONG, SEED } from './limits.ts';

const REPORTS = fileURLToPath(new URL('../../build/torture', import.meta.url));

/** One line of the report: a scenario on an engine. */
interface Line {
  rounds: number;
  /** Rounds in which the fault really met the work. */
  met: number;
  acknowledged: number;
  lost: number;
  recoveries: number[];
}

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? 0;
/** Writes a report into build/torture, and prints it. */
async function written(file: string, text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
  await mkdir(REPORTS, { recursive: true });
  await writeFile(path.join(REPORTS, file), text);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Counts rounds by scenario, and writes the table of the report. */
export class Tally {
  readonly #lines = new Map<string, Line>();
  constructor(readonly engine: string) {}

  add(scenario: string, round: { met: boolean; acknowledged: number; lost: number; recoveryMs: number }): void {
    const line = this.#lines.get(scenario) ?? { rounds: 0, met: 0, acknowledged: 0, lost: 0, recoveries: [] };
    this.#lines.set(scenario, line);
    line.rounds += 1;
    line.met += round.met ? 1 : 0;
    line.acknowledged += round.acknowledged;
    line.lost += round.lost;
    line.recoveries.push(round.recoveryMs);
  }

  get rounds(): number {
    return [...this.#lines.values()].reduce((sum, { rounds }) => sum + rounds, 0);
  }

  get met(): number {
    return [...this.#lines.values()].reduce((sum, { met }) => sum + met, 0);
  }

  /** The table as Markdown. */
  table(): string {
    const head = `| ${this.engine} | rounds | met in the middle | acknowledged | lost | back after, median / longest (s) |\n|---|---|---|---|---|---|`;
    const rows = [...this.#lines].map(
      ([name, { rounds, met, acknowledged, lost, recoveries }]) =>
        `| ${name} | ${rounds} | ${met} | ${acknowledged} | ${lost} | ${seconds(quantile(recoveries, 0.5))} / ${seconds(Math.max(...recoveries))} |`,
    );
    return [head, ...rows].join('\n');
  }

  /** Prints the table, and writes it with the seed into build/torture. */
  async report(name: string, faults: readonly string[]): Promise<void> {
    const text = `${this.table()}\n\nSeed ${SEED}, ${IS_LONG ? 'long' : 'short'} form. ${faults.length} faults.\n${faults.map((fault) => `- ${fault}\n`).join('')}`;
    await written(`${name}-${this.engine.toLowerCase()}.md`, text);
  }
}

/** Longest that /health may take amid a command, in ms. For readers of the table: other programs delay it too. */
const MAX_HEALTH_MS = 100;

/** How long /health took amid commands whose input is as large as it may be. */
export class HealthTable {
  readonly #rows: string[] = [];
  constructor(readonly engine: string) {}

  /** @param waits in ms, in ascending order */
  add(command: string, { bytes, took, waits }: { bytes: number; took: number; waits: readonly number[] }): void {
    const [median, longest] = [quantile(waits, 0.5), waits.at(-1) ?? 0].map((ms) => ms.toFixed(0));
    this.#rows.push(
      `| ${command} | ${(bytes / 1e6).toFixed(1)} | ${seconds(took)} | ${waits.length} | ${median} / ${longest} | ${(waits.at(-1) ?? 0) < MAX_HEALTH_MS ? 'yes' : 'NO'} |`,
    );
  }

  async report(): Promise<void> {
    const head = `| ${this.engine} | input (MB) | took (s) | questions | /health, median / longest (ms) | below ${MAX_HEALTH_MS} ms |\n|---|---|---|---|---|---|`;
    await written(`health-${this.engine.toLowerCase()}.md`, `${[head, ...this.#rows].join('\n')}\n\n${IS_LONG ? 'Long' : 'Short'} form.\n`);
  }
}
