import { useEffect, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { linesOn, marksOn } from '../../image-page/drawn.ts';
import { pixelAspect } from '../../viewer/view/pixel-aspect.ts';
import classes from './key-images.module.css';
import { keyPicture, type KeyPicture } from './key-picture.ts';
import { messages } from './messages.ts';

interface Props {
  file: StudyFile;
  image: AnalysisImage | undefined;
  /** From 1. */
  frame: number;
  types: readonly ImageTypeRow[];
}

/** One frame with its lines as they are stored now. */
export function KeyImage({ file, image, frame, types }: Props) {
  const [picture, setPicture] = useState<KeyPicture | string | null>(null);
  useEffect(() => {
    let here = true;
    void keyPicture(file, frame).then((found) => {
      if (here) setPicture(found);
    });
    return () => {
      here = false;
    };
  }, [file, frame]);
  if (picture === null) return <p role="status">{messages.picture.loading}</p>;
  if (typeof picture === 'string') return <p role="alert">{messages.picture.failed(picture)}</p>;
  const { width, height } = picture.metadata;
  const aspect = pixelAspect(picture.metadata);
  return (
    <div className={classes.picture} data-testid="key-picture">
      <img src={picture.url} alt={messages.picture.frameOf(image?.type ?? messages.picture.image, frame)} />
      {/* The corner of the picture is half a pixel before the centre of its first one. */}
      <svg viewBox={`-0.5 ${-0.5 * aspect} ${width} ${height * aspect}`} aria-hidden="true">
        <g transform={`scale(1 ${aspect})`}>{image && <Lines image={image} frame={frame} types={types} />}</g>
      </svg>
    </div>
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
        <polyline key={`halo ${key}`} points={points} className={classes.halo ?? ''} />
      ))}
      {lines.map(({ key, points, colour }) => (
        <polyline key={key} points={points} stroke={colour} />
      ))}
    </>
  );
}
