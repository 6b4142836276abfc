import { describe, expect, it } from 'vitest';
import { normalBelow } from './normal-distribution.ts';
import { anyOf, chanceAcross, chanceWrong, DRAWN_SHARE, drawOf, queueOrder, triage, type TriageImage } from './triage.ts';
import { certifiedDeviation, deviationOfMean, readerDeviation } from './triage-deviations.ts';
import { judged, otherViews, type OtherValue, type ReadImage, type ReadValue, usualDifferences } from './triage-facts.ts';

const IMAGE: TriageImage = {
  type: '4-chamber 2D',
  values: [],
  differences: [],
  cycles: [],
  seen_as: null,
  oddities: [],
  proposal: null,
  good: null,
  certified: true,
};
const value = (at: number, limit: number, sd: number) => ({
  name: 'EF',
  units: '%',
  value: at,
  sd,
  limits: [limit],
  believed: { value: at, sd },
});
const difference = (own: number, other: number, sd: number) => ({
  name: 'EF',
  units: '%',
  value: own,
  other,
  bias: 0,
  sd,
  by: 'machine' as const,
  from: null,
});

describe('the normal distribution', () => {
  // Abramowitz and Stegun, table 26.1.
  it.each([
    [0, 0.5],
    [0.5, 0.691_462_461],
    [1, 0.841_344_746],
    [1.5, 0.933_192_799],
    [2, 0.977_249_868],
    [-2.5, 0.006_209_665],
    [3, 0.998_650_102],
    [-4, 0.000_031_671],
  ])('below %d has the share of published tables', (z, share) => {
    expect(normalBelow(z)).toBeCloseTo(share, 8);
  });
});

describe('the chance that a conclusion changes', () => {
  it('is one half at a limit, and the normal tail one and two deviations from it, on either side', () => {
    const at = (own: number) => chanceAcross(value(own, 52, 4), 52);
    expect(at(52)).toBeCloseTo(0.5, 12);
    expect(at(56)).toBeCloseTo(0.158_655_254, 8);
    expect(at(48)).toBeCloseTo(0.158_655_254, 8);
    expect(at(60)).toBeCloseTo(0.022_750_132, 8);
  });

  it('follows what others measured: above one half where they put the value on the other side', () => {
    expect(chanceAcross({ value: 55, believed: { value: 48, sd: 4 } }, 52)).toBeCloseTo(0.841_344_746, 8);
  });

  it('of a difference is by two normal distributions, one four times as wide', () => {
    const compared = (z: number) => chanceWrong([{ of: 'value', name: 'EF', z }]);
    // 0.05 / 4 against 0.95 at no difference; at 4 deviations e^(8 - 1/2) times as much.
    expect(compared(0)).toBeCloseTo(0.0125 / (0.0125 + 0.95), 12);
    expect(compared(4)).toBeCloseTo((0.0125 * Math.exp(7.5)) / (0.0125 * Math.exp(7.5) + 0.95), 12);
    expect(compared(-4)).toBe(compared(4));
    expect(compared(1e6)).toBeLessThanOrEqual(1);
    expect(chanceWrong([])).toBe(0);
  });

  it('grows where two others confirm a difference, and shrinks where other values agree', () => {
    const z = (name: string, at: number) => ({ of: 'value' as const, name, z: at });
    const once = chanceWrong([z('EF', 3)]);
    expect(chanceWrong([z('EF', 3), z('EF', 3)])).toBeGreaterThan(once);
    expect(chanceWrong([z('EF', 3), z('ESV', 0)])).toBeLessThan(once);
  });

  it('is that of at least one of independent causes', () => {
    expect(anyOf([0.5, 0.5])).toBe(0.75);
    expect(anyOf([])).toBe(0);
    const { chance, reasons } = triage([
      { ...IMAGE, oddities: [{ rule: 'e_before_a', text: 'Cycle 2: E does not come before A on flow.' }] },
      { ...IMAGE, good: false, certified: false },
      { ...IMAGE, certified: false },
    ]);
    expect(reasons.map(({ kind }) => kind)).toEqual(['implausible', 'quality', 'certificate']);
    expect(chance).toBeCloseTo(1 - 0.1 * 0.95 * 0.95, 12);
  });

  it('is named with value, limit and distance, or with the difference', () => {
    const { reasons } = triage([{ ...IMAGE, values: [value(51, 52, 0.77)], differences: [difference(51, 40, 2)] }]);
    expect(reasons.map(({ text }) => text)).toEqual([
      'EF differs from the machine’s by 11 percentage points',
      'EF 51 %, 1.3 SD from the limit of 52 %',
    ]);
  });

  it('counts accepted lines of a low quality only, and a type that the machine takes for another', () => {
    expect(triage([{ ...IMAGE, proposal: 0.6 }]).reasons).toEqual([]);
    expect(triage([{ ...IMAGE, proposal: 0.3 }]).chance).toBeCloseTo(0.15, 12);
    expect(triage([{ ...IMAGE, seen_as: '2-chamber 2D' }]).reasons).toMatchObject([
      { text: 'The machine measured this image as 2-chamber 2D', chance: 0.5 },
    ]);
  });
});

