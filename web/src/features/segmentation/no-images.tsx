import type { PageContext } from '../../image-page/parts.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';

/** Requirements for tracing an image, where no image of the study meets them. */
export function NoImages({ context: { link } }: { context: PageContext }) {
  return (
    <div className={layout.noPicture}>
      <p>{messages.noImages.title}</p>
      <p>{messages.noImages.needs}</p>
      <PageLink to="cycletiming" link={link}>
        {messages.noImages.timeCycles}
      </PageLink>
      <PageLink to="selection" link={link}>
        {messages.noImages.label}
      </PageLink>
    </div>
  );
}
