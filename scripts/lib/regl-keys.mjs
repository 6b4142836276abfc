// Keys of regl's compiled commands. regl finds each of them by SHA-256 of its source, computed by a script: 0.1 s of a page's start. A
// shorter hash serves as well, because all sources are ours.

/** regl's modules, with or without its checks. */
export const REGL = /[\\/]regl[\\/]dist[\\/]regl(\.unchecked)?\.js$/;

const SLOW = /function hex_sha256\(s\)\s*\{ return rstr2hex\([^}]*\}/;

/** Two multiplicative hashes of 32 bits and the length. */
const QUICK = `function hex_sha256(s) {
  var a = 0xdeadbeef, b = 0x41c6ce57;
  for (var i = 0; i < s.length; i++) {
    var c = s.charCodeAt(i);
    a = Math.imul(a ^ c, 0x9e3779b1);
    b = Math.imul(b ^ c, 0x5f356495);
  }
  return (a >>> 0).toString(16) + '-' + (b >>> 0).toString(16) + '-' + s.length;
}`;

/** The source of regl with quick keys, for the page and for `npm run regl-cache`, which must agree. */
export function withQuickKeys(source) {
  if (!SLOW.test(source)) throw new Error('regl does not compute the keys of its commands as scripts/lib/regl-keys.mjs expects.');
  return source.replace(SLOW, QUICK);
}

/** The same for a build by Vite. */
export const reglKeys = () => ({
  name: 'regl-keys',
  transform: { filter: { id: REGL }, handler: (source) => ({ code: withQuickKeys(source), map: null }) },
});
