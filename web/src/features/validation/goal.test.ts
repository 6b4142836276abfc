import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { changesOfImage } from '@echometry/contract/rules/review-changes.ts';
import { goalOfChange, goalOfIssue } from './goal.ts';

const WIDTH = 800;
const HEIGHT = 600;
const line = (name: string, ...at: [x: number, y: number][]): Line => ({
  name,
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number: 4,
  points: at.map(([x, y], n) => ({ id: `p${n}`, x, y, type: 'user-defined_0' }) as Line['points'][number]),
});
const CLIP: AnalysisImage = {
  ...blankImage({ instance_id: '1', filename: '1', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  metadata: { width: WIDTH, height: HEIGHT, frame_rate: 50 } as AnalysisImage['metadata'],
  cardiac_events: [
    { id: 'a', end_diastole: 4, end_systole: 20 },
    { id: 'b', end_diastole: 44, end_systole: 60 },
  ],
  segmentation: [{}, { end_systole: { lines: [line('LV endo', [100, 100], [300, 200], [500, 100])] } }],
};
const goalsOf = (before: AnalysisImage, after: AnalysisImage) =>
  changesOfImage(before, after).map((change) => goalOfChange(change, before, after));

describe('where a change is shown', () => {
  it('is the frame of its line and the part around the points that moved', () => {
    const moved = { ...CLIP, segmentation: [{}, { end_systole: { lines: [line('LV endo', [100, 100], [306, 208], [500, 100])] } }] };
    const [goal] = goalsOf(CLIP, moved);
    expect([goal!.frame, goal!.line]).toEqual([60, '1 end_systole LV endo']);
    const { x, y, width, height } = goal!.box!;
    expect([x + width / 2, y + height / 2]).toEqual([303, 204]);
    expect([x < 300 && x + width > 306, y < 200 && y + height > 208, width < WIDTH / 2]).toEqual([true, true, true]);
  });

  it('is the line of the editor where the reviewer removed it', () => {
    const [goal] = goalsOf(CLIP, { ...CLIP, segmentation: [{}, {}] });
    expect([goal!.frame, goal!.line]).toEqual([60, '1 end_systole LV endo']);
    expect(goal!.box!.x).toBeLessThan(100);
    expect(goal!.box!.x + goal!.box!.width).toBeGreaterThan(500);
  });

  it('is the frame of a mark that moved', () => {
    const [goal] = goalsOf(CLIP, { ...CLIP, cardiac_events: [CLIP.cardiac_events[0]!, { id: 'b', end_diastole: 46, end_systole: 60 }] });
    expect(goal).toEqual({ instance_id: '1', frame: 46, line: null, box: null });
  });

  it('is the part of a strip around the mark before and after', () => {
    const strip = {
      ...CLIP,
      modality: 'M-Mode' as const,
      segmentation: [],
      cardiac_events: [{ id: 'a', onset_start: 100, onset_end: 300 }],
    };
    const [goal] = goalsOf(strip, { ...strip, cardiac_events: [{ id: 'a', onset_start: 130, onset_end: 300 }] });
    expect(goal!.frame).toBeNull();
    expect(goal!.box!.x + goal!.box!.width / 2).toBe(115);
  });

  it('is the whole image for labels', () =>
    expect(goalsOf(CLIP, { ...CLIP, view: 'A4C' })).toEqual([{ instance_id: '1', frame: null, line: null, box: null }]));
});

describe('where an issue is shown', () => {
  const goal = (anchor: Parameters<typeof goalOfIssue>[0]['anchor']) => goalOfIssue({ instance_id: '1', anchor }, CLIP);
  it('is the whole image without an anchor', () => expect(goal(null)).toEqual({ instance_id: '1', frame: null, line: null, box: null }));
  it('is a frame between the marks', () => expect(goal({ frame_number: 31 })).toMatchObject({ frame: 31, box: null }));
  it('is the line that it names', () => {
    const found = goal({ cycle: 'b', event: 'end_systole', line: 'LV endo' });
    expect([found.frame, found.line, found.box!.x + found.box!.width / 2]).toEqual([60, '1 end_systole LV endo', 300]);
  });
  it('is the point that it names', () => {
    const { box, line: on } = goal({ line: 'LV endo', point: 'p1' });
    expect([on, box!.x + box!.width / 2, box!.y + box!.height / 2]).toEqual(['1 end_systole LV endo', 300, 200]);
  });
});
