import { IconArrowsMaximize } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import type { ToneSetting } from '../picture/tone.ts';
import type { Stage } from '../stage.ts';
import { EcgStrip } from './ecg-strip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './player.module.css';
import { Position } from './position.tsx';
import { Scrubber } from './scrubber.tsx';
import { ToneMenu } from './tone-menu.tsx';
import { ToolButton } from './tool-button.tsx';
import { Transport } from './transport.tsx';
import { ZoomMenu } from './zoom-menu.tsx';

export interface PlayerBarProps {
  player: Player;
  stage: Stage;
  tone: ToneSetting;
  onTone: (tone: ToneSetting) => void;
  /** Marks of the page along the frames. */
  timeline?: ReactNode;
  /** Content of the page at the right. */
  children?: ReactNode;
}

/** The ECG where there is one, scrubber, play and step, where the clip is, how fast it really plays, and how it is looked at. */
export function PlayerBar({ player, stage, tone, onTone, timeline, children }: PlayerBarProps) {
  return (
    <div className={classes.bar}>
      <EcgStrip player={player} />
      <Scrubber player={player}>{timeline}</Scrubber>
      <div className={`${layout.playerRow} ${classes.row}`}>
        <Transport player={player} />
        <Position player={player} />
        <span className={classes.fill} />
        <ToneMenu player={player} tone={tone} onTone={onTone} />
        <ZoomMenu stage={stage} />
        <ToolButton label={messages.player.fitToWindow} actions={['viewer.fit']} onClick={() => stage.view.fit()}>
          <IconArrowsMaximize size={18} stroke={1.6} />
        </ToolButton>
        {children}
      </div>
    </div>
  );
}
