import type { PageContext } from '../../image-page/parts.ts';
import { PageLink } from '../../lib/page-link.tsx';
import classes from './segmentation.module.css';

/** Requirements for tracing an image, where no image of the study meets them. */
export function NoImages({ context: { link } }: { context: PageContext }) {
  return (
    <div className={classes.none}>
      <p>No image of this study can be traced yet.</p>
      <p>Clips and strips need their cycles timed first; a still plane needs a view, a type and the mark as reference.</p>
      <PageLink to="cycletiming" link={link}>
        Time cycles
      </PageLink>
      <PageLink to="selection" link={link}>
        Label images in Selection
      </PageLink>
    </div>
  );
}
