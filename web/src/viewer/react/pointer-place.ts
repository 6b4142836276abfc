import type { Point } from '../view/view-transform.ts';

/** Where the pointer is, in stored pixels: only elements that follow it are redrawn when it moves. */
export class PointerPlace {
  #at: Point | null = null;
  readonly #listeners = new Set<() => void>();

  /** Null while it is not over the canvas. */
  get at(): Point | null {
    return this.#at;
  }

  readonly moveTo = (at: Point | null): void => {
    this.#at = at;
    for (const listener of this.#listeners) listener();
  };

  /** @returns stops the listening */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
