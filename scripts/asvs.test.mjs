// docs/asvs.md names every item of ASVS 5.0 levels 1 and 2 once, and what it points to is there.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';

/** Items of levels 1 and 2 by section, from the standard itself: section, then the numbers of its items. */
const SECTIONS = `
1.1 1-2; 1.2 1-9; 1.3 1-11; 1.4 1-3; 1.5 1-2;
2.1 1-3; 2.2 1-3; 2.3 1-4; 2.4 1;
3.2 1-2; 3.3 1-4; 3.4 1-6; 3.5 1-5; 3.7 1-2;
4.1 1-3; 4.2 1; 4.3 1-2; 4.4 1-4;
5.1 1; 5.2 1-3; 5.3 1-2; 5.4 1-3;
6.1 1-3; 6.2 1-11; 6.3 1-3; 6.4 1-4; 6.5 1-5; 6.6 1-3; 6.8 1-3;
7.1 1-3; 7.2 1-4; 7.3 1-2; 7.4 1-5; 7.5 1-2; 7.6 1-2;
8.1 1-2; 8.2 1-3; 8.3 1; 8.4 1;
9.1 1-3; 9.2 1-4;
10.1 1-2; 10.2 1-2; 10.3 1-4; 10.4 1-11; 10.5 1-5; 10.6 1-2; 10.7 1-3;
11.1 1-2; 11.2 1-3; 11.3 1-3; 11.4 1-3; 11.5 1; 11.6 1;
12.1 1-3; 12.2 1-2; 12.3 1-4;
13.1 1; 13.2 1-5; 13.3 1-2; 13.4 1-5;
14.1 1-2; 14.2 1-4; 14.3 1-3;
15.1 1-3; 15.2 1-3; 15.3 1-7;
16.1 1; 16.2 1-5; 16.3 1-4; 16.4 1-3; 16.5 1-3;
17.1 1; 17.2 1-4; 17.3 1-2`;

const ITEMS = SECTIONS.split(';').flatMap((part) => {
  const [section, numbers] = part.trim().split(' ');
  const [first, last = first] = numbers.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
});

const TEXT = readFileSync(inRoot('docs/asvs.md'), 'utf8');
const SECURITY = readFileSync(inRoot('SECURITY.md'), 'utf8');
const ROWS = [...TEXT.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(([, item, about, state, evidence]) => ({
  item,
  about,
  state,
  evidence,
}));

describe('docs/asvs.md', () => {
  it('has every item of levels 1 and 2, once and in order', () => {
    expect(ROWS.map(({ item }) => item)).toEqual(ITEMS);
  });
  it('states for each whether it is met, and by which means', () => {
    for (const { item, state, evidence } of ROWS) {
      expect([item, state]).toEqual([item, expect.stringMatching(/^(met|operator|deviates|not applicable)$/)]);
      expect([item, evidence.length > 3]).toEqual([item, true]);
    }
  });
  it('points to what is there', () => {
    const paths = [...TEXT.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\/?)`/g)].map(([, place]) => place);
    expect(paths.length).toBeGreaterThan(200);
    expect(paths.filter((place) => !existsSync(inRoot(place)) && place !== 'web/dist')).toEqual([]);
  });
  it('cites sections of SECURITY.md that exist', () => {
    const rested = ROWS.flatMap(({ evidence }) => [...evidence.matchAll(/"([^"]+)" in SECURITY\.md/g)].map(([, title]) => title));
    expect(rested.length).toBeGreaterThan(8);
    for (const title of rested) expect(SECURITY).toContain(`## ${title}\n`);
  });
});
