import { Menu, Popover, SegmentedControl, Slider, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize, IconChevronDown, IconChevronLeft, IconChevronRight, IconContrast2, IconInfoCircle, IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconRepeat, IconRepeatOff, IconZoomIn,
} from '@tabler/icons-react';
import { useRef, type ComponentPropsWithRef } from 'react';
import { useSnapshot } from 'valtio';
import { keyParts, keysOf, type ActionName } from '../lib/actions.ts';
import { fixed, number } from '../lib/format.ts';
import { settings } from '../lib/settings.ts';
import { canChooseColour, rememberColour } from './colour-choice.ts';
import type { CanvasHandle } from './viewer-canvas.tsx';
import { SPEEDS, type Player } from './player.ts';
import { MAX_CONTRAST, NEUTRAL, type ToneSetting } from './tone.ts';
import { TIMING_SOURCE_TEXT } from './timing-text.ts';
import classes from './player-bar.module.css';

export const ZOOMS = [0.5, 1, 2, 4, 8] as const;

export interface PlayerBarProps {
  player: Player;
  tone: ToneSetting;
  onTone: (tone: ToneSetting) => void;
  scale: number;
  canvas: CanvasHandle | null;
  infoOpen: boolean;
  onInfo: () => void;
}

/** Scrubber, play and step, speed, where the clip is, and how fast it really plays. */
export function PlayerBar({ player, tone, onTone, scale, canvas, infoOpen, onInfo }: PlayerBarProps) {
  const state = useSnapshot(player.state);
  const still = state.frames < 2;
  return (
    <div className={classes.bar}>
      <Scrubber player={player} />
      <div className={classes.row}>
        <Tool label="First frame" actions={['viewer.first-frame']} disabled={still} onClick={() => { player.seek(0); }}><IconPlayerSkipBack size={18} stroke={1.6} /></Tool>
        <Tool label="One frame back" actions={['viewer.previous-frame']} disabled={still} onClick={() => { player.step(-1); }}><IconChevronLeft size={18} stroke={1.6} /></Tool>
        <Tool label={state.playing ? 'Pause' : 'Play'} actions={['viewer.play']} main disabled={still} onClick={() => { player.toggle(); }}>
          {state.playing ? <IconPlayerPause size={18} stroke={1.6} /> : <IconPlayerPlay size={18} stroke={1.6} />}
        </Tool>
        <Tool label="One frame on" actions={['viewer.next-frame']} disabled={still} onClick={() => { player.step(1); }}><IconChevronRight size={18} stroke={1.6} /></Tool>
        <Tool label={state.loop ? 'Loop is on' : 'Loop is off'} actions={['viewer.loop']} pressed={state.loop} disabled={still} onClick={() => { player.setLoop(!state.loop); }}>
          {state.loop ? <IconRepeat size={18} stroke={1.6} /> : <IconRepeatOff size={18} stroke={1.6} />}
        </Tool>
        <Menu position="top-start">
          <Menu.Target>
            <button type="button" className={classes.speed} disabled={still}><span className="visually-hidden">Speed </span>{number(state.speed)}×<IconChevronDown size={16} stroke={1.6} /></button>
          </Menu.Target>
          <Menu.Dropdown>{SPEEDS.map((speed) => <Menu.Item key={speed} onClick={() => { player.setSpeed(speed); }}>{number(speed)}×</Menu.Item>)}</Menu.Dropdown>
        </Menu>
        <Position player={player} />
        <span className={classes.fill} />
        <Popover position="top-end" width={260}>
          <Popover.Target><Tool label="Brightness and contrast" actions={['viewer.brighter', 'viewer.more-contrast']} pressed={tone.brightness !== 0 || tone.contrast !== 1}><IconContrast2 size={18} stroke={1.6} /></Tool></Popover.Target>
          <Popover.Dropdown>
            <label className={classes.slider}>Brightness <b>{fixed(tone.brightness * 100, 0)} %</b>
              <Slider min={-0.8} max={0.8} step={0.01} value={tone.brightness} label={null} onChange={(brightness) => { onTone({ ...tone, brightness }); }} thumbLabel="Brightness" />
            </label>
            <label className={classes.slider}>Contrast <b>{fixed(tone.contrast, 2)}×</b>
              <Slider min={-2} max={Math.log2(MAX_CONTRAST)} step={0.02} value={Math.log2(tone.contrast)} label={null} onChange={(power) => { onTone({ ...tone, contrast: 2 ** power }); }} thumbLabel="Contrast" />
            </label>
            <Colours player={player} />
            <button type="button" className={classes.reset} onClick={() => { onTone(NEUTRAL); }}>Reset</button>
          </Popover.Dropdown>
        </Popover>
        <Menu position="top-end">
          <Menu.Target><button type="button" className={classes.speed}><IconZoomIn size={18} stroke={1.6} /><span className="visually-hidden">Zoom </span><span className={classes.zoom}>{Math.round(scale * 100)} %</span></button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => { canvas?.fit(); }}>Fit</Menu.Item>
            {ZOOMS.map((zoom) => <Menu.Item key={zoom} onClick={() => { canvas?.zoomTo(zoom); }}>{zoom * 100} %</Menu.Item>)}
          </Menu.Dropdown>
        </Menu>
        <Tool label="Fit to the window" actions={['viewer.fit']} onClick={() => { canvas?.fit(); }}><IconArrowsMaximize size={18} stroke={1.6} /></Tool>
        <Tool label="Metadata" actions={['viewer.metadata']} pressed={infoOpen} onClick={onInfo}><IconInfoCircle size={18} stroke={1.6} /></Tool>
      </div>
    </div>
  );
}

