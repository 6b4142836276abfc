import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { fixed, number } from '../../lib/format.ts';
import type { Player } from '../clip/player.ts';
import { messages as fileMessages } from '../facts/messages.ts';
import { messages } from '../messages.ts';
import classes from './player.module.css';

/** Frame n / N, ms, nominal rate with its source and the rate that reaches the screen. */
export const Position = memo(function Position({ player }: { player: Player }) {
  const state = useSnapshot(player.state);
  const { metadata } = state;
  // Nothing is shown before the number of frames is known.
  if (!metadata || state.frames === 0) return <span className={classes.position} />;
  if (state.frames < 2)
    return (
      <span className={classes.position}>
        <b>1</b>
        <span>/ 1</span>
        <span>{messages.player.still}</span>
      </span>
    );
  if (metadata.frame_axis === 'planes')
    return (
      <span className={classes.position} aria-live="off" data-testid="position">
        <span>{messages.player.plane}</span>
        <b data-testid="frame-number">{state.frameIndex + 1}</b>
        <span>/ {state.frames}</span>
        <span>{messages.player.ofVolume}</span>
      </span>
    );
  const assumed = metadata.frame_time_source === 'assumed';
  const ms = assumed ? null : (metadata.frame_times_ms?.[state.frameIndex] ?? null);
  const source = fileMessages.timing[metadata.frame_time_source];
  return (
    <span className={classes.position} aria-live="off" data-testid="position">
      <b data-testid="frame-number">{state.frameIndex + 1}</b>
      <span>/ {state.frames}</span>
      {ms !== null && <span className={classes.ms}>{fixed(ms, 0)} ms</span>}
      <span title={assumed ? undefined : source}>
        {assumed ? messages.player.assumedRate : `${number(metadata.frame_rate, 1)} fps`}
        {!assumed && <span className={classes.source}> {source}</span>}
        {state.achievedRate !== null && (
          <>
            {' '}
            · <span data-testid="achieved-rate">{fixed(state.achievedRate, 0)}</span> {messages.player.shown}
          </>
        )}
      </span>
    </span>
  );
});
