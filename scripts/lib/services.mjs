// The services that tests run against, each with the variable in which tests find its address.
import { startOrthanc } from './orthanc.mjs';
import { startPostgres } from './postgres.mjs';
import { stopAll } from './run.mjs';
import { startSwift } from './swift.mjs';

const SERVICES = {
  postgres: { start: startPostgres, variable: 'ECHOMETRY_TEST_POSTGRES' },
  s3: { start: startSwift, variable: 'ECHOMETRY_TEST_S3' },
  pacs: { start: startOrthanc, variable: 'ECHOMETRY_TEST_ORTHANC' },
};

/** @typedef {keyof typeof SERVICES} Service */

/** Names of all services. */
export const ALL_SERVICES = /** @type {Service[]} */ (Object.keys(SERVICES));

/**
 * Starts services, one after the other because each may install packages of the system, and stops them when the work has ended.
 * @template T
 * @param {readonly Service[]} names
 * @param {(env: Record<string, string>) => Promise<T>} work receives the variables of the services
 */
export async function withServices(names, work) {
  const stops = [];
  /** @type {Record<string, string>} */
  const env = {};
  try {
    for (const name of names) {
      const { start, variable } = SERVICES[name];
      const { url, stop } = await start();
      stops.push(stop);
      env[variable] = url;
    }
    return await work(env);
  } finally {
    for (const stop of stops.reverse()) await stop();
    stopAll();
  }
}
