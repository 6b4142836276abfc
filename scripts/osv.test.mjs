// Published advisories decide which versions are named; their numbers come from the advisories themselves.
import { describe, expect, it } from 'vitest';
import { knownHoles } from './lib/osv.mjs';

/** GHSA-xvch-5gv4-984h, prototype pollution in minimist: two ranges, fixed in 0.2.4 and 1.2.6. */
const MINIMIST = {
  id: 'GHSA-xvch-5gv4-984h',
  summary: 'Prototype Pollution in minimist',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.6' }] }],
    },
    { package: { ecosystem: 'npm', name: 'minimist' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0.2.4' }] }] },
  ],
};
/** RUSTSEC-2020-0071, a segmentation fault of the crate time: from 0.1.0 until 0.2.23. */
const TIME = {
  id: 'RUSTSEC-2020-0071',
  affected: [
    {
      package: { ecosystem: 'crates.io', name: 'time' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0.1.0' }, { fixed: '0.2.23' }] }],
    },
  ],
};
/** Made up: the name of a scoped package is encoded in a package URL, and a range may end with its last version. */
const SCOPED = {
  id: 'EXAMPLE-1',
  affected: [
    {
      package: { ecosystem: 'npm', name: '@fastify/static' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '4.2.4' }, { last_affected: '4.2.9' }] }],
    },
  ],
};

const holes = (...purls) =>
  knownHoles(
    purls.map((purl) => ({ purl })),
    [MINIMIST, TIME, SCOPED],
  );

describe('advisories', () => {
  it('name the versions from where a hole came in until it was mended, and no other', async () => {
    expect(await holes('pkg:npm/minimist@1.2.5')).toEqual(['minimist 1.2.5: GHSA-xvch-5gv4-984h Prototype Pollution in minimist']);
    expect(await holes('pkg:npm/minimist@0.2.3')).toHaveLength(1);
    expect(await holes('pkg:npm/minimist@1.2.6', 'pkg:npm/minimist@0.2.4', 'pkg:npm/minimist@0.9.0')).toEqual([]);
    expect(await holes('pkg:npm/minimist@1.0.0-beta.1')).toEqual([]);
  });
  it('come from the registry of each component', async () => {
    expect(await holes('pkg:cargo/time@0.2.22')).toEqual(['time 0.2.22: RUSTSEC-2020-0071']);
    expect(await holes('pkg:cargo/time@0.2.23', 'pkg:npm/time@0.2.22', 'pkg:cargo/minimist@1.2.5')).toEqual([]);
  });
  it('find scoped packages, and end with the last version that is affected', async () => {
    expect(await holes('pkg:npm/%40fastify/static@4.2.9')).toHaveLength(1);
    expect(await holes('pkg:npm/%40fastify/static@4.2.10', 'pkg:npm/static@4.2.5')).toEqual([]);
  });
});
