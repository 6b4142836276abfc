/** Structure of a page of images: a name, and parts that are put into the frame they all share. */
import type { ReactNode, RefObject } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import type { Bindings } from '../lib/keys.ts';
import type { StudyLink, StudyPage } from '../lib/study-link.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import type { LabelEvent } from '../tools/labels/events.ts';
import type { Seat, ToolStack } from '../tools/stack.ts';
import type { KeyHint } from '../ui/key-strip.tsx';
import type { Player } from '../viewer/clip/player.ts';
import type { Stage } from '../viewer/stage.ts';
import type { SectionName } from './panel-place.ts';

/** Inputs of a part. */
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
  /** Images shown at once, the one shown first among them; none on a page that shows one. */
  panes: readonly PanePart[];
  send: (event: LabelEvent) => void;
  /** Reports every step of the active tools. */
  tools: ToolStack;
  openHistory: () => void;
}

/** One of several images that are shown at once. */
export interface PanePart {
  file: StudyFile;
  /** Its number among the images of the page, from 1. */
  number: number;
  image: AnalysisImage | undefined;
  player: Player;
}

/** A tab of the panel at the right. */
export interface PanelPart {
  id: string;
  label: string;
  /** Short text of its tab among many: a part of `label`. */
  short?: string;
  render: (context: PageContext) => ReactNode;
  /** Text of the strip of keys while the keyboard is in the panel; null while the keys of the page hold. */
  strip?: (context: PageContext, focus: SectionName | null) => { mode: string; hints: readonly KeyHint[] } | null;
}

/** Makes a tool that is used on the picture. `context` is the page as it is when it is asked for. */
export type ToolPart = (page: { context: () => PageContext; stage: Stage }) => Seat;

export interface PageParts {
  page: StudyPage;
  /** Name of the mode in the strip of keys. */
  mode: string | ((context: PageContext) => string);
  /** Which of the active images the page is about; without it all of them. */
  lists?: (file: StudyFile, image: AnalysisImage | undefined, study: OpenStudy) => boolean;
  /** The page changes no label: its keys only walk the images. */
  labelsStay?: boolean;
  /** Content in place of the picture where the page lists no image. */
  none?: (context: PageContext) => ReactNode;
  /** Thumbnails in one column: the picture is what the page is about. */
  narrow?: boolean;
  /** Above thumbnails and picture. */
  above?: (context: PageContext) => ReactNode;
  /** Content in place of the picture on a page that shows several images at once, and their number. */
  beside?: { count: number; render: (context: PageContext, home: RefObject<HTMLDivElement | null>) => ReactNode };
  /** A column of tools to the left of the picture. */
  column?: (context: PageContext) => ReactNode;
  /** In the strip above the picture. */
  state?: (context: PageContext) => ReactNode;
  /** Over the picture; it takes no pointer. */
  over?: (context: PageContext) => ReactNode;
  /** Over the bar of the clip's frames. */
  timeline?: (context: PageContext) => ReactNode;
  /** Between the player and the strip of keys. */
  below?: (context: PageContext) => ReactNode;
  /** In the bar of the player, before what every page has there. */
  controls?: (context: PageContext) => ReactNode;
  panel: readonly PanelPart[];
  /** The uppermost first; their keys win over the page's and the viewer's. */
  tools: readonly ToolPart[];
  hints: (context: PageContext) => readonly KeyHint[];
  keys: (context: PageContext) => Bindings;
}
