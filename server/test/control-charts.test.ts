/** Control charts of readers, against charts written apart from the engine in Python, and the figures of docs/readers.md. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { ControlChart, Steady } from '@echometry/contract/generated/agreement.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../scripts/lib/python.mjs';

const PREPARING_MS = 600_000;
const SEED = '20261128';
const STEADY: Steady = { mean: 3, sd: 2 };

interface Simulated {
  sequences: { values: number[]; known: number | null; unknown: number | null }[];
  steady: { mean: number; error: number };
  shifted: { mean: number; within_10: number };
  shifted_after_50: { mean: number; within_10: number };
}

let engine: EngineClient;
let found: Simulated;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'control_charts.py');
  found = JSON.parse(execFileSync(await ensureReaders(), [script, SEED], { encoding: 'utf8', maxBuffer: 64 << 20 })) as Simulated;
}, PREPARING_MS);
afterAll(() => engine.close());

async function chartOf(values: readonly number[], steady: Steady | null): Promise<ControlChart> {
  const chart = await engine.agreement.control(values, steady);
  if (!chart.ok) throw new Error(chart.error.message);
  return chart.value;
}

describe('control charts of readers', () => {
  it('give their first alarm at the same case as charts by pandas and numpy', async () => {
    let alarms = 0;
    for (const { values, known, unknown } of found.sequences) {
      const charts = [await chartOf(values, STEADY), await chartOf(values, null)];
      expect(charts.map(({ alarm }) => alarm?.at ?? null)).toEqual([known, unknown]);
      alarms += Number(known !== null) + Number(unknown !== null);
    }
    expect(alarms).toBeGreaterThan(found.sequences.length);
  });

  it('have at most one false alarm in 500 cases, and find a bias of 1 SD within 10 cases', () => {
    const { steady, shifted, shifted_after_50: late } = found;
    expect(steady.mean - 2 * steady.error).toBeGreaterThan(500);
    // The mean of 4,000 run lengths is known to about 0.1.
    expect(shifted.mean).toBeLessThan(10.2);
    expect(late.mean).toBeLessThan(10.2);
  });

  it('name the side of a change, and the case with which it began within a few', async () => {
    const shifted = found.sequences.filter((_, index) => index % 4 === 3);
    for (const { values } of shifted) {
      const { alarm } = await chartOf(values, STEADY);
      if (alarm === null || alarm.at < 60) continue;
      expect(alarm.deviation).toBe('above');
      expect(Math.abs(alarm.since - 60)).toBeLessThanOrEqual(6);
    }
  });
});
