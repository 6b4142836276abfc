import { counted } from './counted.ts';
import type { PersonEffect } from '../records/people.ts';

const countedIfKnown = (count: number | null, one: string, many: string): string =>
  count === null ? `An unknown number of ${many}` : counted(count, one, many);

/** The first names, and that there are more. */
function named({ names, count }: PersonEffect): string {
  if (names.length === 0) return '';
  const more = (count ?? names.length) - names.length;
  return `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** An effect of a change in one sentence: what happens, and what it means for the work. */
export function effectText(effect: PersonEffect): string {
  const { what, count } = effect;
  switch (what) {
    case 'sign-ins-end':
      return `${countedIfKnown(count, 'sign-in ends', 'sign-ins end')} at once.`;
    case 'tokens-end':
      return `${countedIfKnown(count, 'token of a program is', 'tokens of programs are')} revoked for good.`;
    case 'studies-open':
      return `${countedIfKnown(count, 'study is', 'studies are')} open at this person now${named(effect)}.`;
    case 'unsent-changes':
      return 'Changes that are not sent yet are unknown to the server. They stay in the browser they were made in, and can no longer be saved from there.';
    case 'reviews-left':
      return `${countedIfKnown(count, 'review that is not finished loses its', 'reviews that are not finished lose their')} reviewer${named(effect)}.`;
    case 'editors-unreviewed':
      return `The work of ${countedIfKnown(count, 'editor', 'editors')} has no other reviewer${named(effect)}.`;
    case 'studies-without-member':
      return `${countedIfKnown(count, 'study is', 'studies are')} left without any other member${named(effect)}.`;
    case 'work-hidden':
      return `Work in ${countedIfKnown(count, 'study', 'studies')} is hidden from everybody else, lists, statistics and exports.`;
    case 'work-shown':
      return `Work in ${countedIfKnown(count, 'study', 'studies')} is shown to everybody in the project, and counts in statistics and exports.`;
    case 'jobs-go-on':
      return `${countedIfKnown(count, 'job', 'jobs')} of this person ${count === 1 ? 'is' : 'are'} under way and go${count === 1 ? 'es' : ''} on; administrators can cancel ${count === 1 ? 'it' : 'them'}.`;
  }
}
