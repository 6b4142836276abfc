import { expect, test } from 'vitest';
import { counted } from './counted-response.ts';

test('a file is counted piece by piece while it arrives, and is whole at its end', async () => {
  const pieces = [new Uint8Array([1, 2, 3]), new Uint8Array([4]), new Uint8Array(70_000).fill(5)];
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const seen: number[] = [];
  const file = counted(new Response(readable), (bytes) => void seen.push(bytes));
  await writer.write(pieces[0]);
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual([3]);
  for (const piece of pieces.slice(1)) await writer.write(piece);
  await writer.close();
  const bytes = new Uint8Array(await (await file).arrayBuffer());
  expect(seen.reduce((sum, one) => sum + one, 0)).toBe(70_004);
  expect(bytes).toEqual(new Uint8Array(await new Blob(pieces).arrayBuffer()));
});
