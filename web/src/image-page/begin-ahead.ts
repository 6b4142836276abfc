/** First needs of a page of a study, requested while the session is checked: the study, and the engine that shows its images. */
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { session } from '../lib/session.ts';
import { readStudyLink } from '../lib/study-link.ts';
import { askAhead } from '../study/store/current-study.ts';
import { theEngine } from '../viewer/clip/engine.ts';

export function beginAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const link = readStudyLink(search);
  const { login } = session;
  // How calls name the project is known from the last time; without that the page asks later.
  if (link === null || !login?.role || ownValue(login.databases, link.project) === undefined || !mayOpenPage(login.role, pathname)) return;
  askAhead(link);
  theEngine();
}
