import { Popover, SegmentedControl, Slider, Switch } from '@mantine/core';
import { IconContrast2 } from '@tabler/icons-react';
import { memo, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SMOOTHINGS } from '@echometry/contract/records/user-settings.ts';
import { fixed } from '../../lib/format.ts';
import { changeSettings, settings } from '../../lib/settings.ts';
import { canChooseColour, chooseColour } from '../clip/colour-choice.ts';
import type { Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import { MAX_CONTRAST, NEUTRAL, type ToneSetting } from '../picture/tone.ts';
import classes from './player.module.css';
import { ToolButton } from './tool-button.tsx';

const PRESETS: readonly { name: string; tone: ToneSetting }[] = [
  { name: messages.tone.neutral, tone: NEUTRAL },
  { name: messages.tone.faint, tone: { brightness: 0.1, contrast: 1.8 } },
  { name: messages.tone.borders, tone: { brightness: -0.05, contrast: 1.5 } },
  { name: messages.tone.soft, tone: { brightness: 0.05, contrast: 0.75 } },
];

/** Brightness, contrast, pixels and colours; it has the keyboard while it is open, Escape closes it. */
export const ToneMenu = memo(function ToneMenu({
  player,
  tone,
  onTone,
}: {
  player: Player;
  tone: ToneSetting;
  onTone: (tone: ToneSetting) => void;
}) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => {
    setOpened(false);
  });
  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" width={280} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ToolButton
          label={messages.tone.title}
          actions={['viewer.brighter', 'viewer.more-contrast']}
          pressed={tone.brightness !== 0 || tone.contrast !== 1}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <IconContrast2 size={18} stroke={1.6} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Sliders tone={tone} onTone={onTone} />
        <div className={classes.presets}>
          {PRESETS.map((preset) => (
            <button
              key={preset.name}
              type="button"
              className={classes.preset}
              aria-pressed={preset.tone.brightness === tone.brightness && preset.tone.contrast === tone.contrast}
              onClick={() => {
                onTone(preset.tone);
              }}
            >
              {preset.name}
            </button>
          ))}
        </div>
        <Pixels />
        <Colours player={player} />
        <button
          type="button"
          className={classes.reset}
          onClick={() => {
            onTone(NEUTRAL);
          }}
        >
          {messages.tone.reset}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
});

function Sliders({ tone, onTone }: { tone: ToneSetting; onTone: (tone: ToneSetting) => void }) {
  return (
    <>
      <label className={classes.slider}>
        {messages.tone.brightness} <b>{fixed(tone.brightness * 100, 0)} %</b>
        <Slider
          min={-0.8}
          max={0.8}
          step={0.01}
          value={tone.brightness}
          label={null}
          onChange={(brightness) => {
            onTone({ ...tone, brightness });
          }}
          thumbLabel={messages.tone.brightness}
        />
      </label>
      <label className={classes.slider}>
        {messages.tone.contrast} <b>{fixed(tone.contrast, 2)}×</b>
        <Slider
          min={-2}
          max={Math.log2(MAX_CONTRAST)}
          step={0.02}
          value={Math.log2(tone.contrast)}
          label={null}
          onChange={(power) => {
            onTone({ ...tone, contrast: 2 ** power });
          }}
          thumbLabel={messages.tone.contrast}
        />
      </label>
    </>
  );
}

/** Settings for all images: one tone for the study, and how pixels are drawn. */
function Pixels() {
  const { own } = useSnapshot(settings);
  return (
    <>
      <Switch
        className={classes.switch ?? ''}
        checked={own.tone_for_study ?? false}
        label={messages.tone.forStudy}
        onChange={(event) => {
          changeSettings({ tone_for_study: event.currentTarget.checked });
        }}
      />
      <div className={classes.slider}>
        {messages.tone.pixels}
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={messages.tone.pixels}
          data={SMOOTHINGS.map((value) => ({ value, label: messages.tone.smoothing[value] }))}
          value={own.smoothing ?? 'auto'}
          onChange={(smoothing) => {
            changeSettings({ smoothing: smoothing });
          }}
        />
      </div>
    </>
  );
}

const COLOURS = [
  { value: 'stream', label: messages.tone.asStored },
  { value: 'rgb', label: messages.tone.rgb },
  { value: 'ybr_full', label: messages.tone.ybr },
];

/** Meaning of the three samples of a pixel, where markers and header of a JPEG are both wrong. */
function Colours({ player }: { player: Player }) {
  const { metadata, colour } = useSnapshot(player.state);
  if (!metadata || !canChooseColour(metadata)) return null;
  const choose = (value: string) => {
    const choice = value === 'rgb' || value === 'ybr_full' ? value : null;
    player.setColour(choice);
    if (player.state.metadata) void chooseColour(player.state.metadata, choice);
  };
  return (
    <div className={classes.slider}>
      {messages.tone.colours}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={messages.tone.colours}
        data={[...COLOURS]}
        value={colour ?? 'stream'}
        onChange={choose}
      />
    </div>
  );
}

/** Escape closes what is open, wherever the focus is. */
function useEscape(opened: boolean, close: () => void): void {
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    // Before a tooltip that is open as well takes the key for itself.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  });
}
