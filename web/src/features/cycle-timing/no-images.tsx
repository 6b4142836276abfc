import type { PageContext } from '../../image-page/parts.ts';
import { PageLink } from '../../lib/page-link.tsx';
import layout from '../../ui/layout.module.css';
import { messages } from './messages.ts';

/** Requirements for timing an image, where no image of the study meets them. */
export function NoImages({ context: { link, study } }: { context: PageContext }) {
  const modalities = study.project.modalities.map(({ type }) => type).join(', ');
  return (
    <div className={layout.noPicture}>
      <p>{messages.noImages.title}</p>
      <p>{messages.noImages.needs(modalities)}</p>
      <PageLink to="selection" link={link}>
        {messages.noImages.label}
      </PageLink>
    </div>
  );
}
