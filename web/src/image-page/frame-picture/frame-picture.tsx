import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { pixelAspect } from '../../viewer/view/pixel-aspect.ts';
import { linesOn, marksOn } from '../drawn.ts';
import type { StillPicture } from './draw-frame.ts';
import layout from '../../ui/layout.module.css';
import classes from './frame-picture.module.css';
import { messages } from './messages.ts';

/** A place of the picture that is meant, in stored pixels: a column where `y` is null. */
export type Place = { x: number; y: number | null };

interface Props {
  /** Null while it is drawn; a text where it cannot be. */
  picture: StillPicture | string | null;
  image: AnalysisImage | undefined;
  /** From 1. */
  frame: number;
  types: readonly ImageTypeRow[];
  place?: Place | null;
}

/** One frame with its lines as they are stored now, and a ring or a line where a place is meant. */
export function FramePicture({ picture, image, frame, types, place = null }: Props) {
  if (picture === null) return <LoadingLine text={messages.loading} />;
  if (typeof picture === 'string') return <p role="alert">{messages.failed(picture)}</p>;
  const { width, height } = picture.metadata;
  const aspect = pixelAspect(picture.metadata);
  return (
    <div
      className={`${layout.layers} ${layout.tracedLines} ${layout.tracedMarks} ${layout.tracedHalo} ${classes.picture}`}
      data-testid="key-picture"
      data-frame={frame}
    >
      <img src={picture.url} alt={messages.frameOf(image?.type ?? messages.image, frame)} />
      {/* The corner of the picture is half a pixel before the centre of its first one. */}
      <svg viewBox={`-0.5 ${-0.5 * aspect} ${width} ${height * aspect}`} aria-hidden="true">
        <g transform={`scale(1 ${aspect})`}>{image && <Lines image={image} frame={frame} types={types} />}</g>
        {place && <Ring x={place.x} y={place.y === null ? null : place.y * aspect} width={width} height={height * aspect} />}
      </svg>
    </div>
  );
}

/** Radius of the ring as a share of the picture's width. */
const RING = 1 / 32;

function Ring({ x, y, width, height }: Place & { width: number; height: number }) {
  return (
    <g className={classes.place ?? ''} data-testid="place">
      {y === null ? <line x1={x} x2={x} y1={0} y2={height} /> : <circle cx={x} cy={y} r={width * RING} />}
    </g>
  );
}

function Lines({ image, frame, types }: { image: AnalysisImage } & Pick<Props, 'frame' | 'types'>) {
  const lines = linesOn(image, frame, types);
  return (
    <>
      {marksOn(image).map(({ key, x, top, bottom, colour }) => (
        <line key={key} x1={x} x2={x} y1={top} y2={bottom} stroke={colour} />
      ))}
      {lines.map(({ key, points }) => (
        <polyline key={`halo ${key}`} points={points} className={layout.halo ?? ''} />
      ))}
      {lines.map(({ key, points, colour }) => (
        <polyline key={key} points={points} stroke={colour} />
      ))}
    </>
  );
}
