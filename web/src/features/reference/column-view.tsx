import type { Slot } from '@echometry/contract/rules/reference-slots.ts';
import { AbsentCard } from './absent-card.tsx';
import type { BoardContext } from './board-context.ts';
import { ChooseCard } from './choose-card.tsx';
import type { Column } from './columns.ts';
import { messages } from './messages.ts';
import classes from './page.module.css';
import { ReferenceCard } from './reference-card.tsx';
import { Swatch } from './swatch.tsx';

/** One modality: what the project requires of it and the reference images there are. */
export function ColumnView({ column, context }: { column: Column; context: BoardContext }) {
  const { name, slots, complete, of } = column;
  return (
    <section className={classes.column} data-empty={slots.length === 0} aria-label={name}>
      <header className={classes.head}>
        <Swatch name={name} study={context.study} />
        <h2>{name}</h2>
        {of > 0 && <span>{messages.board.complete(complete, of)}</span>}
      </header>
      {slots.map((slot) => (
        <Card key={slot.key} slot={slot} context={context} />
      ))}
      {slots.length === 0 && (
        <p className={classes.none}>{of > 0 && context.notCompleted ? messages.board.allComplete : messages.board.noImage}</p>
      )}
    </section>
  );
}

function Card({ slot, context }: { slot: Slot; context: BoardContext }) {
  switch (slot.kind) {
    case 'reference':
      return <ReferenceCard slot={slot} context={context} />;
    case 'choose':
      return <ChooseCard slot={slot} context={context} />;
    default:
      return <AbsentCard slot={slot} context={context} />;
  }
}
