import { useEffect, useState } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { StillPicture } from '../../image-page/frame-picture/draw-frame.ts';
import { FramePicture } from '../../image-page/frame-picture/frame-picture.tsx';
import { keyPicture } from './key-picture.ts';

interface Props {
  file: StudyFile;
  image: AnalysisImage | undefined;
  /** From 1. */
  frame: number;
  types: readonly ImageTypeRow[];
}

/** One frame with its lines as they are stored now. */
export function KeyImage({ file, image, frame, types }: Props) {
  const [picture, setPicture] = useState<StillPicture | string | null>(null);
  useEffect(() => {
    let here = true;
    void keyPicture(file, frame).then((found) => {
      if (here) setPicture(found);
    });
    return () => {
      here = false;
    };
  }, [file, frame]);
  return <FramePicture picture={picture} image={image} frame={frame} types={types} />;
}
