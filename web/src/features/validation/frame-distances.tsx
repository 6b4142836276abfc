import { useEffect, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { fixed } from '../../lib/format.ts';
import { currentSession } from '../../study/store/current-study.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { areFollowedApart, frameDistances, summaryOf, type FrameDistances } from './distances.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './closing.module.css';

const words = messages.distances;
const DECIMALS = 2;
const [WIDTH, HEIGHT] = [120, 20];

interface Props {
  image: AnalysisImage;
  original: AnalysisImage | undefined;
  types: readonly ImageTypeRow[];
  /** The frame that is shown, from 1. */
  frame: number;
  onSeek: (frame: number) => void;
}

/** Distances between the followed lines of the review and the editor's; none until they are known. */
function useFrameDistances({ image, original, types }: Pick<Props, 'image' | 'original' | 'types'>): readonly FrameDistances[] {
  const [found, setFound] = useState<{ of: AnalysisImage; all: readonly FrameDistances[] } | null>(null);
  useEffect(() => {
    const session = currentSession();
    if (!session || !areFollowedApart(image, original)) return;
    let here = true;
    void (async () => {
      await session.sequences.load([image, original]);
      const all = await frameDistances(theEngine().agreement, { image, original, types }, (hash) => session.sequences.of(hash));
      if (here) setFound({ of: image, all });
    })().catch((error: unknown) => console.warn('The lines of the frames were not compared.', error));
    return () => {
      here = false;
    };
  }, [image, original, types]);
  return found?.of === image ? found.all : [];
}

/** A row for each line of a followed cycle: the distance on every frame as a curve, the mean, and the frame with the largest. */
export function FrameDistanceRows(props: Props) {
  const distances = useFrameDistances(props);
  if (distances.length === 0) return null;
  return (
    <ul
      className={`${layout.rows} ${layout.accentLines} ${classes.distances}`}
      aria-label={words.label}
      tabIndex={0}
      data-testid="frame-distances"
    >
      {distances.map((one) => (
        <Row key={`${one.cycle} ${one.line}`} of={one} frame={props.frame} onSeek={props.onSeek} />
      ))}
    </ul>
  );
}

function Row({ of, frame, onSeek }: { of: FrameDistances; frame: number; onSeek: (frame: number) => void }) {
  const summary = summaryOf(of);
  const here = of.frames.find(({ frame_number }) => frame_number === frame)?.mm ?? null;
  return (
    <li>
      {words.line(of.line, of.cycle + 1)}
      {summary === null ? (
        <small>{words.none}</small>
      ) : (
        <>
          <Curve of={of} frame={frame} largest={summary.largest.mm} onSeek={onSeek} />
          <b>{words.mean(fixed(summary.mean, DECIMALS))}</b>
          <button type="button" onClick={() => onSeek(summary.largest.frame_number)}>
            {words.largest(fixed(summary.largest.mm, DECIMALS), summary.largest.frame_number)}
          </button>
          {here !== null && <small>{words.here(fixed(here, DECIMALS))}</small>}
        </>
      )}
    </li>
  );
}

/** Distance by frame. A press goes to the frame; by keyboard the button next to it leads to the largest. */
function Curve({
  of: { frames },
  frame,
  largest,
  onSeek,
}: {
  of: FrameDistances;
  frame: number;
  largest: number;
  onSeek: Props['onSeek'];
}) {
  const first = frames[0]?.frame_number ?? 1;
  const x = (frame_number: number): number => ((frame_number - first) / Math.max(frames.length - 1, 1)) * WIDTH;
  const y = (mm: number): number => HEIGHT - 1 - (largest === 0 ? 0 : (mm / largest) * (HEIGHT - 2));
  const points = frames.flatMap(({ frame_number, mm }) => (mm === null ? [] : `${x(frame_number).toFixed(1)},${y(mm).toFixed(1)}`));
  const isIn = frame >= first && frame < first + frames.length;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      onPointerDown={({ currentTarget, clientX }) => {
        const box = currentTarget.getBoundingClientRect();
        const place = Math.round(((clientX - box.left) / box.width) * (frames.length - 1));
        const to = frames[place];
        if (to) onSeek(to.frame_number);
      }}
    >
      <polyline points={points.join(' ')} />
      {isIn && <line x1={x(frame)} x2={x(frame)} y1={0} y2={HEIGHT} />}
    </svg>
  );
}
