import type { FileFindings } from '@echometry/bindings/engine/api.ts';
import { VALUE_FAULT_TEXT } from '@echometry/contract/rules/value-faults.ts';

/** Text in the report of an import about a file that was imported although parts of it are unused. */
export function findingsText({ number_of_frames, frames_present, is_video, warnings, value_notes }: FileFindings): string[] {
  const notes = value_notes.map(({ keyword, tag, value, fault }) => `${keyword ?? tag} "${value}" ${VALUE_FAULT_TEXT[fault]}`);
  if (frames_present !== null && frames_present > number_of_frames)
    notes.unshift(
      `more-frames-than-declared: ${frames_present} frames are in the file, which declares ${number_of_frames}; only these ${is_video ? 'are shown' : 'were imported'}`,
    );
  if (frames_present !== null && frames_present < number_of_frames)
    notes.unshift(`fewer-frames-than-declared: ${frames_present} of ${number_of_frames} frames are in the file`);
  if (warnings.includes('frames_are_planes')) notes.push('its frames are planes of a volume, not moments');
  if (warnings.includes('ecg_without_time')) notes.push('its ECG has no time against the frames and was not used');
  if (warnings.includes('ecg_unreadable')) notes.push('its ECG cannot be read and was not used');
  return notes;
}
