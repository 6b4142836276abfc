import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { withQuickKeys } from './regl-keys.mjs';

const { resolve } = createRequire(import.meta.url);

test.for(['regl/dist/regl.js', 'regl/dist/regl.unchecked.js'])('%s gets quick keys once, and stays a script', (name) => {
  const source = readFileSync(resolve(name), 'utf8');
  const quick = withQuickKeys(source);
  expect(quick).not.toContain('rstr2hex(rstr_sha256(');
  expect(() => new Script(quick)).not.toThrow();
  expect(() => withQuickKeys(quick)).toThrow('does not compute the keys');
});
