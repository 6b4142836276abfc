import type { ColourDecision, ValueFault, ValueNote } from '@echometry/contract/generated/image-metadata.ts';

const FAULTS: Readonly<Record<ValueFault, string>> = {
  unreadable: 'is not a number and was not used',
  comma_for_point: 'was read with a point for the comma',
  implausible: 'is not a plausible frame time; the next source was used',
  wrong_count: 'does not have a time for each frame; the next source was used',
};

/** A number of the header that is not used as it is written. */
export const valueNoteText = ({ keyword, tag, value, fault }: ValueNote): string => `${keyword ?? tag} “${value}” ${FAULTS[fault]}.`;

const BASES: Readonly<Record<ColourDecision['basis'], string>> = {
  subsampled_chroma: 'as its chroma is subsampled',
  adobe_marker: 'by the Adobe marker of the stream',
  jfif_marker: 'by the JFIF marker of the stream',
  component_ids: 'as its components are named R, G and B',
  lossless: 'as a lossless stream holds what it was given',
  header: 'by the header; the stream does not say',
};

/** What the samples of a JPEG are, and what that was decided by. */
export const colourDecisionText = ({ rgb, basis }: ColourDecision): string => `${rgb ? 'RGB' : 'YBR'}, ${BASES[basis]}`;
