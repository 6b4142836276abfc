// Builds the parts of the product, each only when its inputs changed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleServer } from './bundle.mjs';
import { contentKey, unlessBuilt } from './content-key.mjs';
import { inRoot } from './root.mjs';
import { answer, run } from './run.mjs';
import { unlessShared } from './shared-builds.mjs';
import { step } from './steps.mjs';
import { ensureWasmTarget, ensureWasmTools, isWasmPackThere } from './toolchain.mjs';
import { WASM_TARGET } from './versions.mjs';
import { buildWheel } from './wheel.mjs';

const ENGINE_INPUTS = ['engine-rs', 'Cargo.toml', 'Cargo.lock', '.cargo', 'scripts/lib/build.mjs', 'scripts/lib/versions.mjs'];

/** Decoders are left as the compiler made them, which runs a twentieth faster than what wasm-opt -O3 makes of them. */
const AS_COMPILED = ['--strip-debug', '--strip-producers'];

/** A first picture on a slow network waits for the first part: at most this many bytes of it, compressed by Brotli. */
const MAX_FIRST_PART_BYTES = 200_000;

/**
 * Three builds of one crate: everything for the workers, what a first picture needs for workers that start while everything is on its
 * way, and only geometry for the main thread.
 */
const WASM_BUILDS = [
  { name: 'full', cargo: [], optimise: AS_COMPILED },
  { name: 'first', cargo: ['--no-default-features', '--features', 'first'], optimise: AS_COMPILED, maxBytes: MAX_FIRST_PART_BYTES },
  { name: 'geometry', cargo: ['--no-default-features', '--features', 'geometry'], optimise: ['-O3'] },
];

/**
 * By wasm-pack; a first start, where the user waits, and a run of tests work without wasm-pack if it is not there yet and give cargo and
 * wasm-bindgen the same two commands (docs/why/operations.md#the-first-start-avoids-wasm-pack-and-draws-the-demo-while-it-compiles).
 * @param {{ packages?: Promise<unknown>, native?: Promise<unknown>, inHaste?: boolean }} how `packages` are npm's, whose wasm-opt comes
 *   last; by default they are there. `native` is what cargo compiles first: it locks its folder of outputs as a whole
 */
export async function buildEngineWasm({ packages = Promise.resolve(), native = Promise.resolve(), inHaste = false } = {}) {
  const rustc = await answer('rustc', ['--version']);
  const key = contentKey(ENGINE_INPUTS, [rustc]);
  const outputs = WASM_BUILDS.map(({ name }) => `bindings/wasm/${name}`);
  return unlessShared('engine for WebAssembly', 'bindings/wasm/.key', key, outputs, async () => {
    await ensureWasmTarget();
    const packed = !inHaste || isWasmPackThere();
    // The longest compilation begins while the tools are made, and is found done afterwards.
    const [PATH] = await Promise.all([
      ensureWasmTools({ packed }),
      native.then(() => step('engine for WebAssembly, compiled', 'the longest of all', () => compileToWasm(WASM_BUILDS[0]))),
    ]);
    for (const build of WASM_BUILDS) {
      await step(`engine for WebAssembly, ${build.name}`, 'Rust to wasm with 128-bit SIMD', async () => {
        const out = inRoot('bindings', 'wasm', build.name);
        rmSync(out, { recursive: true, force: true });
        await (packed ? packByWasmPack(build, out, PATH) : packByHand(build, out, PATH));
        await packages;
        const wasm = path.join(out, 'engine_bg.wasm');
        await optimise(build, wasm);
        await checkSize(build, wasm);
      });
    }
  });
}

/** Whether any engine was built; a build finds out whether it matches the sources. */
export const isEngineThere = () => WASM_BUILDS.every(({ name }) => existsSync(inRoot('bindings', 'wasm', name, 'engine_bg.wasm')));

