import { Button } from '@mantine/core';
import { effectText } from '@echometry/contract/rules/person-effects.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { changeText, consequence, messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { People } from './use-people.ts';

/** Lists work that a change ends or hides before it is carried out. Escape and Cancel leave everything as it is. */
export function AskEffects({ people: { asked, busy, change, leaveAsked } }: { people: People }) {
  const words = asked && changeText(asked.change);
  return (
    <Dialog opened={asked !== null} onClose={leaveAsked} title={words?.title ?? ''} size="md">
      <ul className={classes.effects}>
        {asked?.effects.map((effect) => (
          <li key={effect.what}>{effectText(effect)}</li>
        ))}
      </ul>
      {asked && <p>{consequence(asked.change)}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={leaveAsked} data-autofocus>
          {messages.shared.cancel}
        </Button>
        <Button
          variant="default"
          className={`${layout.dangerous} ${classes.danger}`}
          loading={busy}
          onClick={() => {
            if (asked) void change(asked.change, { accepted: asked.effects });
          }}
        >
          {words?.button}
        </Button>
      </div>
    </Dialog>
  );
}
