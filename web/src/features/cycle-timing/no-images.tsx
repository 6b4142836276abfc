import type { PageContext } from '../../image-page/parts.ts';
import { PageLink } from '../../lib/page-link.tsx';
import classes from './cycle-timing.module.css';

/** Requirements for timing an image, where no image of the study meets them. */
export function NoImages({ context: { link, study } }: { context: PageContext }) {
  const modalities = study.project.modalities.map(({ type }) => type).join(', ');
  return (
    <div className={classes.none}>
      <p>No image of this study can be timed yet.</p>
      <p>It needs a view and a type, the mark as reference, and a modality of the project ({modalities}); a clip needs frames.</p>
      <PageLink to="selection" link={link}>
        Label images in Selection
      </PageLink>
    </div>
  );
}
