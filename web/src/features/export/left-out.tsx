import { EXPORT_FORMATS } from '@echometry/contract/rules/export-formats.ts';
import type { Preview } from './api.ts';
import { messages } from './messages.ts';
import classes from './page.module.css';
import { Section } from '../../ui/section.tsx';

const titleOf = (format: string): string => EXPORT_FORMATS.find(({ name }) => name === format)?.title ?? format;

/** Parts that an export would leave out, and why: the archive has the same in left_out.csv. */
export function LeftOut({ preview }: { preview: Preview }) {
  const { works, total, images, examined } = preview.left_out;
  if (total === 0 && images.length === 0) return null;
  return (
    <Section
      title={messages.leftOut.title}
      note={
        <>
          {examined < preview.works && messages.leftOut.examined(examined, preview.works)}
          {messages.leftOut.list}
        </>
      }
    >
      <ul className={classes.contents}>
        {works.map(({ study_id, editor, reviewer, reason }) => (
          <li key={`${study_id} ${editor} ${reviewer ?? ''} ${reason}`}>
            <strong>
              {study_id}, {reviewer ?? editor}
            </strong>
            {reason}
          </li>
        ))}
        {total > works.length && <li>{messages.leftOut.more(total - works.length)}</li>}
        {images.map(({ format, reason, count }) => (
          <li key={`${format} ${reason}`}>
            <strong>
              {titleOf(format)}, {messages.leftOut.images(count)}
            </strong>
            {reason}
          </li>
        ))}
      </ul>
    </Section>
  );
}
