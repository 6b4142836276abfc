/** The open study as the owner of decoded frames: what its clips hold goes when it is closed. */
import { currentSession, onStudyClosed } from '../../study/store/current-study.ts';
import { closeRingsOf } from './frame-ring.ts';

let study = '';

onStudyClosed(() => {
  closeRingsOf(study);
  study = '';
});

/** Name of the open study for the budget that its clips share. */
export function openStudyId(): string {
  study = currentSession()?.study.link.study_id ?? '';
  return study;
}
