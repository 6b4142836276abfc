/** Tools one above the other: the uppermost gets an event first, and those below it what it leaves. */
import type { OverlayShape } from './overlay.ts';
import { NO_SHAPES, type Cursor, type InputEvent, type Tool } from './port.ts';
import { stacked, type Shapes } from './stacked.ts';

/** A tool of a page is above the labels of its images, and these above pan and wheel. */
export type Level = 'viewer' | 'page' | 'tool';
const NO_ACTIONS: readonly string[] = [];
const LEVELS: readonly Level[] = ['tool', 'page', 'viewer'];

/** One tool with its state, seen only by what every tool has in common. */
export interface Seat {
  readonly name: string;
  /** @returns true when the event was taken */
  input(event: InputEvent): boolean;
  /** Brings the event of an action's key. @returns false when the tool has no use for it now */
  act(action: string): boolean;
  actions(): readonly string[];
  overlay(frameNumber: number): readonly OverlayShape[];
  cursor(): Cursor | null;
  /** Is called after every event that did something. */
  onStep: () => void;
}

/** A seat whose tool has its own events, and a state that pages show. */
export class SeatOf<State, Event, Context, Effect> implements Seat {
  readonly name: string;
  onStep: () => void = () => undefined;
  #state: State;
  readonly #tool: Tool<State, Event, Context, Effect>;
  readonly #context: () => Context;
  readonly #perform: (effect: Effect) => void;
  /** Inputs of the last shapes: they are asked for with every picture, and change seldom. */
  #shown: { state: State; context: Context; frameNumber: number; shapes: readonly OverlayShape[] } | null = null;

  constructor(tool: Tool<State, Event, Context, Effect>, context: () => Context, perform: (effect: Effect) => void) {
    this.name = tool.name;
    this.#tool = tool;
    this.#state = tool.initial;
    this.#context = context;
    this.#perform = perform;
  }

  get state(): State {
    return this.#state;
  }

  /** An event of the tool's own, such as a choice in its panel. */
  send(event: Event): boolean {
    return this.#step(event);
  }

  input(event: InputEvent): boolean {
    return this.#tool.handsOff ? false : this.#step(event);
  }

  act(action: string): boolean {
    const event = this.#tool.keymap?.(this.#state, this.#context())[action];
    if (event === undefined) return false;
    this.#step(event);
    return true;
  }

  actions(): readonly string[] {
    return this.#tool.keymap ? Object.keys(this.#tool.keymap(this.#state, this.#context())) : NO_ACTIONS;
  }

  overlay(frameNumber: number): readonly OverlayShape[] {
    if (!this.#tool.overlay) return NO_SHAPES;
    const context = this.#context();
    const shown = this.#shown;
    if (shown?.state === this.#state && shown.context === context && shown.frameNumber === frameNumber) return shown.shapes;
    const shapes = this.#tool.overlay(this.#state, context, frameNumber);
    this.#shown = { state: this.#state, context, frameNumber, shapes };
    return shapes;
  }

  cursor(): Cursor | null {
    return this.#tool.cursor?.(this.#state, this.#context()) ?? null;
  }

  #step(event: Event | InputEvent): boolean {
    const before = this.#state;
    const step = this.#tool.reduce(before, event, this.#context());
    this.#state = step.state;
    for (const effect of step.effects) this.#perform(effect);
    if (step.state !== before || step.effects.length > 0) this.onStep();
    return step.taken ?? false;
  }
}

/**
 * Puts a tool to work: keeps its state, asks for its context, hands out its effects.
 * @param context returns the same object while nothing in it has changed
 */
export const seat = <State, Event, Context, Effect>(
  tool: Tool<State, Event, Context, Effect>,
  context: () => Context,
  perform: (effect: Effect) => void,
): SeatOf<State, Event, Context, Effect> => new SeatOf(tool, context, perform);

/** Drawn part of the tools' shapes. */
export interface Drawn {
  /** Lines and points; without them nothing is. */
  lines: boolean;
  /** The words next to them. */
  words: boolean;
}
const ALL_DRAWN: Drawn = { lines: true, words: true };

export class ToolStack {
  /** The uppermost first. */
  #seats: { level: Level; seat: Seat }[] = [];
  /** Who took the press that is still held: only this seat gets moves and the release. */
  #owner: Seat | null = null;
  readonly #painters = new Set<() => void>();
  readonly #pages = new Set<() => void>();
  readonly #notifyPage: (listener: () => void) => void;
  #shapes: Shapes = () => NO_SHAPES;
  #drawn: Drawn = ALL_DRAWN;
  /** The drawn part of the last requested shapes. */
  #left: { of: readonly OverlayShape[]; shapes: readonly OverlayShape[] } | null = null;

