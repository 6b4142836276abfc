/**
 * Demos that tests read and do not change. Drawing one takes up to half a minute of a processor: they are kept in
 * build/drawn-demos from one run to the next, named by what drew them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../src/node/client.ts';

const ROOT = checkoutRoot();
const KEPT = path.join(ROOT, 'build', 'drawn-demos');
const PROGRAM = path.join(ROOT, 'server', 'dist', 'generate.js');
const PHANTOM = path.join(ROOT, 'target', 'release', 'echometry-phantom');

/** Options of a drawn demo. */
export interface DrawnDemo {
  projects: readonly string[];
  /** Added to every seed: other speckle, noise and beats. */
  seed?: number;
  /** Whether spectra state their visible edge, which takes most of the time of drawing one. */
  visibleEdges?: boolean;
}

/** Name of the programs that draw, by their bytes. */
function nameOfPrograms(): string {
  const hash = createHash('sha256');
  for (const program of [PROGRAM, PHANTOM]) hash.update(readFileSync(program));
  return hash.digest('hex').slice(0, 16);
}

/** Moves a whole demo to its place, unless another test file was first. */
function keep(unfinished: string, place: string): void {
  try {
    renameSync(unfinished, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

/** The folder of a demo with its manifest, which is drawn where it is not kept yet. Demos of other programs go. */
export function drawnDemo({ projects, seed = 0, visibleEdges = false }: DrawnDemo): string {
  const programs = nameOfPrograms();
  const place = path.join(KEPT, [programs, ...projects, seed, ...(visibleEdges ? ['edges'] : [])].join('.'));
  if (existsSync(place)) return place;
  mkdirSync(KEPT, { recursive: true });
  for (const other of readdirSync(KEPT)) if (!other.startsWith(programs)) rmSync(path.join(KEPT, other), { recursive: true, force: true });
  const unfinished = `${place}.${process.pid}`;
  const how = ['--projects', projects.join(','), '--seed', String(seed), ...(visibleEdges ? [] : ['--no-visible-edges'])];
  execFileSync(process.execPath, [PROGRAM, unfinished, ...how], {
    env: { ...process.env, ECHOMETRY_ROOT: ROOT },
    stdio: 'ignore',
    cwd: ROOT,
  });
  keep(unfinished, place);
  return place;
}
