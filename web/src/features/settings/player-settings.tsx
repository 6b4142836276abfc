import { Switch } from '@mantine/core';
import { useSnapshot } from 'valtio';
import { changeSettings, settings } from '../../lib/settings.ts';
import classes from './memory-settings.module.css';

/** How clips are looked at, on every computer. */
export function PlayerSettings() {
  const { own } = useSnapshot(settings);
  return (
    <div className={classes.page}>
      <Switch
        checked={own.autoplay ?? false}
        label="Play clips automatically"
        description="Off when the system is set to reduce motion."
        onChange={(event) => {
          changeSettings({ autoplay: event.currentTarget.checked });
        }}
      />
      <Switch
        checked={own.tone_for_study ?? false}
        label="Brightness and contrast are the same for all images of a study"
        description="Otherwise each image keeps its own while you are signed in."
        onChange={(event) => {
          changeSettings({ tone_for_study: event.currentTarget.checked });
        }}
      />
    </div>
  );
}
