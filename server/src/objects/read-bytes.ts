import type { ObjectReader } from './store.ts';

/** An object, or its bytes from `start` to `end` inclusive, in memory. */
export async function readBytes(
  objects: ObjectReader,
  key: string,
  range?: { start: number; end: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of objects.read(key, range)) parts.push(part as Uint8Array);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
