import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import { alertUser } from '../../lib/alerts.ts';
import { Chip } from '../../ui/chip.tsx';
import { decide, type Decision, OUTCOMES, type Outcome } from './decide.ts';
import classes from './page.module.css';
import { QcIcon } from './qc-icon.tsx';

interface CardProps {
  study: TeamReviewStudy;
  project: string;
  onDecided: (decision: Decision) => void;
}

/** A study with its images, both phases of their quality, and what can be decided. */
export function StudyCard({ study, project, onDecided }: CardProps) {
  const [busy, setBusy] = useState<Outcome | null>(null);
  const choose = async (outcome: Outcome) => {
    setBusy(outcome);
    try {
      await decide(project, { study, outcome });
      onDecided({ study, outcome });
    } catch (error) {
      alertUser(`Nothing was decided: ${error instanceof Error ? error.message : String(error)}`, 'hard');
      setBusy(null);
    }
  };
  return (
    <section className={classes.card} aria-label={`Patient ${study.patient_show}, ${study.date}`}>
      <h2>
        {study.patient_show} <small>{study.date}</small>
        {study.blind && <Chip>blind</Chip>}
      </h2>
      <p className={classes.quiet}>
        {study.data_type} · images of the {study.reviews[0]?.consensus ? 'consensus review' : 'review'} by {study.reviewer}
      </p>
      <ul className={classes.reviews} aria-label="Reviews that the outcome settles">
        {study.reviews.map(({ editor, reviewer, blind, consensus }) => (
          <li key={`${editor} ${reviewer} ${blind}`}>
            {reviewer} on the {blind ? 'blind ' : ''}work of {editor}
            {consensus && ' · consensus'}
          </li>
        ))}
      </ul>
      <ul className={classes.images}>
        {study.images.map((image) => (
          <li key={image.image_filename}>
            <img src={image.url} crossOrigin="anonymous" alt={image.image_type ?? 'Image without a type'} loading="lazy" />
            <span>{image.image_type ?? 'no type'}</span>
            <span className={classes.phases}>
              <QcIcon phase="Editor" value={image.qc_phase_1} />
              <QcIcon phase="Reviewer" value={image.qc_phase_2} />
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {OUTCOMES.filter((outcome) => outcome !== 'Include study' || study.may_include).map((outcome) => (
          <Button
            key={outcome}
            size="xs"
            variant={outcome === 'Include study' ? 'filled' : 'default'}
            loading={busy === outcome}
            disabled={busy !== null}
            onClick={() => void choose(outcome)}
          >
            {outcome}
          </Button>
        ))}
        {!study.may_include && (
          <span className={classes.quiet}>Not every image has its cycles segmented, so the study cannot be included.</span>
        )}
      </div>
    </section>
  );
}
