import { modalityColour } from '../../study/store/modality.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { ColumnName } from './columns.ts';
import classes from './tag-bar.module.css';

/** Square in the colour of a modality. */
export function Swatch({ name, study }: { name: ColumnName; study: OpenStudy }) {
  return (
    <span
      className={classes.swatch}
      aria-hidden="true"
      style={{ background: name === 'Other' ? 'var(--text-3)' : modalityColour(name, study.project) }}
    />
  );
}