const COLOURS = [{ value: 'stream', label: 'As stored' }, { value: 'rgb', label: 'RGB' }, { value: 'ybr_full', label: 'YBR' }] as const;

/** What three samples of a pixel are, where markers and header of a JPEG are both wrong. */
function Colours({ player }: { player: Player }) {
  const { metadata, colour } = useSnapshot(player.state);
  if (!metadata || !canChooseColour(metadata)) return null;
  const choose = (value: string) => {
    const choice = value === 'rgb' || value === 'ybr_full' ? value : null;
    if (player.state.metadata) rememberColour(player.state.metadata, choice);
    player.setColour(choice);
  };
  return (
    <div className={classes.slider}>Colours
      <SegmentedControl fullWidth size="xs" aria-label="Colours" data={[...COLOURS]} value={colour ?? 'stream'} onChange={choose} />
    </div>
  );
}

interface ToolProps extends ComponentPropsWithRef<'button'> {
  label: string;
  /** What it does by key, for the words that show when the pointer rests on it. */
  actions: readonly ActionName[];
  main?: boolean;
  pressed?: boolean;
}

function Tool({ label, actions, main, pressed, children, ...button }: ToolProps) {
  const { own } = useSnapshot(settings);
  const keys = actions.flatMap((name) => keysOf(name, own.keys).slice(0, 1)).map((key) => keyParts(key).join(''));
  return (
    <Tooltip label={keys.length === 0 ? label : `${label} (${keys.join(' ')})`}>
      <button {...button} type="button" className={classes.tool} data-main={main} aria-label={label} aria-pressed={pressed}>{children}</button>
    </Tooltip>
  );
}

/** Frame n / N, ms, nominal rate with its source and the rate that reaches the screen. */
function Position({ player }: { player: Player }) {
  const state = useSnapshot(player.state);
  const assumed = state.metadata?.frame_time_source === 'assumed';
  const ms = assumed ? null : (state.metadata?.frame_times_ms?.[state.frameIndex] ?? null);
  const timingSource = state.metadata ? TIMING_SOURCE_TEXT[state.metadata.frame_time_source] : undefined;
  if (state.frames < 2) return <span className={classes.position}><b>1</b><span>/ 1</span><span>still image</span></span>;
  return (
    <span className={classes.position} aria-live="off" data-testid="position">
      <b data-testid="frame-number">{state.frameIndex + 1}</b><span>/ {state.frames}</span>
      {ms !== null && <span className={classes.ms}>{fixed(ms, 0)} ms</span>}
      <span title={assumed ? undefined : timingSource}>
        {assumed ? '40 fps assumed' : `${number(state.metadata?.frame_rate, 1)} fps`}
        {!assumed && timingSource && <span className={classes.source}> {timingSource}</span>}
        {state.achievedRate !== null && <> · <span data-testid="achieved-rate">{fixed(state.achievedRate, 0)}</span> shown</>}
      </span>
    </span>
  );
}

/** Click, drag or arrow keys go to a frame; the bar behind tells what is decoded and what has arrived. */
function Scrubber({ player }: { player: Player }) {
  const state = useSnapshot(player.state);
  const track = useRef<HTMLDivElement>(null);
  const last = Math.max(state.frames - 1, 1);
  const seekTo = (clientX: number) => {
    const box = track.current?.getBoundingClientRect();
    if (box) player.seek(((clientX - box.left) / box.width) * last);
  };
  return (
    <div
      ref={track} className={classes.scrubber} role="slider" tabIndex={0} aria-label="Frame" aria-valuemin={1} aria-valuemax={state.frames} aria-valuenow={state.wantedIndex + 1}
      data-still={state.frames < 2}
      onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); seekTo(event.clientX); }}
      onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event.clientX); }}
    >
      <div className={classes.track}>
        <div className={classes.loaded} style={{ width: `${state.frames ? (100 * state.available) / state.frames : 0}%` }} />
        <div className={classes.decoded} style={{ width: `${state.frames ? (100 * state.decoded) / state.frames : 0}%` }} title={`${state.decoded} of ${state.frames} frames decoded`} />
      </div>
      <div className={classes.thumb} style={{ left: `${(100 * state.wantedIndex) / last}%` }} />
    </div>
  );
}
