import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { studyPath } from '../../lib/study-link.ts';
import { Chip } from '../../ui/chip.tsx';
import { linkOf } from './link-of.ts';
import { messages } from './messages.ts';
import { Outcomes, type OutcomesProps } from './outcomes.tsx';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { QcIcon } from './qc-icon.tsx';

/** A study with its images, both phases of their quality, and what can be decided. An image opens the study in the viewer. */
export function StudyCard({ study, project, onDecided }: OutcomesProps) {
  const pathTo = (image?: string): string => studyPath('prisma-review', linkOf(study, project, image));
  return (
    <section className={`${layout.card} ${classes.card}`} aria-label={messages.card.label(study.patient_show, study.date)}>
      <h2>
        {study.patient_show} <small>{study.date}</small>
        {study.blind && <Chip>{messages.card.blind}</Chip>}
      </h2>
      <p className={classes.quiet}>
        {study.data_type} · {messages.card.imagesBy(study.reviewer, study.reviews[0]?.consensus === true)}
      </p>
      <ul className={`${layout.small} ${classes.reviews}`} aria-label={messages.card.reviews}>
        {study.reviews.map(({ editor, reviewer, blind, consensus }) => (
          <li key={`${editor} ${reviewer} ${blind}`}>
            {messages.review(reviewer, editor, blind)}
            {consensus && messages.card.consensus}
          </li>
        ))}
      </ul>
      <ul className={`${layout.closeColumns} ${classes.images}`}>
        {study.images.map((image) => (
          <li key={image.image_filename}>
            <Link href={pathTo(image.image_filename)}>
              <img src={image.url} crossOrigin="anonymous" alt="" loading="lazy" />
              <span>{image.image_type ?? messages.card.noType}</span>
            </Link>
            <span className={`${layout.line} ${classes.phases}`}>
              <QcIcon phase="editor" value={image.qc_phase_1} />
              <QcIcon phase="reviewer" value={image.qc_phase_2} />
            </span>
          </li>
        ))}
      </ul>
      <div className={`${layout.wrapping} ${classes.actions}`}>
        <Button size="xs" component={Link} href={pathTo()} variant="default">
          {messages.card.view}
        </Button>
        <Outcomes study={study} project={project} onDecided={onDecided} />
      </div>
    </section>
  );
}
