import { useLocation } from 'wouter';
import { alertUser } from '../lib/alerts.ts';
import { mayGo } from '../lib/page-link.tsx';
import type { StudyLink, StudyPage } from '../lib/study-link.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { messages } from './messages.ts';
import { nextOfImage, nextOfStudy, noAction, pathOfPlace, workPlace, type WorkPlace } from './next-step.ts';
import { ASSESSMENT, goToSection, panel, setPanel } from './panel-place.ts';

/** Opens the section of the panel that a step is done in, and puts the keyboard there. */
export function openPanelOf({ section }: Pick<WorkPlace, 'section'>): void {
  if (section === undefined) return;
  setPanel({ open: ASSESSMENT, folded: panel.folded.filter((one) => one !== section) });
  goToSection(section);
}

/**
 * Opens the next incomplete image of the study, and names the step with its reason.
 * @param show shows an image of the page the person is at
 */
export function useNextAction(
  page: StudyPage,
  link: StudyLink,
  study: OpenStudy,
  image: string | null,
  show: (image: string) => void,
): () => void {
  const [, navigate] = useLocation();
  return () => {
    const action = nextOfStudy(study, page, image);
    if (!action) return alertUser(noAction(study));
    const place = workPlace(action, study);
    alertUser(`${action.verb} ${action.type}. ${action.why}`, 'soft', place.image);
    openPanelOf(place);
    if (place.page !== page) navigate(pathOfPlace(place, link));
    else if (place.image !== null) show(place.image);
  };
}

/** Goes to the next step of the image in view, and pressed again to the next image that is not timed or traced. */
export function useNextStep(
  page: StudyPage,
  link: StudyLink,
  study: OpenStudy,
  image: string | null,
  show: (image: string) => void,
): () => void {
  const [, navigate] = useLocation();
  return () => {
    if (study.readOnly || image === null) return alertUser(noAction(study));
    const place = nextOfImage(study, page, image);
    if (!place) return alertUser(messages.next.allDone);
    if (place.page === page) return show(place.image);
    if (!mayGo(place.page)) return alertUser(noAction(study));
    navigate(pathOfPlace(place, link));
  };
}
