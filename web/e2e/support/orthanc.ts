/** The real PACS of the journeys, where one was started (scripts/lib/orthanc.mjs). */
const GIVEN = process.env['ECHOMETRY_TEST_ORTHANC'] ?? '';

export interface JourneyPacs {
  /** Root of its DICOMweb services, without the account. */
  address: string;
  authorization: string;
  user: string;
  password: string;
}

function pacsAt(given: string): JourneyPacs {
  const url = new URL(given);
  const { username: user, password } = url;
  [url.username, url.password] = ['', ''];
  return { address: url.toString(), authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`, user, password };
}

/** Null where no Orthanc is named. */
export const ORTHANC = GIVEN === '' ? null : pacsAt(GIVEN);
if (ORTHANC === null) process.stdout.write('SKIPPED: ECHOMETRY_TEST_ORTHANC names no Orthanc, so journeys with a PACS are left out\n');

/** Why a journey is skipped. */
export const NO_ORTHANC = 'SKIPPED: no Orthanc is named (ECHOMETRY_TEST_ORTHANC)';

/** Settings of a server that imports from it under the name "archive", or sends exports to it under each of `takers`. */
export function withOrthanc(takers: readonly string[] = []): { config: Record<string, unknown>; env: Record<string, string> } {
  if (ORTHANC === null) return { config: {}, env: {} };
  const { address, user, password } = ORTHANC;
  const pacs =
    takers.length === 0 ? [{ name: 'archive', address, user }] : takers.map((name) => ({ name, address, user, takes_exports: true }));
  return { config: { pacs }, env: Object.fromEntries(pacs.map(({ name }) => [`ECHOMETRY_PACS_PASSWORD_${name.toUpperCase()}`, password])) };
}
