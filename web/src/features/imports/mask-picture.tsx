import { useId, useState } from 'react';
import type { DeviceMask, PictureMask, PixelRectangle } from '@echometry/contract/records/device-mask.ts';
import classes from './imports.module.css';

/** Pixels around a region that stay visible (engine-rs/src/deid/mask, REGION_MARGIN_PX). */
const REGION_MARGIN_PX = 1;
/** Shortest side of a rectangle that was drawn on purpose, in pixels of the picture. */
const MIN_DRAWN_PX = 2;

interface Point {
  x: number;
  y: number;
}

interface PictureProps {
  device: DeviceMask;
  mask: PictureMask;
  /** Address of the sampled frame; null while there is none. */
  url: string | null;
  isMasked: boolean;
  label: string;
  /** Takes what was drawn; null where nothing can be drawn. */
  onDraw: ((rectangle: PixelRectangle) => void) | null;
}

function between(a: Point, b: Point): PixelRectangle {
  const [x, y] = [Math.floor(Math.min(a.x, b.x)), Math.floor(Math.min(a.y, b.y))];
  return { x, y, width: Math.ceil(Math.max(a.x, b.x)) - x, height: Math.ceil(Math.max(a.y, b.y)) - y };
}

/** A sampled frame with what the mask hides, in the pixels of the file. */
export function MaskPicture({ device: { columns, rows, regions }, mask, url, isMasked, label, onDraw }: PictureProps) {
  const id = useId();
  const [drawn, setDrawn] = useState<[Point, Point] | null>(null);
  const at = (event: React.PointerEvent<SVGSVGElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (part: number, most: number): number => Math.min(Math.max(part, 0), 1) * most;
    return { x: along((event.clientX - box.left) / box.width, columns), y: along((event.clientY - box.top) / box.height, rows) };
  };
  const finish = (): void => {
    if (drawn !== null && onDraw !== null) {
      const rectangle = between(...drawn);
      if (rectangle.width >= MIN_DRAWN_PX && rectangle.height >= MIN_DRAWN_PX) onDraw(rectangle);
    }
    setDrawn(null);
  };
  // A pixel beyond each edge: what is scaled would shine through there.
  const whole = { x: -1, y: -1, width: columns + 2, height: rows + 2 };
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${columns} ${rows}`}
      role="img"
      aria-label={label}
      data-draws={onDraw !== null}
      onPointerDown={(event) => {
        if (onDraw === null || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn([at(event), at(event)]);
      }}
      onPointerMove={(event) => drawn !== null && setDrawn([drawn[0], at(event)])}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(null)}
    >
      <defs>
        <mask id={id}>
          <rect {...whole} fill="white" />
          {regions.map(({ x, y, width, height }, index) => (
            <rect
              key={index}
              x={x - REGION_MARGIN_PX}
              y={y - REGION_MARGIN_PX}
              width={width + 2 * REGION_MARGIN_PX}
              height={height + 2 * REGION_MARGIN_PX}
              fill="black"
            />
          ))}
          {mask.shown.map((rectangle, index) => (
            <rect key={index} {...rectangle} fill="black" />
          ))}
          {mask.hidden.map((rectangle, index) => (
            <rect key={index} {...rectangle} fill="white" />
          ))}
        </mask>
      </defs>
      {url !== null && <image href={url} width={columns} height={rows} preserveAspectRatio="none" />}
      {isMasked && <rect {...whole} fill="black" mask={`url(#${id})`} />}
      {!isMasked &&
        [...regions, ...mask.shown, ...mask.hidden].map((rectangle, index) => (
          <rect key={index} {...rectangle} className={classes.outline} />
        ))}
      {drawn !== null && <rect {...between(...drawn)} className={classes.outline} />}
    </svg>
  );
}
