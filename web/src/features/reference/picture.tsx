import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ImageIcon } from '../../study/react/image-icon.tsx';
import { modalityColour, shortModality } from '../../study/store/modality.ts';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './card.module.css';
import type { BoardContext } from './board-context.ts';
import { toggleReference } from './effects.ts';
import { messages } from './messages.ts';
import type { Place } from './open-item.ts';
import { PlaceLink } from './place-link.tsx';

/** The picture of an image, which opens it, with its modality and the star that marks the reference. */
export function Picture({
  image,
  name,
  place,
  caption,
  context,
}: {
  image: AnalysisImage;
  /** Name for screen readers. */
  name: string;
  place: Place | null;
  caption?: string;
  context: BoardContext;
}) {
  const { study, link, made } = context;
  return (
    <div className={`${kit.darkFrame} ${classes.picture}`}>
      {place && (
        <PlaceLink place={place} link={link} className={`${layout.wholeImage} ${classes.open}`}>
          <span className="visually-hidden">{messages.card.open(name)}</span>
          <ImageIcon filename={image.filename} size="big_icon" className={classes.icon ?? ''} broken={messages.card.noPreview} />
          {image.modality && (
            <span className={classes.badge} style={{ color: modalityColour(image.modality, study.project) }} aria-hidden="true">
              {shortModality(image.modality)}
            </span>
          )}
          {caption !== undefined && (
            <span className={classes.caption} aria-hidden="true">
              {caption}
            </span>
          )}
        </PlaceLink>
      )}
      <button
        type="button"
        className={classes.star}
        aria-pressed={image.reference}
        aria-label={messages.card.reference(name)}
        title={image.reference ? messages.card.isReference : messages.card.markAsReference}
        disabled={study.readOnly}
        onClick={() => toggleReference(made, image.instance_id)}
      >
        {image.reference ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.6} />}
      </button>
    </div>
  );
}
