import { describe, expect, it } from 'vitest';
import { EffortMeter, IDLE_LIMIT_MS } from './effort-meter.ts';

const SECOND = 1000;

function measured() {
  const sums: Record<string, number> = {};
  const meter = new EffortMeter<string>((place, ms) => {
    sums[place] = (sums[place] ?? 0) + ms;
  });
  return { meter, sums };
}

describe('the effort meter', () => {
  it('sums the time between inputs: n inputs a second apart are n - 1 seconds', () => {
    const { meter, sums } = measured();
    meter.move('image', 0);
    for (let n = 0; n < 61; n += 1) meter.input(n * SECOND);
    expect(sums).toEqual({ image: 60 * SECOND });
  });

  it('counts nothing of a pause of the limit or longer, and all of a shorter one', () => {
    const { meter, sums } = measured();
    meter.move('image', 0);
    meter.input(0);
    meter.input(IDLE_LIMIT_MS - 1);
    expect(sums).toEqual({ image: IDLE_LIMIT_MS - 1 });
    meter.input(2 * IDLE_LIMIT_MS - 1);
    meter.input(10 * IDLE_LIMIT_MS);
    expect(sums).toEqual({ image: IDLE_LIMIT_MS - 1 });
    meter.input(10 * IDLE_LIMIT_MS + SECOND);
    expect(sums).toEqual({ image: IDLE_LIMIT_MS - 1 + SECOND });
  });

  it('counts nothing before the first input, after the last, and at no place', () => {
    const { meter, sums } = measured();
    meter.input(0);
    meter.input(5 * SECOND);
    meter.move('image', 6 * SECOND);
    meter.move(null, 9 * SECOND);
    meter.input(10 * SECOND);
    // Between two inputs, the stay at the image is known.
    expect(sums).toEqual({ image: 3 * SECOND });
    meter.move('image', 11 * SECOND);
    expect(sums).toEqual({ image: 3 * SECOND });
  });

  it('divides the time between two inputs among the places they were spent at', () => {
    const { meter, sums } = measured();
    meter.move('first', 0);
    meter.input(0);
    meter.move('second', 2 * SECOND);
    meter.move('third', 7 * SECOND);
    meter.input(8 * SECOND);
    meter.input(9 * SECOND);
    expect(sums).toEqual({ first: 2 * SECOND, second: 5 * SECOND, third: 2 * SECOND });
  });

  it('forgets the places of a pause that is too long', () => {
    const { meter, sums } = measured();
    meter.move('first', 0);
    meter.input(0);
    meter.move('second', 20 * SECOND);
    meter.input(40 * SECOND);
    expect(sums).toEqual({});
    meter.input(41 * SECOND);
    expect(sums).toEqual({ second: SECOND });
  });

  it('counts nothing around a time in which the page is hidden', () => {
    const { meter, sums } = measured();
    meter.move('image', 0);
    meter.input(0);
    meter.input(4 * SECOND);
    meter.hide();
    meter.input(10 * SECOND);
    meter.input(12 * SECOND);
    expect(sums).toEqual({ image: 6 * SECOND });
  });
});
