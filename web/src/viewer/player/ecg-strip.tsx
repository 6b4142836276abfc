import { memo, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Ecg, ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { fixed } from '../../lib/format.ts';
import type { Player } from '../clip/player.ts';
import { ecgAt, ecgCurve, frameNear, shownUnit, type EcgCurve } from '../facts/ecg.ts';
import { messages } from '../messages.ts';
import classes from './player.module.css';

/** Size that the curve is drawn in, before it is stretched to its place. */
const BOX = { width: 1200, height: 44 };
/** Decimals of a value in mV: 10 µV are less than the line is wide. */
const DECIMALS = 2;

/** The ECG of the clip along its time, with the place of the frame that is shown; nothing for a file without one. */
export function EcgStrip({ player }: { player: Player }) {
  const { metadata: snapshot, frames } = useSnapshot(player.state);
  const metadata = snapshot as ImageMetadata | null;
  const ecg = metadata?.ecg ?? null;
  const times = useMemo(() => metadata?.frame_times_ms.slice(0, frames) ?? [], [metadata, frames]);
  const curve = useMemo(() => ecg && ecgCurve(ecg, times.at(-1) ?? 0, BOX), [ecg, times]);
  if (!ecg || !curve) return null;
  return <Strip player={player} ecg={ecg} curve={curve} times={times} />;
}

function Strip({ player, ecg, curve, times }: { player: Player; ecg: Ecg; curve: EcgCurve; times: readonly number[] }) {
  const { wantedIndex } = useSnapshot(player.state);
  const [pointed, setPointed] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const last = times.at(-1) ?? 0;
  const timeAt = (clientX: number): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(Math.max((clientX - left) / width, 0), 1) * last;
  };
  const seekTo = (ms: number) => player.seek(frameNear(times, ms));
  const head = times[wantedIndex] ?? 0;
  return (
    <div
      ref={box}
      className={classes.strip}
      role="slider"
      tabIndex={0}
      aria-label={messages.ecg.label(ecg.lead)}
      aria-valuemin={1}
      aria-valuemax={times.length}
      aria-valuenow={wantedIndex + 1}
      aria-valuetext={reading(ecg, head)}
      data-testid="ecg"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(timeAt(event.clientX));
      }}
      onPointerMove={(event) => {
        const ms = timeAt(event.clientX);
        setPointed(ms);
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(ms);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <Curve curve={curve} />
      <div className={classes.head} data-testid="ecg-head" style={{ left: `${(100 * head) / last}%` }} />
      {pointed !== null && <div className={classes.pointed} style={{ left: `${(100 * pointed) / last}%` }} />}
      <span className={classes.name} aria-hidden="true">
        {messages.ecg.short(ecg.lead)}
      </span>
      <span className={classes.reading} aria-hidden="true" data-testid="ecg-reading">
        {reading(ecg, pointed ?? head)}
      </span>
    </div>
  );
}

/** Time and value, with their units. */
function reading(ecg: Ecg, ms: number): string {
  const value = ecgAt(ecg, ms);
  const unit = shownUnit(ecg);
  const text =
    value === null ? messages.ecg.noValue : messages.ecg.value(fixed(value, unit === null ? 0 : DECIMALS), unit ?? messages.ecg.counts);
  return `${messages.ecg.time(fixed(ms, 0))} · ${text}`;
}

const Curve = memo(function Curve({ curve: { stretches, zeroY } }: { curve: EcgCurve }) {
  return (
    <svg className={classes.curve} viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
      {zeroY !== null && <line className={classes.zero} x1={0} x2={BOX.width} y1={zeroY} y2={zeroY} />}
      {stretches.map((points) => (
        <path key={points[0]?.[0]} className={classes.line} d={`M${points.join('L')}`} />
      ))}
    </svg>
  );
});
