/** Agreement of readers through the worker, against closed forms; the numbers themselves are tested in engine-rs/tests/agreement.rs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AgreementCurve, CurvePair } from '@echometry/contract/generated/agreement.ts';
import type { Result } from '../src/engine/result.ts';
import { checkoutRoot, createEngine } from '../src/node/client.ts';

const engine = await createEngine({ workers: 1 });
afterAll(() => engine.close());

const RADIUS = 60;
const SHIFT = 24;
const SIDES = 720;

function circle(centre: number): AgreementCurve {
  const turns = Array.from({ length: SIDES }, (_, side) => (side / SIDES) * 2 * Math.PI);
  return {
    type: 'sampled',
    ends: 'closed',
    points: turns.map((turn) => [centre + RADIUS * Math.cos(turn), 90 + RADIUS * Math.sin(turn)]),
  };
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

type Golden =
  | { request: { type: 'curves'; pairs: CurvePair[] }; expected: { dice: { value: number | null }; mean_distance: { value: number } }[] }
  | { request: { type: 'reliability'; ratings: number[][] }; expected: { icc: { value: number; low: number; high: number } } }
  | { request: { type: 'bland_altman'; pairs: [number, number][]; unit: string }; expected: { bias: { value: number; low: number } } };

it('meets what shapely, pingouin and scipy compute', async () => {
  const file = path.join(checkoutRoot(), 'fixtures', 'golden', 'agreement', 'cases.json');
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Golden[] };
  for (const { request, expected } of cases) {
    if (request.type === 'curves' && Array.isArray(expected)) {
      const [found] = value(await engine.agreement.curves(request.pairs));
      expect(found?.mean_distance.value).toBeCloseTo(expected[0]?.mean_distance.value ?? Number.NaN, 2);
      const dice = expected[0]?.dice.value ?? null;
      expect(found?.dice.value).toEqual(dice === null ? null : expect.closeTo(dice, 10));
    } else if (request.type === 'reliability' && 'icc' in expected) {
      const { icc } = value(await engine.agreement.reliability(request.ratings));
      const { low, high } = expected.icc;
      expect(icc).toMatchObject({
        value: expect.closeTo(expected.icc.value, 9),
        low: expect.closeTo(low, 8),
        high: expect.closeTo(high, 8),
      });
    } else if (request.type === 'bland_altman' && 'bias' in expected) {
      const { bias } = value(await engine.agreement.blandAltman(request.pairs, request.unit));
      expect(bias).toMatchObject({ value: expect.closeTo(expected.bias.value, 9), low: expect.closeTo(expected.bias.low, 8) });
    } else {
      expect.unreachable(request.type);
    }
  }
});

it('compares two shifted circles by their closed forms', async () => {
  const [found] = value(await engine.agreement.curves([{ first: circle(100), second: circle(100 + SHIFT), pixel_size_mm: [0.5, 0.5] }]));
  const lens = 2 * RADIUS ** 2 * Math.acos(SHIFT / (2 * RADIUS)) - (SHIFT / 2) * Math.sqrt(4 * RADIUS ** 2 - SHIFT ** 2);
  expect(found?.dice.value).toBeCloseTo(lens / (Math.PI * RADIUS ** 2), 4);
  expect(found?.hausdorff).toEqual({ value: expect.closeTo(SHIFT / 2, 2) as number, unit: 'mm', reason: null });
  // The distance of two such circles is |sqrt(R^2 + d^2 + 2 R d cos t) - R|; its mean by 100,000 steps of t.
  const steps = Array.from({ length: 100_000 }, (_, step) => Math.cos((2 * Math.PI * (step + 0.5)) / 100_000));
  const distances = steps.map((cosine) => Math.abs(Math.sqrt(RADIUS ** 2 + SHIFT ** 2 + 2 * RADIUS * SHIFT * cosine) - RADIUS));
  expect(found?.mean_distance.value).toBeCloseTo(distances.reduce((sum, one) => sum + one, 0) / steps.length / 2, 3);
});

it('hands over differences of events and values with their units', async () => {
  const events = await engine.agreement.events([{ first: 3, second: 5 }], { type: 'frames', times_ms: [0, 20, 40, 70, 90] });
  expect(value(events)).toEqual([{ steps: { value: 2, unit: '{frame}', reason: null }, ms: { value: 50, unit: 'ms', reason: null } }]);
  const values = await engine.agreement.values([{ first: null, second: 5, first_unit: 'ml', second_unit: 'ml' }]);
  expect(value(values)[0]?.difference).toEqual({ value: null, unit: 'ml', reason: 'missing' });
});

it('hands over statistics, and refuses ratings of unequal length by name', async () => {
  const reliability = value(
    await engine.agreement.reliability([
      [0, 2],
      [2, 4],
      [null, 4],
    ]),
  );
  expect(reliability).toMatchObject({ icc: { value: 0.5 }, n: 2, raters: 2, left_out: 1 });
  const { bias, upper_limit } = value(
    await engine.agreement.blandAltman(
      [
        [10, 11],
        [20, 22],
        [30, 33],
      ],
      'ml',
    ),
  );
  expect([bias.value, upper_limit.value, bias.unit]).toEqual([2, expect.closeTo(3.96, 12), 'ml']);
  expect(await engine.agreement.reliability([[1], [1, 2]])).toMatchObject({
    ok: false,
    error: { code: 'invalid-argument', argument: 'ratings' },
  });
});
