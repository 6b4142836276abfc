import { describe, expect, it } from 'vitest';
import { FRESH, ImageMemory } from './kept-settings.ts';

function tab() {
  const texts = new Map<string, string>();
  return { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text) };
}
const BRIGHT = { ...FRESH, tone: { brightness: 0.3, contrast: 2 }, frameIndex: 17 };

describe('what is kept of an image', () => {
  it('returns only for this image', () => {
    const memory = new ImageMemory(tab());
    memory.set('anna', 'one', BRIGHT);
    expect(memory.get('anna', 'one')).toEqual(BRIGHT);
    expect(memory.get('anna', 'two')).toEqual(FRESH);
  });

  it('survives a reload of the tab', () => {
    const storage = tab();
    new ImageMemory(storage).set('anna', 'one', BRIGHT);
    expect(new ImageMemory(storage).get('anna', 'one')).toEqual(BRIGHT);
  });

  it('is nothing to the next person', () => {
    const memory = new ImageMemory(tab());
    memory.set('anna', 'one', BRIGHT);
    expect(memory.get('ben', 'one')).toEqual(FRESH);
  });

  it('is bounded, and forgets what was looked at longest ago', () => {
    const memory = new ImageMemory(null);
    for (let image = 0; image <= 500; image += 1) memory.set('anna', String(image), BRIGHT);
    expect(memory.get('anna', '0')).toEqual(FRESH);
    expect(memory.get('anna', '500')).toEqual(BRIGHT);
  });

  it('is fresh where the store cannot be read', () => {
    expect(new ImageMemory({ getItem: () => '{', setItem: () => undefined }).get('anna', 'one')).toEqual(FRESH);
  });
});
