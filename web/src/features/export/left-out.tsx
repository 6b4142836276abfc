import { EXPORT_FORMATS } from '@echometry/contract/rules/export-formats.ts';
import type { Preview } from './api.ts';
import classes from './page.module.css';

const titleOf = (format: string): string => EXPORT_FORMATS.find(({ name }) => name === format)?.title ?? format;

/** Parts that an export would leave out, and why: the archive has the same in left_out.csv. */
export function LeftOut({ preview }: { preview: Preview }) {
  const { works, total, images, examined } = preview.left_out;
  if (total === 0 && images.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Left out">
      <h2>
        Left out
        <small>
          {examined < preview.works && `of the first ${examined} of ${preview.works} analyses · `}the archive lists all in left_out.csv
        </small>
      </h2>
      <ul className={classes.contents}>
        {works.map(({ study_id, editor, reviewer, reason }) => (
          <li key={`${study_id} ${editor} ${reviewer ?? ''} ${reason}`}>
            <strong>
              {study_id}, {reviewer ?? editor}
            </strong>
            {reason}
          </li>
        ))}
        {total > works.length && <li>and {total - works.length} more</li>}
        {images.map(({ format, reason, count }) => (
          <li key={`${format} ${reason}`}>
            <strong>
              {titleOf(format)}, {count} {count === 1 ? 'image' : 'images'}
            </strong>
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
