import { describe, expect, it } from 'vitest';
import { askedAbout, type Listener } from './key-order.ts';

const nothing = (): void => undefined;
const listener = (rank: Listener['rank'], ...actions: (keyof Listener['bindings'])[]): Listener => ({
  rank,
  held: false,
  bindings: Object.fromEntries(actions.map((action) => [action, nothing])),
});
const asked = (key: string, listeners: Listener[], own = {}): string[] =>
  askedAbout(key, listeners, own).map(({ listener: { rank }, action }) => `${rank} ${action}`);

describe('who is asked about a key', () => {
  it('is the tool before the page and the page before the viewer, in any order of arrival', () => {
    const viewer = listener('viewer', 'viewer.loop', 'viewer.next-frame');
    const page = listener('page', 'selection.history');
    const tool = listener('tool', 'selection.next', 'selection.reference');
    const own = { 'selection.history': ['l'], 'selection.reference': ['l'] };
    expect(asked('l', [viewer, page, tool], own)).toEqual(['tool selection.reference', 'page selection.history', 'viewer viewer.loop']);
    expect(asked('ArrowRight', [viewer, page, tool], own)).toEqual(['viewer viewer.next-frame']);
    expect(asked('q', [viewer, page, tool], own)).toEqual([]);
  });

  it('is every action of the key in their order, so that one without a use for it leaves it to the next', () => {
    const tool = listener('tool', 'selection.reference', 'selection.next');
    expect(asked('x', [tool], { 'selection.reference': ['x'], 'selection.next': ['x'] })).toEqual([
      'tool selection.reference',
      'tool selection.next',
    ]);
  });

  it('follows the keys a person gave, and not the shipped ones', () => {
    const viewer = listener('viewer', 'viewer.loop');
    expect(asked('l', [viewer], { 'viewer.loop': ['q'] })).toEqual([]);
    expect(asked('q', [viewer], { 'viewer.loop': ['q'] })).toEqual(['viewer viewer.loop']);
  });
});
