// Known holes without a network: advisories in the format of OSV (ossf.github.io/osv-schema), as osv.dev exports them, against a bill.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder with advisories, one JSON file each, in any depth. */
export const ADVISORIES = 'ECHOMETRY_ADVISORIES';

/** Ecosystems of OSV by the kind of a package URL. */
const ECOSYSTEMS = { npm: 'npm', cargo: 'crates.io' };

/** Every advisory of a folder that was not withdrawn. */
export function readAdvisories(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    .filter(({ withdrawn }) => withdrawn === undefined);
}

/** True within the events of a range, which are in order (OSV 1.7, "affected[].ranges[].events"). */
function isInRange(version, events, semver) {
  let isIn = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || semver.gte(version, introduced))) isIn = true;
    if (fixed !== undefined && semver.gte(version, fixed)) isIn = false;
    if (last !== undefined && semver.gt(version, last)) isIn = false;
  }
  return isIn;
}

/**
 * Components that an advisory speaks of, one sentence each.
 * @param {Array<{purl?: string}>} components of a bill
 * @param {object[]} advisories
 * @returns {Promise<string[]>}
 */
export async function knownHoles(components, advisories) {
  const { default: semver } = await import('semver');
  const byName = new Map();
  for (const advisory of advisories)
    for (const affected of advisory.affected ?? []) {
      const key = `${affected.package?.ecosystem} ${affected.package?.name}`;
      byName.set(key, [...(byName.get(key) ?? []), { id: advisory.id, summary: advisory.summary ?? '', affected }]);
    }
  return components.flatMap(({ purl = '' }) => {
    const [, kind, encoded = '', version] = /^pkg:(npm|cargo)\/(.+)@([^@?]+)/.exec(purl) ?? [];
    const name = decodeURIComponent(encoded);
    const spoken = byName.get(`${ECOSYSTEMS[kind]} ${name}`) ?? [];
    return spoken
      .filter(({ affected: { versions = [], ranges = [] } }) => {
        const semantic = ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM');
        return versions.includes(version) || semantic.some(({ events }) => isInRange(version, events, semver));
      })
      .map(({ id, summary }) => `${name} ${version}: ${id} ${summary}`.trim());
  });
}
