import { describe, expect, it } from 'vitest';
import references from '../config/echo_references.json' with { type: 'json' };
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '../records/reference-choice.ts';
import type { ReferencePack } from '../records/reference-pack.ts';
import { referenceChanges, referenceFaults, signed } from './reference-activation.ts';

const packs = references.data as unknown as ReferencePack[];
const rowOf = (status: string): string => packs.flatMap(({ rows }) => rows).find((row) => row.status === status)!.id;
const [SEEN_ONCE, SEEN_TWICE] = [rowOf('one source'), rowOf('two sources')];
const PACK = packs[0]!.id;
const SOURCE = { image_type: '4-chamber 2D', name: 'EF', data_type: 'adult', pack: PACK } as const;
const choice = (change: Partial<ReferenceChoice>): ReferenceChoice => ({ ...NO_REFERENCE_CHOICE, ...change });
const active = (row: string, by: string, at: number): ReferenceChoice => choice({ active: [{ row, by, at }] });

describe('a choice among reference values', () => {
  it('names the person and time of the server, whatever the payload contains', () => {
    const after = signed(undefined, active(SEEN_ONCE, 'somebody@else', 1), { by: 'admin@site', at: 77 });
    expect(after?.active).toEqual([{ row: SEEN_ONCE, by: 'admin@site', at: 77 }]);
  });

  it('keeps the person and time of what was active before', () => {
    const before = active(SEEN_ONCE, 'first@site', 5);
    expect(signed(before, active(SEEN_ONCE, 'forged@site', 1), { by: 'second@site', at: 77 })).toEqual(before);
    expect(signed(before, undefined, { by: 'second@site', at: 77 })).toBeUndefined();
  });

  it('has one text for each change', () => {
    const after = choice({ active: [{ row: SEEN_ONCE, by: 'a', at: 1 }], sources: [SOURCE], z_limit: 2.5 });
    expect(referenceChanges(undefined, after)).toEqual([
      `reference ${SEEN_ONCE} activated`,
      `source of 4-chamber 2D, EF (adult): ${PACK}`,
      'z-scores are normal up to 2.5',
    ]);
    expect(referenceChanges(after, undefined)).toEqual([
      `reference ${SEEN_ONCE} no longer used`,
      'source of 4-chamber 2D, EF (adult): as shipped',
      'z-scores are normal up to 2',
    ]);
    expect(referenceChanges(after, after)).toEqual([]);
  });

  it('is refused where it names nothing that can be chosen', () => {
    const faults = (after: ReferenceChoice): string[] => referenceFaults(undefined, after, packs);
    expect(faults(active(SEEN_ONCE, 'a', 1))).toEqual([]);
    expect(faults(choice({ sources: [SOURCE] }))).toEqual([]);
    expect(faults(active('nothing.here', 'a', 1))).toEqual(['nothing.here is not a row of the reference values in use.']);
    expect(faults(active(SEEN_TWICE, 'a', 1))).toEqual([`${SEEN_TWICE} is active without being activated: two sources have it.`]);
    expect(faults(choice({ active: [1, 2].map((at) => ({ row: SEEN_ONCE, by: 'a', at })) }))).toEqual([`${SEEN_ONCE} is activated twice.`]);
    expect(faults(choice({ sources: [SOURCE, { ...SOURCE, pack: packs[1]!.id }] }))).toEqual([
      '4-chamber 2D, EF (adult) has two first sources.',
    ]);
    expect(faults(choice({ sources: [{ ...SOURCE, pack: 'nobody-1999' }] }))).toEqual([
      'nobody-1999 is not a source of the reference values in use.',
    ]);
  });

  it('may still name a row that a newer version of the set lacks', () => {
    const before = active('older.row', 'a', 1);
    expect(referenceFaults(before, { ...before, z_limit: 3 }, packs)).toEqual([]);
  });
});
