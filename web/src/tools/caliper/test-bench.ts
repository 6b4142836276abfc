/** The caliper with an image, for tests: commits go into the image, as a page would have it. */
import type { AnalysisImage, CaliperMeasurement } from '@echometry/contract/generated/analysis-image.ts';
import type { OpenCaliper } from '@echometry/contract/records/open-caliper.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { PRIMARY, SECONDARY, type InputEvent } from '../port.ts';
import type { Point } from '../point.ts';
import { caliperTool } from './machine.ts';
import { statusOf } from './measure.ts';
import type { CaliperContext, CaliperEvent, CaliperRules, CaliperState, Template } from './state.ts';

const KEYS = { shift: false, ctrl: false, alt: false };

const template = (type: string, part: Partial<Template>): Template => ({
  type,
  name: type,
  image_types: [],
  n_points: 2,
  points_name: ['A', 'B'],
  dists_name: ['AB'],
  angles_name: [],
  constraints: 'none',
  ...part,
});

/** One template of each form in the shipped configuration. */
export const LENGTH = template('Length', {});
export const CROSS = template('Cross', {
  n_points: 4,
  points_name: ['long 1', 'long 2', 'short 1', 'short 2'],
  dists_name: ['long', 'short'],
  constraints: 'perpendicular',
});
export const WALLS = template('Walls', {
  n_points: 4,
  points_name: ['RV-septum', 'septum-LV', 'LV-PW', 'PW-pericardium'],
  dists_name: ['IVS', 'LVID', 'PW'],
  constraints: 'straight',
});
export const ANGLE = template('Angle', {
  n_points: 3,
  points_name: ['arm 1', 'vertex', 'arm 2'],
  dists_name: [],
  angles_name: ['angle'],
});

/** The constraints in the words of the specification on square pixels; a test of the page compares them with the engine's. */
export const SPECIFIED_RULES: CaliperRules = {
  caliperPoint: (constraint, count, placed, cursor) => {
    const [first, second, third] = placed;
    if (!first || !second || constraint === 'none') return cursor;
    const along = { x: second.x - first.x, y: second.y - first.y };
    const on = (from: Point, by: Point): Point => {
      const share = ((cursor.x - from.x) * by.x + (cursor.y - from.y) * by.y) / (by.x * by.x + by.y * by.y);
      return { x: from.x + by.x * share, y: from.y + by.y * share };
    };
    if (constraint === 'straight') return on(first, along);
    const across = { x: -along.y, y: along.x };
    if (count === 3 && !third) return on(second, across);
    return third ? on(third, across) : cursor;
  },
};

export class TestBench {
  state: CaliperState = caliperTool.initial;
  image: AnalysisImage;
  frame = 1;
  taken = false;
  /** The image in the middle of a gesture; null between them. */
  draft: AnalysisImage | null = null;
  commits = 0;
  open: OpenCaliper | null = null;
  readonly said: string[] = [];
  #past: { image: AnalysisImage; open: OpenCaliper | null }[] = [];
  #ids = 0;
  readonly #context: Partial<CaliperContext>;

  constructor(image: Partial<AnalysisImage> = {}, context: Partial<CaliperContext> = {}) {
    this.#context = context;
    const blank = blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult');
    this.image = {
      ...blank,
      type: 'Parasternal long axis 2D',
      view: 'PLAX',
      modality: '2D',
      reference: true,
      cardiac_events: [
        { id: 'c0', end_diastole: 1, end_systole: 10 },
        { id: 'c1', end_diastole: 20, end_systole: 30 },
      ],
      ...image,
    };
  }

  get context(): CaliperContext {
    return {
      image: this.image,
      open: this.open,
      mayChange: true,
      size: { width: 800, height: 600 },
      templates: [LENGTH, CROSS, WALLS, ANGLE],
      frame: () => this.frame,
      scale: () => ({ x: 1, y: 1 }),
      pixelScale: () => [1, 1],
      rules: SPECIFIED_RULES,
      newId: () => `k${(this.#ids += 1)}`,
      values: [],
      shown: true,
      ...this.#context,
    };
  }

  get status() {
    return statusOf(this.state, this.context);
  }

  get measures(): CaliperMeasurement[] {
    return this.image.measurements_caliper;
  }

  send(event: CaliperEvent | InputEvent): void {
    const step = caliperTool.reduce(this.state, event, this.context);
    this.state = step.state;
    this.taken = step.taken ?? false;
    for (const effect of step.effects) {
      if (effect.type === 'draft') this.draft = effect.image;
      else if (effect.type === 'alert') this.said.push(effect.message);
      else if (effect.type === 'commit') {
        this.#past.push({ image: this.image, open: this.open });
        if (effect.image !== this.image) this.commits += 1;
        this.image = effect.image;
        if (effect.open !== undefined) this.open = effect.open;
      }
    }
  }

  get placed(): readonly Point[] {
    return this.open?.points ?? [];
  }

  /** Undo of the page, which knows gestures only. */
  undo(): void {
    const before = this.image;
    const last = this.#past.pop();
    if (!last) return;
    this.image = last.image;
    this.open = last.open;
    this.send({ type: 'restored', before, now: last.image });
  }

  /** The page is opened again: only the record and the open points are left. */
  reload(): void {
    this.state = caliperTool.initial;
    this.send({ type: 'enter' });
  }

  act(action: string): boolean {
    const event = caliperTool.keymap?.(this.state, this.context)[action];
    if (event) this.send(event);
    return event !== undefined;
  }

  down(x: number, y: number, button: number = PRIMARY): void {
    const at = { stored: { x, y }, screen: { x, y } };
    this.send({ type: 'pointer-down', at, button, keys: KEYS });
  }

  move(x: number, y: number): void {
    this.send({ type: 'pointer-move', at: { stored: { x, y }, screen: { x, y } }, keys: KEYS });
  }

  up(x: number, y: number): void {
    this.send({ type: 'pointer-up', at: { stored: { x, y }, screen: { x, y } }, button: PRIMARY, keys: KEYS });
  }

  click(x: number, y: number): void {
    this.move(x, y);
    this.down(x, y);
    this.up(x, y);
  }

  rightClick(x: number, y: number): void {
    this.down(x, y, SECONDARY);
  }
}
