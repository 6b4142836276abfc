import { Checkbox } from '@mantine/core';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import layout from '../../ui/layout.module.css';
import classes from './card.module.css';
import type { BoardContext } from './board-context.ts';
import { setMissing } from './effects.ts';
import { Item } from './item.tsx';
import { messages } from './messages.ts';
import { placeOfItem } from './open-item.ts';
import { PlaceLink } from './place-link.tsx';
import { TypeName, nameOfType } from './type-name.tsx';

type AbsentSlot = Extract<Slot, { kind: 'absent' | 'missing' }>;

/** A required type that no image has: to find, or to declare missing; and one that was declared missing. */
export function AbsentCard({ slot, current, context }: { slot: AbsentSlot; current: string | null; context: BoardContext }) {
  const { study, link, made } = context;
  const name = nameOfType(study, slot.type);
  const place = placeOfItem(slot, slot.key, study);
  if (slot.kind === 'missing')
    return (
      <Item item={slot.key} name={messages.absent.missing(name)} className={classes.card} met current={current} context={context}>
        <div className={classes.facts}>
          <h3 className={classes.type} title={messages.absent.missing(name)}>
            {messages.absent.missing(name)}
          </h3>
          <div className={`${layout.loose} ${classes.line}`}>
            <p className={layout.closeNote}>{messages.absent.declared}</p>
            {!study.readOnly && (
              <button type="button" className={classes.withdraw} onClick={() => setMissing(made, slot.key, slot.type, false)}>
                {messages.absent.withdraw}
              </button>
            )}
          </div>
        </div>
      </Item>
    );
  return (
    <Item item={slot.key} name={messages.absent.required(name)} className={classes.card} met={false} current={current} context={context}>
      <div className={classes.facts}>
        <div className={`${layout.loose} ${classes.words}`}>
          <TypeName study={study} type={slot.type} />
          <span className={classes.bad}>{messages.absent.isRequired}</span>
        </div>
        <div className={`${layout.loose} ${classes.line}`}>
          <span className={classes.unless}>
            {messages.absent.unless}
            <Checkbox
              size="xs"
              label={messages.absent.declare}
              checked={false}
              disabled={study.readOnly}
              onChange={() => setMissing(made, slot.key, slot.type, true)}
            />
          </span>
          {!study.readOnly && place && (
            <PlaceLink place={place} link={link} className={classes.find ?? ''}>
              {messages.absent.find}
            </PlaceLink>
          )}
        </div>
      </div>
    </Item>
  );
}
