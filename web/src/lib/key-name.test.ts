import { describe, expect, it } from 'vitest';
import { keyName } from './key-name.ts';

const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {}) =>
  keyName({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe('key names', () => {
  it('name letters, signs and held keys in one way', () => {
    expect([
      press(' '),
      press('ArrowLeft'),
      press('N'),
      press('n'),
      press('?', { shiftKey: true }),
      press('*', { shiftKey: true }),
    ]).toEqual(['Space', 'ArrowLeft', 'n', 'n', '?', '*']);
    expect(press('ArrowLeft', { shiftKey: true })).toBe('Shift+ArrowLeft');
    expect(press('Z', { shiftKey: true, ctrlKey: true })).toBe('Shift+Ctrl+z');
    expect(press('z', { metaKey: true })).toBe('Ctrl+z');
  });
});
