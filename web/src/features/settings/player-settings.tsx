import { Switch } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { changeSettings, settings } from '../../lib/settings.ts';
import classes from './settings.module.css';
import { messages } from './messages.ts';

/** How clips are looked at, on every computer. */
export function PlayerSettings() {
  const { own } = useSnapshot(settings);
  return (
    <div className={classes.memoryPage}>
      <Switch
        checked={own.autoplay ?? false}
        label={messages.player.autoplay}
        description={messages.player.autoplayHint}
        onChange={(event) => {
          changeSettings({ autoplay: event.currentTarget.checked });
        }}
      />
      <Switch
        checked={own.tone_for_study ?? false}
        label={messages.player.sameTone}
        description={messages.player.sameToneHint}
        onChange={(event) => {
          changeSettings({ tone_for_study: event.currentTarget.checked });
        }}
      />
    </div>
  );
}
