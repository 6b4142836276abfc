import { describe, expect, it } from 'vitest';
import type { CardiacEvents, MarkOrigin } from '@echometry/contract/generated/analysis-image.ts';
import { movedOf } from './moved.ts';

const from = (proposed: number): MarkOrigin => ({ origin: 'proposed', method: 'ecg-trace', method_version: '1', proposed });

describe('the distance of marks from their proposals', () => {
  it('counts a mark that two cycles share once, and moved ones as marks only', () => {
    const cardiac_events: CardiacEvents[] = [
      { id: 'a', onset_start: 100, onset_end: 204, origins: { onset_start: from(100), onset_end: from(200) } },
      { id: 'b', onset_start: 204, onset_end: 310, origins: { onset_start: from(200) } },
    ];
    expect(movedOf({ modality: 'PW Doppler', cardiac_events })).toEqual({ marks: 3, proposed: 2, mean: 2, greatest: 4 });
  });

  it('is unknown where nothing was proposed', () => {
    expect(movedOf({ modality: '2D', cardiac_events: [{ id: 'a', end_diastole: 3, end_systole: 19 }] })).toBeNull();
  });
});
