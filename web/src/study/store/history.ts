/** Undo and redo, one history for each image, one entry for each gesture. */
import type { Gesture } from './journal-records.ts';

/** Gestures that can be undone on one image. */
export const MAX_HISTORY = 100;

export class History {
  readonly #undo = new Map<string, Gesture[]>();
  readonly #redo = new Map<string, Gesture[]>();

  push(instanceId: string, gesture: Gesture): void {
    const list = this.#undo.get(instanceId) ?? [];
    list.push(gesture);
    if (list.length > MAX_HISTORY) list.shift();
    this.#undo.set(instanceId, list);
    this.#redo.delete(instanceId);
  }

  /** The gesture to take back, which can be redone after that. */
  undo(instanceId: string): Gesture | null {
    return move(this.#undo, this.#redo, instanceId);
  }

  redo(instanceId: string): Gesture | null {
    return move(this.#redo, this.#undo, instanceId);
  }

  /** The gesture that undo would take back; it stays where it is. */
  last(instanceId: string): Gesture | null {
    return this.#undo.get(instanceId)?.at(-1) ?? null;
  }

  canUndo(instanceId: string): boolean {
    return (this.#undo.get(instanceId)?.length ?? 0) > 0;
  }

  canRedo(instanceId: string): boolean {
    return (this.#redo.get(instanceId)?.length ?? 0) > 0;
  }

  clear(): void {
    this.#undo.clear();
    this.#redo.clear();
  }
}

function move(from: Map<string, Gesture[]>, to: Map<string, Gesture[]>, instanceId: string): Gesture | null {
  const gesture = from.get(instanceId)?.pop() ?? null;
  if (gesture) to.set(instanceId, [...(to.get(instanceId) ?? []), gesture]);
  return gesture;
}
