import { describe, expect, it, vi } from 'vitest';
import type { OverlayShape } from './overlay.ts';
import { NO_EFFECTS, type Tool } from './port.ts';
import { seat, ToolStack, type SeatOf } from './stack.ts';
import { NO_KEYS, pointerAt } from './tool-bench.ts';

const POINTER = pointerAt(1);
const [down, move, up] = [POINTER.down(1, 2), POINTER.move(1, 2), POINTER.up(1, 2)];

interface Heard {
  events: readonly string[];
}
type Own = { type: 'count' };
interface Wishes {
  /** Events that it takes. */
  takes?: readonly string[];
  keys?: readonly string[];
}

/** A tool that remembers what it heard. */
function listener(name: string, { takes = [], keys: actions = [] }: Wishes = {}) {
  const overlay = vi.fn<() => readonly OverlayShape[]>(() => [
    { kind: 'label', at: { x: 0, y: 0 }, text: name, colour: '#FFFFFF', offset: { x: 0, y: 0 }, anchor: 'start' },
  ]);
  const tool: Tool<Heard, Own, null, never> = {
    name,
    initial: { events: [] },
    reduce: ({ events }, { type }) => ({
      state: { events: [...events, type] },
      effects: NO_EFFECTS,
      ...(takes.includes(type) ? { taken: true as const } : {}),
    }),
    overlay,
    keymap: () => Object.fromEntries(actions.map((action) => [action, { type: 'count' }])),
  };
  return {
    seated: seat(
      tool,
      () => null,
      () => undefined,
    ),
    overlay,
  };
}

const heard = ({ state }: SeatOf<Heard, Own, null, never>): readonly string[] => state.events;
const words = (stack: ToolStack): string[] => stack.overlay(1).map((shape) => (shape.kind === 'label' ? shape.text : ''));

