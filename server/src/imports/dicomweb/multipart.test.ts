import { describe, expect, it } from 'vitest';
import { boundaryOf, MultipartFault, type Part, partsOf } from './multipart.ts';

/** The bytes in pieces of a size. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size: number, limit = 1e6): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of partsOf(inPieces(bytes, size), 'edge', limit)) parts.push(part);
  return parts;
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** Bytes that look like a delimiter and are none. */
const TRICKY = latin('\r\n--edg\r\n-\r\r\n--Edge\r\n\r\n--');
const BODY = Buffer.concat([
  latin('a preamble\r\n--edge\r\nContent-Type: Application/DICOM; x=1\r\nContent-Length: 3\r\n\r\n'),
  TRICKY,
  latin('\r\n--edge  \r\n\r\nno headers\r\n--edge\r\nX: y\r\n\r\n\r\n--edge--\r\nan epilogue'),
]);

describe('a multipart body', () => {
  it('is the same however its bytes come', async () => {
    for (let size = 1; size <= BODY.length; size += 1) {
      const parts = await read(BODY, size);
      expect(parts.map((part) => part.contentType)).toEqual(['application/dicom; x=1', '', '']);
      expect(parts.map((part) => Buffer.from(part.bytes).toString('latin1'))).toEqual([
        Buffer.from(TRICKY).toString('latin1'),
        'no headers',
        '',
      ]);
    }
  });

  it('cut anywhere before its end is cut, and never a shorter part', async () => {
    const end = BODY.indexOf('--edge--') + '--edge--'.length;
    for (let length = 0; length < end; length += 1) {
      const error = await read(BODY.subarray(0, length), 7).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MultipartFault);
      expect((error as MultipartFault).code).toBe('cut');
    }
    expect(await read(BODY.subarray(0, end), 7)).toHaveLength(3);
  });

  it('holds no more than its limits', async () => {
    const codeOf = (body: string, limit: number) => read(latin(body), 16, limit).catch((error: MultipartFault) => error.code);
    const part = `--edge\r\n\r\n${'x'.repeat(100)}\r\n--edge--`;
    expect(await codeOf(part, 99)).toBe('too-large');
    expect(await read(latin(part), 16, 100)).toHaveLength(1);
    expect(await codeOf('x'.repeat(1e5), 1e6)).toBe('malformed');
    expect(await codeOf(`--edge\r\nA: ${'x'.repeat(1e5)}`, 1e6)).toBe('malformed');
    expect(await codeOf('--edgewise\r\n\r\n', 1e6)).toBe('malformed');
  });
});

describe('the boundary of a content type', () => {
  it.each([
    ['multipart/related; type="application/dicom"; boundary=abc', 'abc'],
    ['Multipart/Related;boundary="a b;c";type=x', 'a b;c'],
    ['multipart/related', null],
    ['multipart/related; boundary=', null],
    [`multipart/related; boundary=${'x'.repeat(71)}`, null],
    ['application/dicom; boundary=abc', null],
  ])('%s', (contentType, boundary) => expect(boundaryOf(contentType)).toBe(boundary));
});
