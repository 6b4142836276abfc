import { absentTypes } from '@echometry/contract/rules/completeness.ts';
import { displayState, studyState } from '@echometry/contract/rules/study-state.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { messages } from './messages.ts';
import classes from './image-page.module.css';

/** State of the study by the project's requirements, and the required types that are still absent. */
export function StudyStateLine({ study }: { study: OpenStudy }) {
  const { image_requirements } = study.project;
  const state = studyState(study.images, study.missing_images, image_requirements);
  const absent = absentTypes(study.images, study.missing_images, image_requirements);
  return (
    <div className={classes.line} data-state={state} title={absent.length > 0 ? messages.thumbnails.missingHint(absent) : undefined}>
      <span>{displayState(state, false)}</span>
      {absent.length > 0 && <small>{messages.thumbnails.missing(absent)}</small>}
    </div>
  );
}
