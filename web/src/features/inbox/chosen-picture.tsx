import type { InboxEntry } from '@echometry/contract/calls/assignments.ts';
import { FramePicture } from '../../image-page/frame-picture/frame-picture.tsx';
import type { OpenedStudy } from '../../study/store/ports.ts';
import classes from './inbox.module.css';
import { messages } from './messages.ts';
import { type Question, type Subject, subjectOf } from './subject.ts';
import { usePicture } from './use-look.ts';

interface Props {
  entry: InboxEntry;
  question: Question | null;
  /** Null while it is read; a text where that fails. */
  look: OpenedStudy | string | null;
}

/** The image of the chosen question, or of the next step. */
export function ChosenPicture({ entry, question, look }: Props) {
  if (look === null || typeof look === 'string')
    return (
      <figure className={classes.figure}>
        <p role={look === null ? 'status' : 'alert'}>{look === null ? messages.side.loading : messages.side.notRead(look)}</p>
      </figure>
    );
  const subject = subjectOf(entry, question, { files: look.files.images, images: look.analysis?.images ?? [] });
  if (subject === null)
    return (
      <figure className={classes.figure}>
        <p>{messages.side.noImage}</p>
      </figure>
    );
  return <Picture look={look} subject={subject} />;
}

function Picture({ look, subject }: { look: OpenedStudy; subject: Subject }) {
  const { file, image, frame, place, caption } = subject;
  const picture = usePicture(look, file, frame);
  return (
    <figure className={classes.figure}>
      <FramePicture picture={picture} image={image} frame={frame} types={look.config.imageTypes} place={place} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
