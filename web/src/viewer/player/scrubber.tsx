import { useRef, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import classes from './player.module.css';

/** Click or drag goes to a frame; the bar shows what is decoded and what has arrived. */
export function Scrubber({ player, children }: { player: Player; children?: ReactNode }) {
  const state = useSnapshot(player.state);
  const track = useRef<HTMLDivElement>(null);
  const last = Math.max(state.frames - 1, 1);
  const seekTo = (clientX: number) => {
    const box = track.current?.getBoundingClientRect();
    if (box) player.seek(((clientX - box.left) / box.width) * last);
  };
  return (
    <div
      ref={track}
      className={classes.scrubber}
      role="slider"
      tabIndex={0}
      aria-label={messages.player.frame}
      aria-valuemin={1}
      aria-valuemax={state.frames}
      aria-valuenow={state.wantedIndex + 1}
      data-still={state.frames < 2}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event.clientX);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event.clientX);
      }}
    >
      <div className={classes.track}>
        <div className={classes.loaded} style={{ width: `${state.frames ? (100 * state.available) / state.frames : 0}%` }} />
        <div
          className={classes.decoded}
          style={{ width: `${state.frames ? (100 * state.decoded) / state.frames : 0}%` }}
          title={messages.player.decoded(state.decoded, state.frames)}
        />
      </div>
      {children}
      <div className={classes.thumb} style={{ left: `${(100 * state.wantedIndex) / last}%` }} />
    </div>
  );
}
