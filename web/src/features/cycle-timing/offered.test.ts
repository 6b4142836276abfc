import { describe, expect, it } from 'vitest';
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { QRS_TO_R_MS, offered } from './offered.ts';

const image = (modality: AnalysisImage['modality'], more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: '1.2', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
  modality,
  ...more,
});
const found = (more: Partial<Proposals> = {}): Proposals => ({
  method: 'ecg-trace',
  method_version: '1',
  onsets: [100, 300, 500],
  end_diastoles: [100, 300, 500],
  end_systoles: [180, 380],
  period: 200,
  unclear: [],
  ...more,
});
const strip = { columnMs: 4, from: 60, to: 699 };
const places = (offers: ReturnType<typeof offered>) => offers.map(({ event, position }) => `${event} ${position}`);

describe('offered marks', () => {
  it('of a Doppler strip are its R waves, or the beginnings of the QRS complexes 40 ms before', () => {
    const onR = offered({ image: image('PW Doppler', { onset_type: 'R-wave' }), found: found(), ...strip });
    expect(onR.map(({ event, position, method }) => [event, position, method])).toEqual([
      ['onset', 100, 'ecg-trace'],
      ['onset', 300, 'ecg-trace'],
      ['onset', 500, 'ecg-trace'],
    ]);
    const onQrs = offered({ image: image('PW Doppler', { onset_type: 'QRS' }), found: found(), ...strip, columnMs: 2 });
    expect(onQrs.map(({ position, method }) => [position, method])).toEqual(
      [100, 300, 500].map((column) => [column - QRS_TO_R_MS / 2, 'ecg-trace-qrs']),
    );
  });

  it('of a strip timed by its flow, or without an ECG, lie a period after the last onset of a person', () => {
    const flow = image('PW Doppler', { onset_type: 'Flow' });
    expect(offered({ image: flow, found: found(), ...strip })).toEqual([]);
    const begun: CardiacEvents[] = [
      { id: 'a', onset_start: 90, onset_end: 282 },
      { id: 'b', onset_start: 282, onset_end: false },
    ];
    expect(offered({ image: { ...flow, cardiac_events: begun }, found: found(), ...strip })).toEqual([
      { event: 'onset', position: 482, method: 'ecg-trace-period', method_version: '1' },
    ]);
    const alone = found({ method: 'periodicity', onsets: [], end_diastoles: [], end_systoles: [], period: 210.5 });
    const onR = image('PW Doppler', { onset_type: 'R-wave', cardiac_events: begun });
    expect(places(offered({ image: onR, found: alone, ...strip }))).toEqual(['onset 492.5']);
  });

  it('of an M-Mode are onsets, and end diastoles and systoles that its marks leave room for', () => {
    const mMode = image('M-Mode', { onset_type: 'QRS' });
    expect(places(offered({ image: mMode, found: found(), ...strip }))).toEqual([
      'onset 89',
      'end_diastole 100',
      'end_systole 180',
      'onset 289',
      'end_diastole 300',
      'end_systole 380',
      'onset 489',
      'end_diastole 500',
    ]);
    const onR = image('M-Mode', { onset_type: 'R-wave' });
    // Eleven columns are 33 ms here, and 44 ms there, which is too late for an end diastole.
    const delayed = offered({ image: onR, found: found(), ...strip, columnMs: 3 });
    expect(places(delayed)).toContain('end_diastole 111');
    expect(delayed.find(({ event }) => event === 'end_diastole')?.method).toBe('ecg-trace-delayed');
    expect(places(offered({ image: onR, found: found(), ...strip }))).not.toContain('end_diastole 111');
  });

  it('of a clip are frames, and with only a period the next after the marked ones', () => {
    const clip = image('2D');
    const marks = found({ onsets: [1, 41.2], end_diastoles: [1, 41], end_systoles: [18], method: 'r-wave-times' });
    expect(offered({ image: clip, found: marks, columnMs: null, from: 1, to: 80 })).toEqual([
      { event: 'end_diastole', position: 1, method: 'r-wave-times', method_version: '1' },
      { event: 'end_systole', position: 18, method: 'motion', method_version: '1' },
      { event: 'end_diastole', position: 41, method: 'r-wave-times', method_version: '1' },
    ]);
    const alone = found({ method: 'periodicity', onsets: [], end_diastoles: [], end_systoles: [], period: 39.6 });
    expect(offered({ image: clip, found: alone, columnMs: null, from: 1, to: 80 })).toEqual([]);
    const begun = { ...clip, cardiac_events: [{ id: 'a', end_diastole: 3, end_systole: 19 }] };
    expect(places(offered({ image: begun, found: alone, columnMs: null, from: 1, to: 80 }))).toEqual(['end_diastole 43', 'end_systole 59']);
    expect(places(offered({ image: begun, found: alone, columnMs: null, from: 1, to: 50 }))).toEqual(['end_diastole 43']);
  });

  it('are within the strip', () => {
    const early = offered({ image: image('PW Doppler', { onset_type: 'R-wave' }), found: found(), columnMs: 4, from: 150, to: 400 });
    expect(places(early)).toEqual(['onset 300']);
  });
});
