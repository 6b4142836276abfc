/** The caliper with an image and the rules of the specification, for tests. */
import type { AnalysisImage, CaliperMeasurement } from '@echometry/contract/generated/analysis-image.ts';
import type { Point } from '../point.ts';
import type { PageEffect } from '../steps.ts';
import { ToolBench } from '../tool-bench.ts';
import { caliperTool } from './machine.ts';
import { statusOf } from './measure.ts';
import type { CaliperContext, CaliperEffect, CaliperEvent, CaliperRules, CaliperState, Template } from './state.ts';

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

export class CaliperBench extends ToolBench<CaliperState, CaliperEvent, CaliperContext, Exclude<CaliperEffect, PageEffect>> {
  readonly #context: Partial<CaliperContext>;

  constructor(image: Partial<AnalysisImage> = {}, context: Partial<CaliperContext> = {}) {
    const own: Partial<AnalysisImage> = {
      type: 'Parasternal long axis 2D',
      view: 'PLAX',
      modality: '2D',
      reference: true,
      cardiac_events: [
        { id: 'c0', end_diastole: 1, end_systole: 10 },
        { id: 'c1', end_diastole: 20, end_systole: 30 },
      ],
    };
    super(caliperTool, { ...own, ...image });
    this.#context = context;
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
      newId: this.newId,
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

  get placed(): readonly Point[] {
    return this.open?.points ?? [];
  }
}
