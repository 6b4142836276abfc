import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react';
import { absentTypes } from '@echometry/contract/rules/completeness.ts';
import { mayFinish, reviewedImage, stateOfReview } from '@echometry/contract/rules/review.ts';
import { displayState } from '@echometry/contract/rules/study-state.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { IMAGES_OF_A_PAGE, pagesOf } from './validated-page.ts';
import classes from './validation.module.css';

const TONES: Partial<Record<StudyState, Tone>> = { Valid: 'ok', 'Not valid': 'bad' };

/** The state by the reviewer's rule, why it is that, and whether finishing is offered. */
export function stateOf({ images, missing_images, review, project }: OpenStudy): {
  state: StudyState;
  reason: string;
  finishable: boolean;
} {
  const study = { images: images.map(reviewedImage), missing_images, originals: (review?.originals ?? []).map(reviewedImage) };
  const finishable = mayFinish(study, project);
  if (review?.outcome) return { state: review.outcome, reason: 'Decided by a team review.', finishable };
  const state = stateOfReview(study, project);
  return { state, reason: reasonOf(state, study, project), finishable };
}

function reasonOf(
  state: StudyState,
  { images, missing_images }: { images: ReturnType<typeof reviewedImage>[]; missing_images: readonly string[] },
  project: OpenStudy['project'],
): string {
  if (state === 'Valid') return 'All scores are No, and the cycles are as many as required.';
  if (state === 'Consensus pending') return 'Complete, and the scores are not all No, or cycles are more or fewer than required.';
  const absent = absentTypes(images, missing_images, project.image_requirements);
  if (absent.length > 0) return `Required and not there: ${absent.join(', ')}.`;
  if (missing_images.length > 0) return `Missing in the study: ${missing_images.join(', ')}.`;
  if (images.some(({ is_drawn }) => !is_drawn)) return 'The scores come from the editor, and an image has no lines.';
  return 'A required step of an image is not done.';
}

export interface BannerProps {
  study: OpenStudy;
  page: number;
  count: number;
  validated: number;
  busy: boolean;
  onPage: (page: number) => void;
  onValidatePage: () => void;
  onCheckPoint: () => void;
  onFinish: () => void;
  onReopen: () => void;
}

/** State of the study for the reviewer, where in its images one is, and the ends of the review. */
export function Banner(props: BannerProps) {
  const { study, page, count, validated, onPage } = props;
  const { state, reason, finishable } = stateOf(study);
  const pages = pagesOf(count);
  const first = page * IMAGES_OF_A_PAGE;
  return (
    <div className={classes.banner} role="toolbar" aria-label="Review">
      <Chip tone={TONES[state] ?? 'warn'}>{displayState(state, true)}</Chip>
      <span className={classes.reason} title={reason}>
        {reason}
      </span>
      <span className={classes.count} data-testid="validated-count">
        <b>{validated}</b> of {count} validated
      </span>
      <span className={classes.pages}>
        <button type="button" aria-label="Previous images" disabled={page === 0} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={18} stroke={1.6} />
        </button>
        {count === 0 ? '0' : `${first + 1}–${Math.min(first + IMAGES_OF_A_PAGE, count)}`} of {count}
        <button type="button" aria-label="Next images" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={18} stroke={1.6} />
        </button>
      </span>
      {study.readOnly ? <Locked {...props} /> : <Ends {...props} finishable={finishable} />}
    </div>
  );
}

function Locked({ busy, onReopen }: BannerProps) {
  return (
    <>
      <Chip icon={<IconLock size={14} stroke={1.6} />}>Finished and locked</Chip>
      <Button size="xs" loading={busy} onClick={onReopen}>
        REOPEN
      </Button>
    </>
  );
}

function Ends({ busy, finishable, onValidatePage, onCheckPoint, onFinish }: BannerProps & { finishable: boolean }) {
  return (
    <>
      <Button size="xs" variant="default" onClick={onValidatePage}>
        Validate page
      </Button>
      <Button size="xs" variant="default" loading={busy} onClick={onCheckPoint}>
        Check point
      </Button>
      {finishable && (
        <Button size="xs" loading={busy} onClick={onFinish}>
          Finish review
        </Button>
      )}
    </>
  );
}
