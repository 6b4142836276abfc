import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import classes from './card.module.css';
import type { BoardContext } from './board-context.ts';
import { Item } from './item.tsx';
import { placeOfItem } from './open-item.ts';
import { Picture } from './picture.tsx';
import { StepIcons } from './step-icons.tsx';
import { TypeName, nameOfType } from './type-name.tsx';

type ReferenceSlot = Extract<Slot, { kind: 'reference' }>;

/** A reference image with the state of its steps. */
export function ReferenceCard({ slot, current, context }: { slot: ReferenceSlot; current: string | null; context: BoardContext }) {
  const { study } = context;
  const { image, type } = slot;
  const name = image.view ? `${nameOfType(study, type)}, ${image.view}` : nameOfType(study, type);
  return (
    <Item item={slot.key} name={name} className={classes.card} met={slot.met} current={current} context={context}>
      <Picture image={image} name={name} place={placeOfItem(slot, slot.key, study)} context={context} />
      <div className={classes.facts}>
        <TypeName study={study} type={type} view={image.view} />
        <StepIcons slot={slot} context={context} />
      </div>
    </Item>
  );
}
