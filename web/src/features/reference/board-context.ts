import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Made } from './effects.ts';

/** Inputs of every card. */
export interface BoardContext {
  study: OpenStudy;
  link: StudyLink;
  setCursor: (item: string) => void;
  made: Made;
}
