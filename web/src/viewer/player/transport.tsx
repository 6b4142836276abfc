import { Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconRepeat,
  IconRepeatOff,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { number } from '../../lib/format.ts';
import { SPEEDS, type Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import classes from './player.module.css';
import { ToolButton } from './tool-button.tsx';

const icon = { size: 18, stroke: 1.6 } as const;

/** First frame, back, play, on, loop and speed. */
export const Transport = memo(function Transport({ player }: { player: Player }) {
  const state = useSnapshot(player.state);
  const still = state.frames < 2;
  const planes = state.metadata?.frame_axis === 'planes';
  return (
    <>
      <ToolButton label={messages.player.first(planes)} actions={['viewer.first-frame']} disabled={still} onClick={() => player.seek(0)}>
        <IconPlayerSkipBack {...icon} />
      </ToolButton>
      <ToolButton label={messages.player.back(planes)} actions={['viewer.previous-frame']} disabled={still} onClick={() => player.step(-1)}>
        <IconChevronLeft {...icon} />
      </ToolButton>
      <ToolButton
        label={planes ? messages.player.planesNotPlayed : state.playing ? messages.player.pause : messages.player.play}
        actions={['viewer.play']}
        main
        disabled={still || planes}
        onClick={() => player.toggle()}
      >
        {state.playing ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
      </ToolButton>
      <ToolButton label={messages.player.on(planes)} actions={['viewer.next-frame']} disabled={still} onClick={() => player.step(1)}>
        <IconChevronRight {...icon} />
      </ToolButton>
      <ToolButton
        label={state.loop ? messages.player.loopOn : messages.player.loopOff}
        actions={['viewer.loop']}
        pressed={state.loop}
        disabled={still}
        onClick={() => player.setLoop(!state.loop)}
      >
        {state.loop ? <IconRepeat {...icon} /> : <IconRepeatOff {...icon} />}
      </ToolButton>
      <Menu position="top-start">
        <Menu.Target>
          <button type="button" className={classes.speed} disabled={still}>
            <span className="visually-hidden">{messages.player.speed} </span>
            {number(state.speed)}×<IconChevronDown size={16} stroke={1.6} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {SPEEDS.map((speed) => (
            <Menu.Item key={speed} data-current={speed === state.speed} onClick={() => player.setSpeed(speed)}>
              {number(speed)}×
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
});
