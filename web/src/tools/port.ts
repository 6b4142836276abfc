/**
 * Definition of a tool: a pure function of its state and an event. A tool knows no page, no screen, no worker and no clock: what
 * it must know comes in its context, and what it wants done leaves as effects.
 */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { OverlayShape } from './overlay.ts';
import type { Point } from './point.ts';

export interface Modifiers {
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
}

/** Where a pointer is. */
export interface Place {
  /** Stored pixels, a whole number being a pixel's centre; null while no picture is there. */
  stored: Point | null;
  /** CSS pixels from the upper left corner of the canvas. */
  screen: Point;
}

/** Buttons as the browser numbers them. */
export const PRIMARY = 0;
export const MIDDLE = 1;
export const SECONDARY = 2;

/** Events of every tool. Times are in ms and come with the event, since a tool owns no clock. */
export type InputEvent =
  /** The tool is seated: its page or its mode begins. */
  | { type: 'enter' }
  /** The tool is removed, or the picture changes: started work is given up or committed. */
  | { type: 'leave' }
  | { type: 'pointer-down'; at: Place; button: number; keys: Modifiers }
  | { type: 'pointer-move'; at: Place; keys: Modifiers }
  | { type: 'pointer-up'; at: Place; button: number; keys: Modifiers }
  | { type: 'pointer-cancel' }
  /** The pointer, or all input, belongs to a tool above this one: nothing follows it, and no point stays selected. */
  | { type: 'pointer-elsewhere' }
  /** Undo or redo has changed the record: the tool goes to what is different now. Nothing is held any more. */
  | { type: 'restored'; before: AnalysisImage | null; now: AnalysisImage | null }
  | { type: 'double-click'; at: Place; keys: Modifiers }
  | { type: 'wheel'; at: Place; turn: WheelTurn; keys: Modifiers; time: number };

/** How far a wheel was turned or two fingers moved. Positive is down or to the right. */
export interface WheelTurn {
  /** Notches of a wheel; fractions of one for a trackpad. */
  notches: number;
  /** A wheel that clicks from notch to notch, not a trackpad. */
  clicks: boolean;
}

export type Cursor = 'crosshair' | 'grab' | 'grabbing' | 'move' | 'pointer' | 'none';

export interface Step<State, Effect> {
  state: State;
  effects: readonly Effect[];
  /** The event was meant for this tool: those below it do not get it. */
  taken?: true;
}

/** Events by the name of the action whose key brings them (web/src/lib/actions.ts), whatever key a person gave it. */
export type Keymap<Event> = Readonly<Record<string, Event>>;

/** Wheel, pan and labels are tools like the drawing ones: there is one way in for every gesture. */
export interface Tool<State, Event, Context, Effect> {
  readonly name: string;
  readonly initial: State;
  reduce(state: State, event: Event | InputEvent, context: Context): Step<State, Effect>;
  /** Shapes of the tool over a frame. Asked again only when state, context or frame are other ones. */
  overlay?(state: State, context: Context, frameNumber: number): readonly OverlayShape[];
  cursor?(state: State, context: Context): Cursor | null;
  /** The keys that work now. */
  keymap?(state: State, context: Context): Keymap<Event>;
  /** The tool gets only its own events, and none of the pointer on the picture. */
  readonly handsOff?: true;
}

const INPUTS: Readonly<Record<InputEvent['type'], true>> = {
  enter: true,
  leave: true,
  'pointer-down': true,
  'pointer-move': true,
  'pointer-up': true,
  'pointer-cancel': true,
  'pointer-elsewhere': true,
  restored: true,
  'double-click': true,
  wheel: true,
};

/** True for an event that every tool gets, false for an event of one tool. */
export const isInput = (event: { type: string }): event is InputEvent => event.type in INPUTS;

export const NO_EFFECTS: readonly never[] = [];
export const NO_SHAPES: readonly OverlayShape[] = [];
