import { Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
} from '@tabler/icons-react';
import { useSnapshot } from 'valtio';
import { number } from '../../lib/format.ts';
import type { ComparePlayer } from '../../viewer/compare/compare-player.ts';
import { SPEEDS } from '../../viewer/clip/player.ts';
import { ToolButton } from '../../viewer/player/tool-button.tsx';
import layout from '../../ui/layout.module.css';
import classes from './compare.module.css';
import { messages } from './messages.ts';

const icon = { size: 18, stroke: 1.6 } as const;

/** Plays all clips: back, play, on, speed, and where in the pass they are. */
export function InStepBar({ compare }: { compare: ComparePlayer }) {
  const { playing, speed, by, position, length } = useSnapshot(compare.state);
  const still = length === 0;
  return (
    <div className={classes.player}>
      <input
        type="range"
        aria-label={by === 'time' ? messages.player.time : messages.player.phase}
        aria-valuetext={placeText(by, position, length)}
        min={0}
        max={length}
        step="any"
        value={position}
        disabled={still}
        onChange={(event) => compare.seek(Math.min(event.currentTarget.valueAsNumber, length * LAST))}
      />
      <div className={layout.playerRow}>
        <ToolButton label={messages.player.start} actions={['viewer.first-frame']} disabled={still} onClick={() => compare.seek(0)}>
          <IconPlayerSkipBack {...icon} />
        </ToolButton>
        <ToolButton label={messages.player.back} actions={['viewer.previous-frame']} disabled={still} onClick={() => compare.step(-1)}>
          <IconChevronLeft {...icon} />
        </ToolButton>
        <ToolButton
          label={playing ? messages.player.pause : messages.player.play}
          actions={['viewer.play']}
          main
          disabled={still}
          onClick={() => compare.toggle()}
        >
          {playing ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
        </ToolButton>
        <ToolButton label={messages.player.on} actions={['viewer.next-frame']} disabled={still} onClick={() => compare.step(1)}>
          <IconChevronRight {...icon} />
        </ToolButton>
        <span className={classes.place} data-testid="in-step">
          {still ? messages.player.still : placeText(by, position, length)}
        </span>
        <Menu position="top-end">
          <Menu.Target>
            <button type="button" className={classes.speed} disabled={still}>
              <span className="visually-hidden">{messages.player.speed} </span>
              {number(speed)}×<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {SPEEDS.map((one) => (
              <Menu.Item key={one} data-current={one === speed} onClick={() => compare.setSpeed(one)}>
                {number(one)}×
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

/** The end of a pass is the beginning of the next: what is dragged there stays just before it. */
const LAST = 1 - 1e-6;

function placeText(by: 'time' | 'phase', position: number, length: number): string {
  if (by === 'time') return messages.player.timePlace(Math.round(position), Math.round(length));
  return messages.player.phasePlace(Math.floor(position) + 1, length, Math.floor((position % 1) * 100));
}
