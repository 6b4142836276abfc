import { memo } from 'react';
import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { AbsentCard } from './absent-card.tsx';
import type { BoardContext } from './board-context.ts';
import { ChooseCard } from './choose-card.tsx';
import { itemsOf, type Column } from './columns.ts';
import { messages } from './messages.ts';
import classes from './page.module.css';
import { ReferenceCard } from './reference-card.tsx';
import { Swatch } from './swatch.tsx';

/** One modality: what the project requires of it and the reference images there are. */
export function ColumnView({
  column,
  cursor,
  notCompleted,
  context,
}: {
  column: Column;
  cursor: string | null;
  /** Only types with work left are listed. */
  notCompleted: boolean;
  context: BoardContext;
}) {
  const { name, slots, complete, of } = column;
  return (
    <section className={classes.column} data-empty={slots.length === 0} aria-label={name}>
      <header className={classes.head}>
        <Swatch name={name} study={context.study} />
        <h2>{name}</h2>
        {of > 0 && <span>{messages.board.complete(complete, of)}</span>}
      </header>
      {slots.map((slot) => (
        <Card key={slot.key} slot={slot} current={itemsOf(slot).find((item) => item === cursor) ?? null} context={context} />
      ))}
      {slots.length === 0 && <p className={classes.none}>{of > 0 && notCompleted ? messages.board.allComplete : messages.board.noImage}</p>}
    </section>
  );
}

/** A card is rendered again when its slot changes, and when the keys come to it or leave it. */
const Card = memo(function Card({ slot, current, context }: { slot: Slot; current: string | null; context: BoardContext }) {
  switch (slot.kind) {
    case 'reference':
      return <ReferenceCard slot={slot} current={current} context={context} />;
    case 'choose':
      return <ChooseCard slot={slot} current={current} context={context} />;
    default:
      return <AbsentCard slot={slot} current={current} context={context} />;
  }
});
