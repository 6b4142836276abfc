import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout. */
export const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Where the built product lies: the checkout, or what ECHOMETRY_ROOT names. */
export const BUILT = process.env['ECHOMETRY_ROOT'] ?? REPOSITORY;

/** Folder of real files next to the checkout; it need not be there. */
export const SHARED = process.env['ECHOMETRY_SHARED'] ?? path.resolve(REPOSITORY, '..', 'shared');

/** A setting of the run, which playwright.config.ts or the fixtures of test.ts make. */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the journeys are started by playwright.config.ts`);
  return value;
}

/** Address of the demo server of this file of journeys. */
export const serverUrl = (): string => given('ECHOMETRY_JOURNEY_URL');

/** Folder of its workspace. */
export const workspaceFolder = (): string => given('ECHOMETRY_JOURNEY_WORKSPACE');
