import { expect, test } from 'vitest';
import { findingsText } from './file-findings.ts';

const NOTHING = { number_of_frames: 4, frames_present: 4, is_video: false, warnings: [], value_notes: [] };

test('nothing is reported for a complete file', () => {
  expect(findingsText(NOTHING)).toEqual([]);
  expect(findingsText({ ...NOTHING, frames_present: null })).toEqual([]);
});

test('frames that are missing or too many are counted', () => {
  expect(findingsText({ ...NOTHING, frames_present: 6 })).toEqual([
    'more-frames-than-declared: 6 frames are in the file, which declares 4; only these were imported',
  ]);
  // The stored form of a video is the whole video.
  expect(findingsText({ ...NOTHING, frames_present: 6, is_video: true })).toEqual([
    'more-frames-than-declared: 6 frames are in the file, which declares 4; only these are shown',
  ]);
  expect(findingsText({ ...NOTHING, frames_present: 1 })).toEqual(['fewer-frames-than-declared: 1 of 4 frames are in the file']);
});

test('a number that is not used is quoted', () => {
  const value_notes = [{ tag: '(0018,1063)', keyword: 'FrameTime', value: '33,33', fault: 'unreadable' as const }];
  expect(findingsText({ ...NOTHING, value_notes })).toEqual(['FrameTime "33,33" is not a number and was not used']);
});

test('an ECG that is not used is named', () => {
  expect(findingsText({ ...NOTHING, warnings: ['ecg_without_time'] })).toEqual(['its ECG has no time against the frames and was not used']);
  expect(findingsText({ ...NOTHING, warnings: ['ecg_unreadable'] })).toEqual(['its ECG cannot be read and was not used']);
});
