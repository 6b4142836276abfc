import type { Regl } from 'regl';
import { describe, expect, it } from 'vitest';
import type { OverlayPicture } from '../overlay/overlay-painter.ts';
import type { LabelAtlas, LabelPlace } from './label-atlas.ts';
import { LABEL_STRIDE, LabelStream } from './label-stream.ts';

const CORNERS = 6;
const NUMBERS = LABEL_STRIDE / Float32Array.BYTES_PER_ELEMENT;

/**
 * A sheet with so many places; a word is at `u0` 0, 1, 2 and so forth, in the order in which it came since the sheet was started.
 */
class Sheet {
  readonly words = new Map<string, number>();
  room: number;
  readonly #most: number;
  generation = 0;

  constructor(room: number, most: number) {
    this.room = room;
    this.#most = most;
  }

  place(text: string): LabelPlace | null {
    let at = this.words.get(text);
    if (at === undefined) {
      if (this.words.size === this.room) return null;
      at = this.words.size;
      this.words.set(text, at);
    }
    return { u0: at, v0: 0, u1: at + 1, v1: 1, width: 1, height: 1 };
  }

  makeRoom(alone: boolean): boolean {
    if (alone && this.room >= this.#most) return false;
    if (alone) this.room *= 2;
    this.words.clear();
    this.generation += 1;
    return true;
  }

  upload(): void {
    // Nothing is sent here.
  }
}

/** A stream, and what it sent last: `u0` of each word. */
function streamOf(): { stream: LabelStream; sent: (count: number) => number[] } {
  let data = new Float32Array();
  const gl = {
    bindBuffer: () => undefined,
    bufferSubData: (_target: number, _offset: number, given: Float32Array) => {
      data = given.slice();
    },
  };
  const buffer = Object.assign(() => undefined, { _buffer: { buffer: {} } });
  const stream = new LabelStream({ _gl: gl, buffer: () => buffer } as unknown as Regl);
  return { stream, sent: (count) => Array.from({ length: count }, (_, word) => data[word * CORNERS * NUMBERS + 2] ?? NaN) };
}

const picture = (texts: readonly string[], revision: number): OverlayPicture => ({
  lines: [],
  labels: texts.map((text) => ({ text, colour: '#FFFFFF', x: 0, y: 0, anchor: 'start' as const })),
  revision,
});
const words = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const load = (stream: LabelStream, shown: OverlayPicture, sheet: Sheet): number =>
  stream.load(shown, sheet as unknown as LabelAtlas, 1) / CORNERS;

describe('words of a picture', () => {
  it('all lie where the sheet has them, also when those of earlier pictures had filled it', () => {
    const { stream, sent } = streamOf();
    const sheet = new Sheet(10, 10);
    load(stream, picture(words('before', 8), 1), sheet);
    const now = words('now', 6);
    expect(load(stream, picture(now, 2), sheet)).toBe(6);
    expect(sent(6)).toEqual(now.map((word) => sheet.words.get(word)));
    expect(sheet.room).toBe(10);
  });

  it('get a larger sheet where they need more than one', () => {
    const { stream, sent } = streamOf();
    const sheet = new Sheet(10, 40);
    const now = words('now', 33);
    expect(load(stream, picture(now, 1), sheet)).toBe(33);
    expect(sent(33)).toEqual(now.map((word) => sheet.words.get(word)));
  });

  it('are left out where the largest sheet has no room for them, and the others are right', () => {
    const { stream, sent } = streamOf();
    const sheet = new Sheet(10, 20);
    const now = words('now', 33);
    expect(load(stream, picture(now, 1), sheet)).toBe(20);
    expect(sent(20)).toEqual(now.slice(0, 20).map((word) => sheet.words.get(word)));
  });
});
