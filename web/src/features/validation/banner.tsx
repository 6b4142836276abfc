import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react';
import { absentTypes } from '@echometry/contract/rules/completeness.ts';
import { mayFinish, reviewedImage, stateOfReview } from '@echometry/contract/rules/review.ts';
import { displayState } from '@echometry/contract/rules/study-state.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { GoldMark } from './gold-mark.tsx';
import { messages } from './messages.ts';
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
  if (review?.outcome) return { state: review.outcome, reason: messages.state.team, finishable };
  const state = stateOfReview(study, project);
  return { state, reason: reasonOf(state, study, project), finishable };
}

function reasonOf(
  state: StudyState,
  { images, missing_images }: { images: ReturnType<typeof reviewedImage>[]; missing_images: readonly string[] },
  project: OpenStudy['project'],
): string {
  if (state === 'Valid') return messages.state.valid;
  if (state === 'Consensus pending') return messages.state.consensus;
  const absent = absentTypes(images, missing_images, project.image_requirements);
  if (absent.length > 0) return messages.state.absent(absent);
  if (missing_images.length > 0) return messages.state.missing(missing_images);
  if (images.some(({ is_drawn }) => !is_drawn)) return messages.state.noLines;
  return messages.state.stepOpen;
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
    <div className={classes.banner} role="toolbar" aria-label={messages.banner.label}>
      <Chip tone={TONES[state] ?? 'warn'}>{displayState(state, true)}</Chip>
      <span className={classes.reason} title={reason}>
        {reason}
      </span>
      <span className={classes.count} data-testid="validated-count">
        <b>{validated}</b> {messages.banner.ofValidated(count)}
      </span>
      <span className={classes.pages}>
        <button type="button" aria-label={messages.banner.previous} disabled={page === 0} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={18} stroke={1.6} />
        </button>
        {messages.banner.place(first + 1, Math.min(first + IMAGES_OF_A_PAGE, count), count)}
        <button type="button" aria-label={messages.banner.next} disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={18} stroke={1.6} />
        </button>
      </span>
      {study.readOnly ? <Locked {...props} /> : <Ends {...props} finishable={finishable} />}
    </div>
  );
}

function Locked({ study, busy, onReopen }: BannerProps) {
  return (
    <>
      <Chip icon={<IconLock size={14} stroke={1.6} />}>{messages.banner.locked}</Chip>
      <GoldMark study={study} />
      <Button size="xs" loading={busy} onClick={onReopen}>
        {messages.banner.reopen}
      </Button>
    </>
  );
}

function Ends({ busy, finishable, onValidatePage, onCheckPoint, onFinish }: BannerProps & { finishable: boolean }) {
  return (
    <>
      <Button size="xs" variant="default" onClick={onValidatePage}>
        {messages.banner.validatePage}
      </Button>
      <Button size="xs" variant="default" loading={busy} onClick={onCheckPoint}>
        {messages.checkPoint}
      </Button>
      {finishable && (
        <Button size="xs" loading={busy} onClick={onFinish}>
          {messages.banner.finish}
        </Button>
      )}
    </>
  );
}
