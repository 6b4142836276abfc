// The one place that pins the tools which no lockfile pins.
import { readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

export const WASM_PACK = '0.15.1';
export const WASM_TARGET = 'wasm32-unknown-unknown';
/** `crc32` of zlib is in Node since this version. */
export const NODE_MIN = '20.15';

/** wasm-bindgen-cli must be exactly the version of the crate in Cargo.lock. */
export function wasmBindgenVersion() {
  const lock = readFileSync(inRoot('Cargo.lock'), 'utf8');
  const match = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock);
  if (!match) throw new Error('Cargo.lock names no wasm-bindgen: run `cargo metadata` in the checkout first.');
  return match[1];
}
