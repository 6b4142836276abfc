/** What a page of images is made of: a name, and parts that are put into the frame they all share. */
import type { ReactNode } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { Bindings } from '../lib/keys.ts';
import type { StudyLink, StudyPage } from '../lib/study-link.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import type { LabelEvent } from '../tools/labels/events.ts';
import type { Seat } from '../tools/stack.ts';
import type { KeyHint } from '../ui/key-strip.tsx';
import type { Player } from '../viewer/clip/player.ts';
import type { Stage } from '../viewer/stage.ts';
import type { SectionName } from './panel-place.ts';

/** What a part is given. */
export interface PageContext {
  page: StudyPage;
  study: OpenStudy;
  link: StudyLink;
  /** Images of the page in their order; the filter of the thumbnails has left some out. */
  files: readonly StudyFile[];
  file: StudyFile | null;
  /** Analysis of the image that is shown; undefined before it has any. */
  image: AnalysisImage | undefined;
  /** instance_id of every image that labels are set on, the one shown first. */
  targets: readonly string[];
  player: Player | null;
  send: (event: LabelEvent) => void;
  openHistory: () => void;
}

/** A tab of the panel at the right. */
export interface PanelPart {
  id: string;
  label: string;
  render: (context: PageContext) => ReactNode;
  /** What the strip of keys says while the keyboard is in the panel; null while the keys of the page hold. */
  strip?: (context: PageContext, focus: SectionName | null) => { mode: string; hints: readonly KeyHint[] } | null;
}

/** Makes a tool that is used on the picture. `context` is the page as it is when it is asked for. */
export type ToolPart = (page: { context: () => PageContext; stage: Stage }) => Seat;

export interface PageParts {
  page: StudyPage;
  /** Name of the mode in the strip of keys. */
  mode: string;
  /** Above thumbnails and picture. */
  above?: (context: PageContext) => ReactNode;
  panel: readonly PanelPart[];
  /** The uppermost first; their keys win over those of the page and of the viewer. */
  tools: readonly ToolPart[];
  hints: (context: PageContext) => readonly KeyHint[];
  keys: (context: PageContext) => Bindings;
}
