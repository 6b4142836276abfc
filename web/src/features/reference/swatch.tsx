import { modalityColour } from '../../study/store/modality.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { OTHER, type ColumnName } from './columns.ts';
import classes from './page.module.css';

/** Square in the colour of a modality. */
export function Swatch({ name, study }: { name: ColumnName; study: OpenStudy }) {
  return (
    <span
      className={classes.swatch}
      aria-hidden="true"
      style={{ background: name === OTHER ? 'var(--text-3)' : modalityColour(name, study.project) }}
    />
  );
}