describe('tools one above the other', () => {
  it('notify lower ones that the pointer, or all input, is elsewhere', () => {
    const stack = new ToolStack();
    const upper = listener('upper', { takes: ['pointer-move'] }).seated;
    const lower = listener('lower').seated;
    stack.add(lower, 'page');
    stack.add(upper, 'tool');
    stack.send(move);
    expect(heard(upper)).toEqual(['enter', 'pointer-move']);
    expect(heard(lower)).toEqual(['enter', 'pointer-elsewhere']);
    stack.takeOver('upper');
    expect(heard(upper)).toEqual(['enter', 'pointer-move']);
    expect(heard(lower)).toEqual(['enter', 'pointer-elsewhere', 'pointer-elsewhere']);
  });

  it('are entered and left, and a tool of a page is above the viewer in any order of arrival', () => {
    const stack = new ToolStack();
    const page = listener('page', { takes: ['pointer-down'] }).seated;
    const viewer = listener('viewer').seated;
    const leave = stack.add(page, 'tool');
    stack.add(viewer, 'viewer');
    expect(words(stack)).toEqual(['viewer', 'page']);
    stack.send(down);
    expect(heard(page)).toEqual(['enter', 'pointer-down']);
    expect(heard(viewer)).toEqual(['enter']);
    leave();
    expect(heard(page)).toEqual(['enter', 'pointer-down', 'pointer-cancel', 'leave']);
    expect(words(stack)).toEqual(['viewer']);
    stack.send(down);
    expect(heard(viewer)).toEqual(['enter', 'pointer-down']);
    expect(heard(page)).toHaveLength(4);
  });

  it('give a press that was taken only to its tool until it ends', () => {
    const stack = new ToolStack();
    const lower = listener('lower', { takes: ['pointer-down'] }).seated;
    const upper = listener('upper', { takes: ['pointer-move'] }).seated;
    stack.add(lower, 'viewer');
    stack.add(upper, 'tool');
    for (const event of [down, move, up]) stack.send(event);
    // The upper one left the press, so the drag is not its own, though it takes moves.
    expect(heard(upper)).toEqual(['enter', 'pointer-down']);
    expect(heard(lower)).toEqual(['enter', 'pointer-down', 'pointer-move', 'pointer-up']);
    stack.send(move);
    expect(heard(upper).at(-1)).toBe('pointer-move');
    expect(heard(lower).slice(4)).toEqual(['pointer-elsewhere']);
  });

  it('bring the key of an action to the uppermost that has a use for it', () => {
    const stack = new ToolStack();
    const lower = listener('lower', { keys: ['undo', 'next'] }).seated;
    const upper = listener('upper', { keys: ['undo'] }).seated;
    stack.add(upper, 'tool');
    stack.add(lower, 'page');
    expect(stack.actions()).toEqual(['undo', 'next']);
    expect(stack.act('undo')).toBe(true);
    expect(stack.act('next')).toBe(true);
    expect(stack.act('other')).toBe(false);
    expect(heard(upper)).toEqual(['enter', 'count']);
    expect(heard(lower)).toEqual(['enter', 'count']);
  });

  it('are asked for their shapes only when something is another, and what lies over a picture stays the same list', () => {
    const stack = new ToolStack();
    const { seated, overlay } = listener('one');
    stack.add(seated, 'tool');
    const shapes = stack.overlay(1);
    expect(stack.overlay(1)).toBe(shapes);
    expect(overlay).toHaveBeenCalledOnce();
    expect(stack.overlay(2)).not.toBe(shapes);
    stack.send(move);
    expect(stack.overlay(2)).not.toBe(shapes);
    expect(overlay).toHaveBeenCalledTimes(3);
  });

  it('leaves words, or everything, out of the picture where that is wished, and returns the same list all the same', () => {
    const stack = new ToolStack();
    const dot: OverlayShape = { kind: 'point', at: { x: 0, y: 0 }, colour: '#FFFFFF', form: 'dot' };
    const word: OverlayShape = { kind: 'label', at: { x: 0, y: 0 }, text: 'a', colour: '#FFFFFF', offset: { x: 0, y: 0 }, anchor: 'start' };
    const shapes = [dot, word];
    const tool: Tool<null, never, null, never> = {
      name: 'both',
      initial: null,
      reduce: (state) => ({ state, effects: NO_EFFECTS }),
      overlay: () => shapes,
    };
    const context = null;
    stack.add(
      seat(
        tool,
        () => context,
        () => undefined,
      ),
      'tool',
    );
    expect(stack.overlay(1)).toEqual([dot, word]);
    stack.draw({ lines: true, words: false });
    expect(stack.overlay(1)).toEqual([dot]);
    expect(stack.overlay(1)).toBe(stack.overlay(1));
    stack.draw({ lines: false, words: true });
    expect(stack.overlay(1)).toEqual([]);
  });

  it('report every event that did something, and no other', () => {
    const stack = new ToolStack();
    const still: Tool<null, never, null, string> = {
      name: 'still',
      initial: null,
      reduce: (state, { type }) => ({ state, effects: type === 'double-click' ? ['fit'] : NO_EFFECTS }),
    };
    const performed: string[] = [];
    stack.add(
      seat(
        still,
        () => null,
        (effect) => performed.push(effect),
      ),
      'viewer',
    );
    const notified = vi.fn<() => void>();
    stack.subscribe(notified);
    stack.send(move);
    expect(notified).not.toHaveBeenCalled();
    stack.send({ type: 'double-click', at: POINTER.at(1, 2), keys: NO_KEYS });
    expect(notified).toHaveBeenCalledOnce();
    expect(performed).toEqual(['fit']);
  });

  it('ignore pointer events where they have only special events', () => {
    const stack = new ToolStack();
    const counts: Tool<number, Own, null, never> = {
      name: 'counts',
      initial: 0,
      handsOff: true,
      reduce: (count) => ({ state: count + 1, effects: NO_EFFECTS, taken: true }),
    };
    const seated = seat(
      counts,
      () => null,
      () => undefined,
    );
    stack.add(seated, 'page');
    stack.send(down);
    expect(seated.state).toBe(0);
    seated.send({ type: 'count' });
    expect(seated.state).toBe(1);
  });
});
