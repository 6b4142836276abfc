// Finds a Chromium for the journeys, or installs Debian's.
import { existsSync } from 'node:fs';
import { Refusal, answer, run } from './run.mjs';
import { say, step } from './steps.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Switches that keep a headless Chromium quiet, isolated, and drawing by software. */
export const CHROMIUM_SWITCHES = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const find = () => process.env.ECHOMETRY_CHROMIUM ?? PLACES.find((place) => existsSync(place)) ?? null;

export async function ensureChromium() {
  const found = find();
  if (found) return found;
  await installDebian('chromium', 'the journeys run in a real browser');
  const installed = find();
  if (!installed)
    throw new Refusal('Chromium was not found. Install it with: apt-get install chromium (or name one in ECHOMETRY_CHROMIUM)');
  return installed;
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Chromium without the program around its pages, which takes a sixth less of the processor; Chromium itself where Debian has no such
 * package, or where one is named (docs/why/tests-and-builds.md#journeys-without-compositing-in-the-headless-shell).
 * @param {string} chromium
 */
export async function ensureHeadlessShell(chromium) {
  if (process.env.ECHOMETRY_CHROMIUM) return chromium;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  try {
    await installDebian('chromium-headless-shell', 'the journeys run in it');
  } catch (error) {
    say(`    The journeys run in ${chromium}: ${error.message}`);
  }
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromium;
}

/** Installs a package of Debian as root; other users see the command. */
export async function installDebian(name, why) {
  const command = `apt-get install ${name}`;
  if (process.getuid?.() !== 0 || !(await answer('apt-get', ['--version']))) {
    throw new Refusal(`${name} is needed (${why}). Install it with: ${process.getuid?.() === 0 ? '' : 'sudo '}${command}`);
  }
  await step(name, why, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    try {
      await run('apt-get', ['update', '-qq'], { log: 'apt-update', env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { log: `apt-${name}`, env });
    } catch (error) {
      throw new Refusal(`${error.message}\n${name} could not be installed. Install it with: ${command}`);
    }
  });
}
