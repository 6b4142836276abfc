import { expect, it } from 'vitest';
import { byteRoom } from './byte-room.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets files in up to the bound, in their order, and a larger one separately', async () => {
  const room = byteRoom(10);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  for (const [name, bytes] of [
    ['a', 4],
    ['b', 6],
    ['c', 1],
    ['huge', 50],
    ['d', 2],
  ] as const) {
    void room.enter(bytes).then((release) => {
      inside.push(name);
      leave.set(name, () => {
        inside.splice(inside.indexOf(name), 1);
        release();
      });
    });
  }
  await settled();
  expect(inside).toEqual(['a', 'b']);
  leave.get('a')?.();
  await settled();
  expect(inside).toEqual(['b', 'c']);
  leave.get('b')?.();
  await settled();
  expect(inside).toEqual(['c']);
  leave.get('c')?.();
  await settled();
  expect(inside).toEqual(['huge']);
  leave.get('huge')?.();
  await settled();
  expect(inside).toEqual(['d']);
});