const read = (own: number, more: Partial<ReadValue> = {}): ReadValue => ({
  name: 'EF',
  units: '%',
  event: null,
  value: own,
  cycles: [own],
  limits: [],
  certified: null,
  ...more,
});
const other = (at: number, more: Partial<OtherValue> = {}): OtherValue => ({
  name: 'EF',
  units: '%',
  value: at,
  by: 'machine',
  from: null,
  ...more,
});
const image = (values: ReadValue[], others: OtherValue[] = []): ReadImage => ({
  type: '4-chamber 2D',
  values,
  others,
  seen_as: null,
  oddities: [],
  proposal: null,
  good: null,
  certified: true,
});

describe('the deviation of a value', () => {
  it('is published for EF, volumes and strain, and a share of other values', () => {
    expect(readerDeviation(read(60))).toBe(5);
    expect(readerDeviation(read(100, { name: 'LV EDV', units: 'ml', event: 'end_diastole' }))).toBeCloseTo(7.7, 12);
    expect(readerDeviation(read(-20, { name: 'LV-GLS' }))).toBeCloseTo(1.6, 12);
    expect(readerDeviation(read(5, { name: 'LVIDd', units: 'cm' }))).toBeCloseTo(0.3, 12);
  });

  it('has the spread of the cycles in it, as of a mean', () => {
    expect(deviationOfMean(3, [10])).toBe(3);
    // Variance 4 of three cycles: 9 + 4 / 3.
    expect(deviationOfMean(3, [8, 10, 12])).toBeCloseTo(Math.sqrt(9 + 4 / 3), 12);
  });

  it('comes from a certificate where there is one', () => {
    expect(certifiedDeviation({ lower: -3.92, upper: 3.92 })).toBeCloseTo(2, 12);
    expect(certifiedDeviation({ lower: null, upper: 2 })).toBeNull();
    expect(judged(image([read(60, { certified: 2 })]), new Map()).values).toMatchObject([{ sd: 2, believed: { value: 60, sd: 2 } }]);
  });
});

describe('usual differences of a project', () => {
  // The machine is 4 points lower, with differences of -1, 0 and 1 around that, and one gross error.
  const images = [...Array.from({ length: 30 }, (_, n) => image([read(60)], [other(56 + (n % 3) - 1)])), image([read(60)], [other(10)])];

  it('are the median and the median deviation, which a gross error does not move', () => {
    const [found] = judged(image([read(60)], [other(56)]), usualDifferences(images)).differences;
    expect(found?.bias).toBe(4);
    expect(found?.sd).toBeCloseTo(1.4826, 12);
  });

  it('are not known from a few, so that published deviations are used', () => {
    const [found] = judged(image([read(60)], [other(56)]), usualDifferences(images.slice(0, 19))).differences;
    expect(found).toMatchObject({ bias: 0, sd: Math.hypot(5, 7.5) });
  });

  it('correct what others measured before it is weighted', () => {
    const [found] = judged(image([read(60)], [other(56)]), usualDifferences(images)).values;
    expect(found?.believed.value).toBeCloseTo(60, 12);
    expect(found?.believed.sd).toBeLessThan(found?.sd ?? 0);
  });

  it('compare image types only where a project shows how they differ, and beats never', () => {
    const beats = read(70, { name: 'Heart rate', units: 'bpm' });
    const two = [image([read(60), beats]), { ...image([read(50), beats]), type: '2-chamber 2D' }];
    expect(otherViews(two, 1)).toEqual([other(60, { by: 'view', from: '4-chamber 2D' })]);
    expect(otherViews(two, 0)).toEqual([]);
    expect(judged({ ...two[1]!, others: otherViews(two, 1) }, new Map()).differences).toEqual([]);
  });
});

describe('the order of the queue', () => {
  const entries = Array.from({ length: 400 }, (_, n) => ({
    n,
    chance: ((n * 37) % 400) / 400,
    draw: drawOf('p', `study ${n}`, 'reader', 'shared'),
  }));

  it('is by chance, and a drawn entry comes no later than by its chance', () => {
    const order = queueOrder(entries);
    const rest = order.filter(({ drawn }) => !drawn).map(({ chance }) => chance);
    expect(rest).toEqual(rest.toSorted((a, b) => b - a));
    const byChance = entries.toSorted((a, b) => b.chance - a.chance);
    for (const [place, { n, drawn }] of order.entries())
      if (drawn) expect(place).toBeLessThanOrEqual(byChance.findIndex((one) => one.n === n) + entries.length * DRAWN_SHARE);
  });

  it('stays the same however the entries come, and keeps who was drawn when others leave', () => {
    const order = queueOrder(entries);
    expect(queueOrder(entries.toReversed())).toEqual(order);
    const drawn = new Set(order.filter((one) => one.drawn).map(({ n }) => n));
    for (const one of queueOrder(order.slice(57))) expect(one.drawn).toBe(drawn.has(one.n));
  });

  it('draws evenly by project, study, reader and kind of reading', () => {
    expect(drawOf('a', 'b')).toBe(drawOf('a', 'b'));
    expect(drawOf('a', 'b')).not.toBe(drawOf('ab'));
    const draws = Array.from({ length: 10_000 }, (_, n) => drawOf('p', `s${n}`));
    const share = draws.filter((draw) => draw < DRAWN_SHARE).length / draws.length;
    // Four standard deviations of a binomial share.
    expect(Math.abs(share - DRAWN_SHARE)).toBeLessThan(4 * Math.sqrt(0.09 / draws.length));
  });
});