const compileToWasm = ({ name, cargo }) =>
  run('cargo', ['build', '--lib', '--release', '--target', WASM_TARGET, ...cargo], {
    log: `wasm-compile-${name}`,
    cwd: inRoot('engine-rs'),
  });

function packByWasmPack({ name, cargo }, out, PATH) {
  const how = ['--release', '--target', 'web', '--mode', 'no-install', '--no-opt', '--no-pack', '--out-dir', out, '--out-name', 'engine'];
  return run('wasm-pack', ['build', inRoot('engine-rs'), ...how, '--', ...cargo], { log: `wasm-${name}`, env: { PATH } });
}

async function packByHand(build, out, PATH) {
  await compileToWasm(build);
  const compiled = inRoot('target', WASM_TARGET, 'release', 'echometry_engine.wasm');
  const how = ['--out-dir', out, '--typescript', '--target', 'web', '--out-name', 'engine'];
  await run('wasm-bindgen', [compiled, ...how], { log: `wasm-bindgen-${build.name}`, env: { PATH } });
}

/** Features of every supported browser and Node 20. */
const WASM_FEATURES = ['simd', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals', 'reference-types', 'multivalue'];

function optimise({ name, optimise: how }, wasm) {
  const program = inRoot('node_modules', 'binaryen', 'bin', 'wasm-opt');
  const features = WASM_FEATURES.map((feature) => `--enable-${feature}`);
  return run(process.execPath, [program, ...how, ...features, wasm, '-o', wasm], { log: `wasm-opt-${name}` });
}

async function checkSize({ name, maxBytes = Infinity }, wasm) {
  if (maxBytes === Infinity) return;
  const { brotli } = await import('./precompress.mjs');
  const { length } = await brotli(readFileSync(wasm));
  if (length > maxBytes) throw new Error(`The engine's build ${name} has ${length} bytes compressed, and at most ${maxBytes} are allowed.`);
}

/** Native programs are not optimised across crates: tests wait for them, and no bench times them. */
const WITHOUT_LTO = { CARGO_PROFILE_RELEASE_LTO: 'off' };

/** Release builds of the programs of the workspace. */
export async function buildNative(packages) {
  const rustc = await answer('rustc', ['--version']);
  const key = contentKey(['engine-rs', 'fixtures/phantom', 'Cargo.toml', 'Cargo.lock', '.cargo'], [rustc, process.platform]);
  const names = { 'echometry-cli': 'echometry-engine', 'echometry-phantom': 'echometry-phantom' };
  for (const name of packages) {
    await unlessShared(name, `target/release/.${name}.key`, key, [`target/release/${names[name]}`], () =>
      step(name, 'native program', () => run('cargo', ['build', '--release', '--locked', '-p', name], { log: name, env: WITHOUT_LTO })),
    );
  }
}

const webKey = () => contentKey(['web', 'bindings', 'contract', 'package-lock.json', 'bindings/wasm/.key'], ['production']);

export function buildWeb() {
  return unlessBuilt('web/dist/.key', webKey(), ['web/dist/index.html'], () =>
    step('web', 'the pages the browser loads', () =>
      run(process.execPath, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web'], { log: 'web' }),
    ),
  );
}

/** Brotli and gzip of the pages; the server sends each as soon as it is there. */
export function compressWeb() {
  const key = contentKey(['scripts/lib/precompress.mjs'], [webKey()]);
  return unlessBuilt('web/dist/.compressed', key, [], () =>
    step('web, compressed', 'a quarter of the bytes on the way', async () => {
      const { precompress } = await import('./precompress.mjs');
      await precompress(inRoot('web', 'dist'));
    }),
  );
}

/** The programs of the server, and the Python package that it offers. */
export async function buildServer() {
  await buildWheel();
  const key = contentKey(['server', 'bindings', 'contract', 'package-lock.json', 'scripts/lib/bundle.mjs']);
  return unlessBuilt('server/dist/.key', key, ['server/dist/main.js'], () =>
    step('server', 'bundled for Node', () => bundleServer('server/dist')),
  );
}
