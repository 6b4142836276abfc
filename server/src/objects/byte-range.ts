/** Meaning of a Range header for `size` bytes: all, one piece, or something that is not there. */
export type ByteRange = { kind: 'all' } | { kind: 'piece'; start: number; end: number } | { kind: 'unsatisfiable' };

/** Reads `bytes=a-b`, `bytes=a-` and `bytes=-n` (RFC 9110 14.1.2). Several pieces or another unit get the whole, as the standard allows. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=([0-9]*)-([0-9]*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' };
  const [, first = '', last = ''] = match;
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? { kind: 'unsatisfiable' } : { kind: 'piece', start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'all' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'piece', start, end };
}
