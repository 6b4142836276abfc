/** First needs of a page of a study, requested while the session is checked: the study, the engine that shows its images, and the surface they are drawn on. */
import { PICTURE_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { mayOpenPage } from '@echometry/contract/rules/pages.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { checkAhead, projectOf, session, theUser } from '../lib/session.ts';
import { readStudyLink } from '../lib/study-link.ts';
import { askAhead, readFirstBy } from '../study/store/current-study.ts';
import { theEngine } from '../viewer/clip/engine.ts';

readFirstBy((url) => theEngine().openAhead(url));

export function beginAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const link = readStudyLink(search);
  const { login } = session;
  if (link === null || !login?.role || !mayOpenPage(login.role, pathname)) return;
  checkAhead();
  theEngine();
  if (PICTURE_ROUTES.includes(pathname)) prepareDrawing();
  // How calls name the project is known from the last time, else from the user's record. The page reports an ended session, and a
  // project of other people.
  if (ownValue(login.databases, link.project) !== undefined) askAhead(link);
  else
    theUser().then(
      () => {
        if (projectOf(link.project)) askAhead(link);
      },
      () => undefined,
    );
}

/** Makes the drawing surface while the calls are on their way: the browser takes its time for that, and the page waits for it. */
function prepareDrawing(): void {
  import('../viewer/picture/page-surface.ts').then(
    ({ prepareSurface }) => prepareSurface(),
    // The page that needs this code reports the failure.
    () => undefined,
  );
}
