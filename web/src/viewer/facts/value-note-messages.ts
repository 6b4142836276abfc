import type { ColourDecision, ValueNote } from '@echometry/contract/generated/image-metadata.ts';
import { VALUE_FAULT_TEXT } from '@echometry/contract/rules/value-faults.ts';

/** A number of the header that is not used as it is written. */
export const valueNoteText = ({ keyword, tag, value, fault }: ValueNote): string =>
  `${keyword ?? tag} “${value}” ${VALUE_FAULT_TEXT[fault]}.`;

const BASES: Readonly<Record<ColourDecision['basis'], string>> = {
  subsampled_chroma: 'as its chroma is subsampled',
  adobe_marker: 'by the Adobe marker of the stream',
  jfif_marker: 'by the JFIF marker of the stream',
  component_ids: 'as its components are named R, G and B',
  lossless: 'as lossless streams keep the colours they were given',
  header: 'by the header; the stream shows no evidence',
};

/** Meaning of the samples of a JPEG, and its evidence. */
export const colourDecisionText = ({ rgb, basis }: ColourDecision): string => `${rgb ? 'RGB' : 'YBR'}, ${BASES[basis]}`;
