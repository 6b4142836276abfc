import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { CycleCurvesOnPage } from './cycle-curves.ts';
import type { WholeCycle } from './whole-cycle.ts';

const asked = vi.hoisted(() => ({ cycles: [] as number[] }));

vi.mock('../../study/measuring/measuring.ts', () => ({
  studyMeasuring: () => ({
    cycleCurves: ({ cycle }: { cycle: number }) => {
      asked.cycles.push(cycle);
      return Promise.resolve({});
    },
    shakeCurves: () => Promise.resolve(null),
  }),
}));

const line = (name: string): Line => ({ name, frame_number: 1, points: [] }) as unknown as Line;
const known = { lines: { lines: [] }, sequence: {} };

/** Two followed cycles with these lines at end diastole; every view has its own list of them, as on the page. */
const cycles = (lines: readonly Line[]): WholeCycle =>
  ({
    state: { cycle: 0, drag: null },
    view: (cycle = 0) => ({
      ready: { image: { instance_id: '1.2', cardiac_events: [{}, {}] } },
      cycle,
      known,
      anchors: [{ kind: 'end_diastole', frame_number: 1, line: lines[cycle] }],
    }),
  }) as unknown as WholeCycle;

describe('curves of the cycles on the page', () => {
  beforeEach(() => {
    asked.cycles = [];
  });

  it('are not computed again where no line, scale or mark has changed', async () => {
    const curves = new CycleCurvesOnPage();
    const lines = [line('LV endo'), line('LV endo')];
    curves.ask(cycles(lines), 1);
    await vi.waitFor(() => expect(asked.cycles).toEqual([0, 1]));
    curves.ask(cycles(lines), 1);
    curves.ask(cycles([...lines.slice(0, 1), line('LV endo')]), 1);
    await vi.waitFor(() => expect(asked.cycles).toEqual([0, 1, 1]));
    curves.ask(cycles(lines.slice(0, 1).concat(line('LV endo'))), 2);
    await vi.waitFor(() => expect(asked.cycles).toEqual([0, 1, 1, 0, 1]));
  });
});
