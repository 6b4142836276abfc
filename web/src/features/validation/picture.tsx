import { memo, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { anchorPlace, anchorTarget } from '@echometry/contract/rules/anchors.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { keptOf } from '../../viewer/clip/kept-settings.ts';
import type { Player } from '../../viewer/clip/player.ts';
import type { CompareStage } from '../../viewer/compare/compare-stage.ts';
import { failureText } from '../../viewer/facts/messages.ts';
import { pixelAspect } from '../../viewer/view/pixel-aspect.ts';
import { useOfClip } from '../../viewer/react/use-of-clip.ts';
import type { Box } from '../../viewer/view/view-transform.ts';
import { isStrip, linesOn, marksOn } from '../../image-page/drawn.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';

/** Whose lines are shown. */
export type Sides = 'both' | 'original' | 'reviewed';

interface PictureProps {
  stage: CompareStage;
  player: Player;
  image: AnalysisImage;
  original: AnalysisImage | undefined;
  types: readonly ImageTypeRow[];
  /** From 1. */
  frame: number;
  /** The part that is shown; null for the whole picture. */
  box: Box | null;
  /** The line that stands out; null for none. */
  line: string | null;
  sides: Sides;
  /** Colours of two readers in place of the lines' colours: the shown side solid, the original one dashed; null for none. */
  strokes?: { shown: string; original: string } | null;
  /** The engine's curves can be drawn. */
  geometry: boolean;
  problem: string | null;
  issues: readonly ReviewIssue[];
}

/** One frame of an image under what the editor drew, dotted, and what the reviewer made of it. */
export function Picture({
  stage,
  player,
  image,
  original,
  types,
  frame,
  box,
  line,
  sides,
  strokes = null,
  geometry,
  problem,
  issues,
}: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = image.instance_id;
  useEffect(() => (canvas.current ? stage.add(canvas.current, player, keptOf(id).tone) : undefined), [stage, player, id]);
  useEffect(() => {
    if (canvas.current) stage.zoom(canvas.current, box);
  }, [stage, player, id, box]);
  const { failure, metadata, playing } = useSnapshot(player.state);
  const isEmpty = useOfClip(player.state, ({ decoded }) => decoded === 0);
  const there = useOfClip(player.state, ({ available }) => available >= frame);
  useEffect(() => {
    if (there) player.seek(frame - 1);
  }, [player, frame, there]);
  const message = problem === null ? (failure === null ? null : failureText(failure)) : messages.pane.cannotDraw(problem);
  return (
    <div className={`${layout.layers} ${layout.overPicture} ${classes.picture}`}>
      <canvas ref={canvas} role="img" aria-label={messages.pane.picture(image.type ?? messages.notLabelled)} data-testid="review-picture" />
      {geometry && metadata && (!playing || isStrip(image)) && (
        <Overlay
          image={image}
          original={original}
          types={types}
          frame={frame}
          box={box}
          line={line}
          sides={sides}
          strokes={strokes}
          issues={issues}
          metadata={metadata as ImageMetadata}
        />
      )}
      {message !== null && <p role="alert">{message}</p>}
      {message === null && isEmpty && <LoadingLine text={messages.pane.loading} />}
    </div>
  );
}

type OverlayProps = Pick<PictureProps, 'image' | 'original' | 'types' | 'frame' | 'box' | 'line' | 'sides' | 'strokes' | 'issues'> & {
  metadata: ImageMetadata;
};

/** The picture is rendered more often than its lines change: while its clip arrives. */
const Overlay = memo(function Overlay({ image, original, types, frame, box, line, sides, strokes = null, issues, metadata }: OverlayProps) {
  const { width, height } = metadata;
  const aspect = pixelAspect(metadata);
  // The corner of the picture is half a pixel before the centre of its first one.
  const { x, y, ...size } = box ?? { x: -0.5, y: -0.5, width, height };
  const viewBox = `${x} ${y * aspect} ${size.width} ${size.height * aspect}`;
  return (
    <svg
      className={`${layout.covering} ${layout.tracedLines} ${layout.tracedHalo} ${classes.overlay}`}
      viewBox={viewBox}
      data-zoomed={box !== null}
      aria-hidden="true"
    >
      <g transform={`scale(1 ${aspect})`}>
        {sides !== 'reviewed' && original && (
          <Side image={original} types={types} frame={frame} line={line} dotted={sides === 'both'} stroke={strokes?.original ?? null} />
        )}
        {sides !== 'original' && (
          <Side image={image} types={types} frame={frame} line={line} dotted={false} stroke={strokes?.shown ?? null} />
        )}
        <Marks image={image} frame={frame} issues={issues} width={width} height={height} />
      </g>
    </svg>
  );
});

interface SideProps extends Pick<PictureProps, 'image' | 'types' | 'frame' | 'line'> {
  dotted: boolean;
  /** Colour of a reader; null for the colours of the lines. */
  stroke: string | null;
}

function Side({ image, types, frame, line, dotted, stroke }: SideProps) {
  const shapes = linesOn(image, frame, types);
  const colourOf = (colour: string): string => stroke ?? (dotted ? 'var(--warn)' : colour);
  return (
    <g data-side={dotted ? 'original' : 'shown'} data-reader={stroke !== null}>
      {marksOn(image).map(({ key, x, top, bottom, colour }) => (
        <line key={key} x1={x} x2={x} y1={top} y2={bottom} stroke={colourOf(colour)} />
      ))}
      {shapes.map(({ key, points }) => (
        <polyline key={`halo ${key}`} points={points} className={layout.halo ?? ''} />
      ))}
      {shapes.map(({ key, points, colour }) => (
        <polyline key={key} points={points} stroke={colourOf(colour)} data-chosen={key === line} />
      ))}
    </g>
  );
}

/** Radius of the mark of an issue, as a part of the picture's width. */
const MARK_OF_WIDTH = 0.012;

/** Where open issues of the frame point to; they take no pointer, so that wheel and drawing reach the parts below. */
function Marks({
  image,
  frame,
  issues,
  width,
  height,
}: Pick<PictureProps, 'image' | 'frame' | 'issues'> & { width: number; height: number }) {
  return issues.map(({ id, anchor, resolved }) => {
    if (anchor === null || resolved) return null;
    const place = anchorPlace(anchor, image);
    const { frame_number } = anchorTarget(anchor, image, Number.POSITIVE_INFINITY);
    if (place === null || (frame_number !== null && frame_number !== frame)) return null;
    const { x, y } = place;
    if (y === null) return <line key={id} x1={x} x2={x} y1={0} y2={height} stroke="var(--bad)" data-issue={id} />;
    return <circle key={id} cx={x} cy={y} r={width * MARK_OF_WIDTH} fill="none" stroke="var(--bad)" data-issue={id} />;
  });
}
