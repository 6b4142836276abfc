import { describe, expect, it } from 'vitest';
import { dice } from '../../../test/random-lists.ts';
import { joined, type Keeping, parentLeft, superseded, type VersionRow } from './policy.ts';

const MINUTE = 60_000;
const NOTHING: Keeping = { since: 1e9, referred: new Set(), reads: [] };
/** Versions of one line at these minutes, each made from the one before. */
const line = (minutes: readonly number[], name = 'a', from = 1): VersionRow[] =>
  minutes.map((minute, n) => ({
    id: from + n,
    line: name,
    parent: n === 0 ? null : from + n - 1,
    at: minute * MINUTE,
    aside: false,
    restoredFrom: null,
  }));

describe('of older work', () => {
  it('the last version of each sitting is kept: a pause of half an hour ends one', () => {
    expect(superseded(line([0, 10, 39.99, 69.99, 70, 200]), NOTHING)).toEqual([1, 2, 4]);
    expect(superseded(line([0, 30]), NOTHING)).toEqual([]);
  });

  it('versions of the last days are kept, also amid a sitting', () => {
    expect(superseded(line([0, 10, 20, 30, 40]), { ...NOTHING, since: 20 * MINUTE })).toEqual([1, 2]);
  });

  it('what something refers to is kept', () => {
    expect(superseded(line([0, 10, 20, 30]), { ...NOTHING, referred: new Set([2]) })).toEqual([1, 3]);
  });

  it('a side of a conflict is kept with its base, and does not belong to a sitting', () => {
    const versions = line([0, 10, 20, 30]);
    versions.push({ id: 5, line: 'a', parent: 2, at: 31 * MINUTE, aside: true, restoredFrom: null });
    expect(superseded(versions, NOTHING)).toEqual([1, 3]);
  });

  it('what was brought back is kept while the version that brought it back is', () => {
    const versions = line([0, 10, 20, 30]);
    versions[3]!.restoredFrom = 1;
    expect(superseded(versions, NOTHING)).toEqual([2, 3]);
    versions.push({ id: 5, line: 'a', parent: 4, at: 40 * MINUTE, aside: false, restoredFrom: null });
    expect(superseded(versions, NOTHING)).toEqual([1, 2, 3, 4]);
  });

  it("what another person's kept version was made from is kept", () => {
    const other: VersionRow = { id: 9, line: 'b', parent: 2, at: 25 * MINUTE, aside: false, restoredFrom: null };
    expect(superseded([...line([0, 10, 20, 30]), other], NOTHING)).toEqual([1, 3]);
  });

  it('what was current while an export read is kept', () => {
    const reads = joined([
      { from: 12 * MINUTE, to: 13 * MINUTE },
      { from: 12.5 * MINUTE, to: 21 * MINUTE },
      { from: -5 * MINUTE, to: -1 * MINUTE },
    ]);
    expect(reads).toEqual([
      { from: -5 * MINUTE, to: -1 * MINUTE },
      { from: 12 * MINUTE, to: 21 * MINUTE },
    ]);
    expect(superseded(line([0, 10, 20, 30, 40]), { ...NOTHING, reads })).toEqual([1, 4]);
  });

  it('a version whose parents were removed continues from the nearest kept one', () => {
    const versions = line([0, 10, 20, 30]);
    const byId = new Map(versions.map((version) => [version.id, version]));
    expect(parentLeft(versions[3]!, byId, new Set([2, 3]))).toBe(1);
    expect(parentLeft(versions[3]!, byId, new Set([1, 2, 3]))).toBeNull();
  });
});

describe('of studies made at random', () => {
  const { below, chance, one } = dice(53);
  const study = (): VersionRow[] => {
    const versions: VersionRow[] = [];
    let minute = 0;
    for (let id = 1; id <= 40; id += 1) {
      minute += one([1, 5, 20, 45, 300]);
      const before = versions.length === 0 ? null : one(chance(0.8) ? versions.slice(-1) : versions);
      versions.push({
        id,
        line: one(['a', 'a', 'b']),
        parent: before?.id ?? null,
        at: minute * MINUTE,
        aside: chance(0.05),
        restoredFrom: chance(0.05) ? (before?.id ?? null) : null,
      });
    }
    return versions;
  };

  it('nothing goes that is recent, referred to, last of a sitting, or the ground of what stays; and nothing goes later', () => {
    let went = 0;
    for (let round = 0; round < 300; round += 1) {
      const versions = study();
      const keeping: Keeping = { since: below(4000) * MINUTE, referred: new Set([1 + below(40), 1 + below(40)]), reads: [] };
      const gone = new Set(superseded(versions, keeping));
      went += gone.size;
      for (const version of versions) {
        if (gone.has(version.id)) {
          expect([version.at < keeping.since, version.aside, keeping.referred.has(version.id)]).toEqual([true, false, false]);
          const within = versions.filter(
            ({ id, line: own, at, aside }) => id > version.id && own === version.line && !aside && at - version.at < 30 * MINUTE,
          );
          expect(within).not.toEqual([]);
          continue;
        }
        const parent = versions.find(({ id }) => id === version.parent);
        if (parent && (version.aside || parent.line !== version.line)) expect(gone.has(parent.id)).toBe(false);
        if (version.restoredFrom !== null) expect(gone.has(version.restoredFrom)).toBe(false);
      }
      const byId = new Map(versions.map((version) => [version.id, version]));
      const left = versions.filter(({ id }) => !gone.has(id)).map((version) => ({ ...version, parent: parentLeft(version, byId, gone) }));
      expect(superseded(left, keeping)).toEqual([]);
    }
    expect(went).toBeGreaterThan(1000);
  });
});
