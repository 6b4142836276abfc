import { Button } from '@mantine/core';
import { configEffectText } from '@echometry/contract/rules/config-effects.ts';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './section.module.css';
import type { Configuration } from './use-configuration.ts';
import { messages } from './messages.ts';

/** Effects of a new current version on existing work, or the reason why it is impossible. */
export function AskChoice({ configuration: { asked, busy, makeCurrent, leaveAsked } }: { configuration: Configuration }) {
  const place = asked?.project ?? messages.shared.workspace;
  const isRefused = (asked?.faults.length ?? 0) > 0;
  return (
    <Dialog
      opened={asked !== null}
      onClose={leaveAsked}
      title={isRefused ? messages.choice.refused(place) : messages.choice.title(asked?.version ?? null, place)}
      size="md"
    >
      <ul className={classes.effects}>
        {asked?.effects.map((effect) => (
          <li key={effect.what}>{configEffectText(effect)}</li>
        ))}
        {asked?.faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <strong>{path}</strong>: {message}
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={leaveAsked} data-autofocus>
          {isRefused ? messages.shared.close : messages.shared.cancel}
        </Button>
        {asked && !isRefused && (
          <Button loading={busy} onClick={() => makeCurrent(asked.version, asked.project, asked.effects)}>
            {messages.choice.use}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
