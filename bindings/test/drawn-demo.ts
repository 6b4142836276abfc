/**
 * Demos that tests read and do not change. Drawing one takes up to half a minute of a processor: they are kept for the checkouts of this
 * machine, named by what drew them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isKept, removeUnused } from '../../scripts/lib/kept.mjs';
import { CACHE } from '../../scripts/lib/root.mjs';
import { checkoutRoot } from '../src/node/client.ts';

const ROOT = checkoutRoot();
const KEPT = path.join(CACHE, 'drawn-demos');
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

/** The folder of a demo with its manifest, which is drawn where it is not kept yet. */
export function drawnDemo({ projects, seed = 0, visibleEdges = false }: DrawnDemo): string {
  const programs = nameOfPrograms();
  const place = path.join(KEPT, [programs, ...projects, seed, ...(visibleEdges ? ['edges'] : [])].join('.'));
  if (isKept(place)) return place;
  mkdirSync(KEPT, { recursive: true });
  removeUnused(KEPT);
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