  /** @param notifyPage calls a listener of the page, at once or after the picture is drawn */
  constructor(notifyPage: (listener: () => void) => void = (listener) => listener()) {
    this.#notifyPage = notifyPage;
  }

  /** Seats a tool above all others of its level. @returns removes it again */
  add(seated: Seat, level: Level): () => void {
    const place = this.#seats.findIndex((one) => LEVELS.indexOf(one.level) >= LEVELS.indexOf(level));
    this.#seats.splice(place < 0 ? this.#seats.length : place, 0, { level, seat: seated });
    this.#restack();
    seated.onStep = () => this.#changed();
    seated.input({ type: 'enter' });
    return () => {
      if (this.#owner === seated) this.send({ type: 'pointer-cancel' });
      seated.input({ type: 'leave' });
      seated.onStep = () => undefined;
      this.#seats = this.#seats.filter((one) => one.seat !== seated);
      this.#restack();
      this.#changed();
    };
  }

  send(event: InputEvent): void {
    const owner = this.#owner;
    if (event.type === 'pointer-up' || event.type === 'pointer-cancel') this.#owner = null;
    if (owner && (event.type === 'pointer-move' || event.type === 'pointer-up' || event.type === 'pointer-cancel')) {
      owner.input(event);
      return;
    }
    for (const [at, { seat: one }] of this.#seats.entries()) {
      if (!one.input(event)) continue;
      if (event.type === 'pointer-down') this.#owner = one;
      if (event.type === 'pointer-move') this.#below(at);
      return;
    }
  }

  /** The tool of this name gets the input now, although no pointer has moved. */
  takeOver(name: string): void {
    const at = this.#seats.findIndex(({ seat: one }) => one.name === name);
    if (at >= 0) this.#below(at);
  }

  #below(at: number): void {
    for (const { seat: one } of this.#seats.slice(at + 1)) one.input({ type: 'pointer-elsewhere' });
  }

  /** Brings an action to the uppermost tool that has a use for it. @returns false when none has */
  act(action: string): boolean {
    return this.#seats.some(({ seat: one }) => one.act(action));
  }

  /** Actions whose keys work now. */
  actions(): string[] {
    return [...new Set(this.#seats.flatMap(({ seat: one }) => one.actions()))];
  }

  /** Shapes over a frame, the uppermost last; the same list as long as nothing of it has changed. */
  overlay(frameNumber: number): readonly OverlayShape[] {
    const { lines, words } = this.#drawn;
    if (!lines) return NO_SHAPES;
    const all = this.#shapes(frameNumber);
    if (words) return all;
    if (this.#left?.of !== all) this.#left = { of: all, shapes: all.filter(({ kind }) => kind !== 'label') };
    return this.#left.shapes;
  }

  /** Leaves a part of what the tools draw out of the picture. */
  draw(drawn: Drawn): void {
    this.#drawn = drawn;
    this.#changed();
  }

  cursor(): Cursor {
    for (const { seat: one } of this.#seats) {
      const cursor = one.cursor();
      if (cursor !== null) return cursor;
    }
    return 'crosshair';
  }

  /** For what draws the tools over the picture: the listener is called with every step. @returns stops the listening */
  subscribePainter(listener: () => void): () => void {
    this.#painters.add(listener);
    return () => this.#painters.delete(listener);
  }

  /** For parts of the page. @returns stops the listening */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#pages.add(listener);
    return () => this.#pages.delete(listener);
  };

  #restack(): void {
    this.#shapes = stacked(
      ...this.#seats.toReversed().map(
        ({ seat: one }) =>
          (frameNumber: number) =>
            one.overlay(frameNumber),
      ),
    );
  }

  #changed(): void {
    for (const listener of this.#painters) listener();
    for (const listener of this.#pages) this.#notifyPage(listener);
  }
}
