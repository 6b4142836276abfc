import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';

const CYCLES = 3;
const EVENTS = ['end_diastole', 'end_systole'] as const;
const LINES = ['LV endo', 'LV epi'] as const;
const POINTS = 11;

/** Text that a save replaces, so that no two saves of an image are equal. */
export const MARK = 'MARK-OF-A-SAVE';

/** Digits as in hand drawing: positions that follow a formula would be stored far too small. */
const digits = (of: number): number => Math.abs(Math.sin(of * 12.9898) * 43758.5453) % 1;

const point = (id: string, n: number, shift: number): LinePoint => ({
  id,
  x: 300 + 80 * Math.cos(n / 3) + shift + digits(n + 100 * shift),
  y: 200 + 120 * Math.sin(n / 3) + shift + digits(n + 100 * shift + 0.5),
  type: `user-defined_${n}`,
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});

const line = (name: string, of: string, frame_number: number, shift: number): Line => ({
  name,
  finished: true,
  shape: 'endo-epi',
  pattern: 'normal',
  frame_number,
  points: Array.from({ length: POINTS }, (_, n) => point(`${of}.${n}`, n, shift)),
});

/** An image with walls traced at both ends of every cycle, and a label that each save changes. */
export function tracedImage(image: AnalysisImage): AnalysisImage {
  const lines = (cycle: number, event: (typeof EVENTS)[number], frame: number) => ({
    lines: LINES.map((name, n) => line(name, `${cycle}.${event}.${n}`, frame, cycle + 10 * n)),
  });
  return {
    ...image,
    type: '4-chamber 2D',
    view: 'A4C',
    modality: '2D',
    is_annotated: true,
    is_segmented: true,
    cycles_segmented: CYCLES,
    additional_labels: { mark: MARK },
    cardiac_events: Array.from({ length: CYCLES }, (_, n) => ({ id: `cycle-${n}`, end_diastole: 1 + 3 * n, end_systole: 2 + 3 * n })),
    segmentation: Array.from({ length: CYCLES }, (_, n) => ({
      end_diastole: lines(n, 'end_diastole', 1 + 3 * n),
      end_systole: lines(n, 'end_systole', 2 + 3 * n),
    })),
  };
}
