import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import layout from '../../ui/layout.module.css';
import classes from './card.module.css';
import type { BoardContext } from './board-context.ts';
import { Item } from './item.tsx';
import { messages } from './messages.ts';
import { placeOfItem } from './open-item.ts';
import { Picture } from './picture.tsx';
import { TypeName } from './type-name.tsx';

type ChooseSlot = Extract<Slot, { kind: 'choose' }>;

/** Images of a required type none of which is the reference: the star of one chooses it. */
export function ChooseCard({ slot, current, context }: { slot: ChooseSlot; current: string | null; context: BoardContext }) {
  const { study } = context;
  const { candidates } = slot;
  const views = new Set(candidates.map(({ view }) => view));
  const [view = null] = views;
  const active = study.files.filter((file) => file.active);
  const caption = (image: AnalysisImage): string => {
    const at = active.findIndex(({ instance_id }) => instance_id === image.instance_id);
    const frames = active[at]?.number_of_frames ?? 1;
    const parts = [
      at < 0 ? messages.choose.leftOut : messages.choose.image(at + 1),
      messages.choose.frames(frames),
      ...(views.size > 1 ? [image.view ?? messages.choose.noView] : []),
    ];
    return parts.join(' · ');
  };
  return (
    <article className={classes.card} data-met={false} aria-label={slot.type}>
      <div className={classes.facts}>
        <div className={`${layout.loose} ${classes.line}`}>
          <TypeName study={study} type={slot.type} view={views.size === 1 ? view : null} />
          <span className={classes.bad}>{messages.choose.title}</span>
        </div>
        <div className={classes.candidates}>
          {candidates.map((image) => (
            <Item
              key={image.instance_id}
              item={image.instance_id}
              name={caption(image)}
              className={classes.candidate}
              current={current}
              context={context}
            >
              <Picture
                image={image}
                name={caption(image)}
                place={placeOfItem(slot, image.instance_id, study)}
                caption={caption(image)}
                context={context}
              />
            </Item>
          ))}
        </div>
        <p className={layout.closeNote}>{messages.choose.noReference(candidates.length)}</p>
      </div>
    </article>
  );
}
