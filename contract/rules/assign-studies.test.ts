import { describe, expect, it } from 'vitest';
import {
  type Giving,
  seededRandom,
  shuffled,
  siteOfCode,
  StudyGiver,
  type StudyToAssign,
  withGold,
  withRepeats,
} from './assign-studies.ts';

const assignStudies = ({ studies, repeatShare, ...giving }: Giving & { studies: readonly StudyToAssign[]; repeatShare: number }) => {
  const giver = new StudyGiver(giving);
  const given = shuffled(studies, giving.random).flatMap((study) => giver.give(study));
  return withRepeats(given, repeatShare, giving.random);
};
const readersOf = (count: number, open = 0) => Array.from({ length: count }, (_, n) => ({ email: `reader${n}@test`, open }));
const studiesOf = (count: number, strata: readonly string[], readers: readonly string[] = []): StudyToAssign[] =>
  Array.from({ length: count }, (_, n) => ({ study_id: `${n}_20260101`, stratum: strata[n % strata.length] ?? '', readers }));
const counts = (names: readonly string[]): number[] => {
  const count = new Map<string, number>();
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count.values()];
};
const spread = (of: readonly number[]): number => Math.max(...of) - Math.min(...of);

describe('studies are given out', () => {
  it.each([
    [97, 4, 1, 3],
    [200, 7, 2, 5],
    [31, 5, 3, 1],
  ])('%i of them to %i readers, %i for each, evenly within each of %i strata', (number, people, perStudy, kinds) => {
    const strata = Array.from({ length: kinds }, (_, n) => `stratum ${n}`);
    for (let seed = 0; seed < 20; seed++) {
      const assigned = assignStudies({
        studies: studiesOf(number, strata),
        readers: readersOf(people),
        perStudy,
        repeatShare: 0,
        random: seededRandom(seed),
      });
      expect(assigned).toHaveLength(number * perStudy);
      // No reader has a study twice.
      expect(new Set(assigned.map(({ study_id, email }) => `${study_id} ${email}`)).size).toBe(assigned.length);
      expect(new Set(counts(assigned.map(({ study_id }) => study_id)))).toEqual(new Set([perStudy]));
      for (const stratum of strata)
        expect(spread(counts(assigned.filter((one) => one.stratum === stratum).map(({ email }) => email)))).toBeLessThanOrEqual(1);
    }
  });

  it('only as far as they lack readers, to people who do not have them', () => {
    const studies = [
      ...studiesOf(10, ['a'], ['reader0@test']),
      { study_id: 'full', stratum: 'a', readers: ['reader1@test', 'other@test'] },
    ];
    const assigned = assignStudies({ studies, readers: readersOf(2), perStudy: 2, repeatShare: 0, random: seededRandom(1) });
    expect(assigned.map(({ email }) => email)).toEqual(Array(10).fill('reader1@test'));
    expect(assigned.map(({ study_id }) => study_id)).not.toContain('full');
  });

  it('first to the reader with the fewest still to read', () => {
    const readers = [...readersOf(1, 6), { email: 'free@test', open: 0 }];
    // Every study has a different stratum, so that only the workload counts.
    const studies = studiesOf(6, ['a', 'b', 'c', 'd', 'e', 'f']);
    const assigned = assignStudies({ studies, readers, perStudy: 1, repeatShare: 0, random: seededRandom(3) });
    expect(assigned.map(({ email }) => email)).toEqual(Array(6).fill('free@test'));
  });

  it('by chance: over many plans each reader gets each study as often as the others', () => {
    const plans = 2000;
    const times = new Map<string, number>();
    for (let seed = 0; seed < plans; seed++)
      for (const { study_id, email } of assignStudies({
        studies: studiesOf(8, ['a', 'b']),
        readers: readersOf(4),
        perStudy: 1,
        repeatShare: 0,
        random: seededRandom(seed * 7919),
      }))
        times.set(`${study_id} ${email}`, (times.get(`${study_id} ${email}`) ?? 0) + 1);
    // 500 expected for each of 32 pairs; the standard deviation of a binomial count is 19.4.
    const sd = Math.sqrt(plans * 0.25 * 0.75);
    expect(times.size).toBe(32);
    for (const count of times.values()) expect(Math.abs(count - plans / 4)).toBeLessThan(4 * sd);
  });

  it('with repeats for the same share of each reader', () => {
    const assigned = assignStudies({
      studies: studiesOf(80, ['a']),
      readers: readersOf(4),
      perStudy: 1,
      repeatShare: 0.15,
      random: seededRandom(5),
    });
    expect(counts(assigned.filter(({ repeat }) => repeat).map(({ email }) => email))).toEqual([3, 3, 3, 3]);
  });

  it('in the same way for the same seed', () => {
    const plan = (seed: number) =>
      assignStudies({
        studies: studiesOf(30, ['a', 'b']),
        readers: readersOf(3),
        perStudy: 2,
        repeatShare: 0.2,
        random: seededRandom(seed),
      });
    expect(plan(42)).toEqual(plan(42));
    expect(plan(42)).not.toEqual(plan(43));
  });
});

it.each([
  ['BCN-0012', 'BCN'],
  ['a17', 'A'],
  ['Zürich 3', 'ZÜRICH'],
  ['00451', ''],
])('the site of patient code %s is "%s"', (code, site) => expect(siteOfCode(code)).toBe(site));

describe('gold cases are mixed in', () => {
  const cases = (count: number, known: readonly string[] = []) =>
    Array.from({ length: count }, (_, n) => ({ study_id: `gold${n}`, known: new Set(known) }));
  const given = (number: number, share: number, gold: ReturnType<typeof cases>) => {
    const random = seededRandom(11);
    const ordinary = assignStudies({ studies: studiesOf(number, ['a']), readers: readersOf(2), perStudy: 1, repeatShare: 0, random });
    return withGold(ordinary, gold, { share, random });
  };
  const goldOf = (assigned: ReturnType<typeof given>, email: string) => assigned.filter((one) => one.gold && one.email === email).length;

  it('as the share of what a reader gets', () => {
    // 18 studies and 2 gold cases are 10 % of 20 for each of two readers.
    const assigned = given(36, 0.1, cases(5));
    expect([goldOf(assigned, 'reader0@test'), goldOf(assigned, 'reader1@test')]).toEqual([2, 2]);
    expect(assigned).toHaveLength(40);
  });

  it('only where the reader does not know them, and as far as there are some', () => {
    const assigned = given(36, 0.25, [...cases(2), { study_id: 'known', known: new Set(['reader0@test']) }]);
    expect([goldOf(assigned, 'reader0@test'), goldOf(assigned, 'reader1@test')]).toEqual([2, 3]);
    expect(given(36, 0.25, [])).toHaveLength(36);
  });

  it('at any place of the order', () => {
    const places = given(36, 0.1, cases(5)).flatMap(({ gold }, at) => (gold ? [at] : []));
    expect(Math.min(...places)).toBeLessThan(36);
  });
});
