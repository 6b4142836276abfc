// Brings what the builds need onto a bare machine: packages, the WebAssembly target, wasm-pack and wasm-bindgen.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CACHE, inRoot } from './root.mjs';
import { contentKey, unlessBuilt } from './content-key.mjs';
import { Refusal, answer, run } from './run.mjs';
import { step } from './steps.mjs';
import { NODE_MIN, WASM_PACK, WASM_TARGET, wasmBindgenVersion } from './versions.mjs';

/** Refuses early, with the command that helps, when something is missing that we do not install ourselves. */
export async function checkPrerequisites() {
  if (process.versions.node.localeCompare(NODE_MIN, 'en', { numeric: true }) < 0) {
    throw new Refusal(
      `Node ${process.versions.node} is too old: Echometry needs Node ${NODE_MIN} or newer. Install it with: apt-get install nodejs`,
    );
  }
  const [cargo, cc] = await Promise.all([answer('cargo', ['--version']), answer('cc', ['--version'])]);
  if (!cargo)
    throw new Refusal(
      'Rust is not installed. Install it with rustup (package rustup of your system, then: rustup default stable), and open a new shell.',
    );
  if (!cc) throw new Refusal('No C linker was found, which Rust needs. Install it with: apt-get install build-essential');
}

/** npm packages of the lockfile; a changed lockfile, Node version or an interrupted install is done again. */
export function ensurePackages() {
  const key = contentKey(['package-lock.json'], [process.version]);
  return unlessBuilt('node_modules/.echometry-key', key, ['node_modules'], () =>
    step('npm packages', 'as the lockfile names them', () =>
      run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], { log: 'npm-ci' }),
    ),
  );
}

export async function ensureWasmTarget() {
  const sysroot = await answer('rustc', ['--print', 'sysroot']);
  if (sysroot && existsSync(path.join(sysroot, 'lib', 'rustlib', WASM_TARGET))) return;
  await step('WebAssembly target', 'the engine runs in the browser', async () => {
    try {
      await run('rustup', ['target', 'add', WASM_TARGET], { log: 'rustup-target' });
    } catch (error) {
      throw new Refusal(
        `${error.message}\nThe Rust target ${WASM_TARGET} could not be added. Add it with: rustup target add ${WASM_TARGET}\nWithout rustup see "WebAssembly without rustup" in CONTRIBUTING.md.`,
      );
    }
  });
}

/** A cargo tool of an exact version in the cache. Returns its folder of programs. */
export const ensureCargoTool = (crate, version, why) =>
  ensureProgram(`${crate}-${version}`, why, ['install', crate, '--version', version, '--locked']);

/** The wasm-bindgen program (scripts/wasm-bindgen), at the version of the crate in Cargo.lock. */
function ensureBindgen() {
  const folder = inRoot('scripts', 'wasm-bindgen');
  const version = wasmBindgenVersion();
  const lock = readFileSync(path.join(folder, 'Cargo.lock'), 'utf8');
  if (!lock.includes(`name = "wasm-bindgen-cli-support"\nversion = "${version}"`))
    throw new Refusal(`scripts/wasm-bindgen has another version than ${version}, which Cargo.lock names. Set it in its Cargo.toml.`);
  const key = contentKey(['scripts/wasm-bindgen']).slice(0, 12);
  return ensureProgram(`wasm-bindgen-${version}-${key}`, 'binds the engine to JavaScript', ['install', '--path', folder, '--locked']);
}

const binOf = (name) => path.join(CACHE, 'tools', name, 'bin');

/** A program by `cargo install` in the cache, built aside and moved in whole. Returns the folder it is in. */
async function ensureProgram(name, why, install) {
  const bin = binOf(name);
  const home = path.dirname(bin);
  if (existsSync(bin)) return bin;
  const aside = `${home}.${process.pid}.part`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(path.dirname(home), { recursive: true });
  await step(name, why, async () => {
    try {
      await run('cargo', [...install, '--debug', '--root', aside], {
        log: name,
        env: { CARGO_TARGET_DIR: path.join(aside, 'target'), CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' },
      });
      rmSync(path.join(aside, 'target'), { recursive: true, force: true });
      if (!existsSync(bin)) renameSync(aside, home);
    } catch (error) {
      throw new Refusal(`${error.message}\n${name} could not be installed. Try: cargo ${install.join(' ')}`);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  });
  return bin;
}

const WASM_PACK_NAME = `wasm-pack-${WASM_PACK}`;
export const isWasmPackThere = () => existsSync(binOf(WASM_PACK_NAME));

/**
 * All that builds the engine for the browser; returns the PATH that finds it.
 * @param {{ packed: boolean }} how whether wasm-pack is needed
 */
export async function ensureWasmTools({ packed }) {
  const places = await Promise.all([...(packed ? [ensureCargoTool('wasm-pack', WASM_PACK, 'packs the engine')] : []), ensureBindgen()]);
  return [...places, process.env.PATH].join(path.delimiter);
}
