import { BLIND_EDITOR, EDITOR, SECOND_EDITOR } from './people.ts';

/** What has happened in a study of the demo before anybody comes, by project and patient. */
export interface Story {
  /** Whose labels it carries, how many images have them, and whether quality was accepted. */
  labelledBy?: string;
  images?: number;
  accepted?: boolean;
  validated?: boolean;
  openBy?: string;
  /** Blind work beside, which only its author and reviewers see. */
  blindBy?: string;
}

/** Studies not named here are untouched. Patients seen twice: the first date. */
export const STORIES: Readonly<Record<string, Story>> = {
  'demo-adult/A01': { labelledBy: EDITOR, accepted: true, validated: true },
  'demo-adult/A02': { labelledBy: SECOND_EDITOR, images: 2, openBy: SECOND_EDITOR },
  'demo-adult/A04': { labelledBy: EDITOR, accepted: true, blindBy: BLIND_EDITOR },
  'demo-pediatric/P01': { labelledBy: SECOND_EDITOR },
  'demo-pediatric/P03': { blindBy: BLIND_EDITOR, images: 2 },
  'demo-fetal/F01': { labelledBy: EDITOR, images: 1 },
  'demo-fetal/F03': { openBy: SECOND_EDITOR },
};
