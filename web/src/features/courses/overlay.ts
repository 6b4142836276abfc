import type { ComponentType } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReadLine } from '@echometry/contract/rules/consensus-lines.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { Player } from '../../viewer/clip/player.ts';

/** A picture under the lines of two readings. */
export type Overlay = ComponentType<{
  study: OpenStudy;
  player: Player;
  first: AnalysisImage | undefined;
  second: AnalysisImage | undefined;
  result: undefined;
  shown: 'both' | 'first' | 'second';
  line: ReadLine | null;
}>;
