import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Published {
  tag: string;
  vr: string;
  name: string;
}

// The package has one entry for bundlers and another for Node, which an ES import does not find.
const dcmjs = createRequire(import.meta.url)('dcmjs') as {
  data: { DicomMetaDictionary: { nameMap: Record<string, Published> } };
};

const SOURCE = fileURLToPath(new URL('../../engine-rs/src/dicom/dictionary.rs', import.meta.url));
const ENTRY = /\(0x([0-9a-f]{4})_([0-9a-f]{4}), b"([A-Z]{2})", "(\w+)"\)/g;
/** Representations that the standard leaves open, as the engine reads them: US or SS, OB or OW. */
const CHOSEN: Readonly<Record<string, string>> = { xs: 'US', ox: 'OW', lt: 'OW' };
/** Elements of group 0002 that PS3.10 has and the published dictionary has not. */
const ABSENT = ['0026', '0027', '0028', '0031', '0032', '0033', '0035', '0036', '0037', '0038'].map((element) => `0002${element}`);

const entries = [...readFileSync(SOURCE, 'utf8').matchAll(ENTRY)].map(([, group = '', element = '', vr = '', keyword = '']) => ({
  tag: group + element,
  vr,
  keyword,
}));
const published = new Map(
  Object.values(dcmjs.data.DicomMetaDictionary.nameMap).map((entry) => [entry.tag.replace(/[(),]/g, '').toLowerCase(), entry]),
);

describe('the dictionary of the engine', () => {
  it('has the tags, keywords and representations of a published one', () => {
    expect(entries.length).toBeGreaterThan(900);
    expect(published.size).toBeGreaterThan(4000);
    const wrong = entries.filter(({ tag, vr, keyword }) => {
      const entry = published.get(tag);
      return entry !== undefined && (entry.name.replace(/^RETIRED_/, '') !== keyword || (CHOSEN[entry.vr] ?? entry.vr) !== vr);
    });
    expect(wrong).toEqual([]);
  });

  it('has nothing beyond it but the elements of PS3.10 that it lacks', () => {
    expect(entries.map(({ tag }) => tag).filter((tag) => !published.has(tag))).toEqual(ABSENT);
  });

  it('is sorted by tag, as it is searched', () => {
    const tags = entries.map(({ tag }) => tag);
    expect(tags).toEqual([...new Set(tags)].sort());
  });
});
