/** Where the panel at the right is and how wide; this browser remembers it. */
import { proxy } from 'valtio';

/** Width in CSS pixels: as designed, and how far it may be drawn. */
const SHIPPED_WIDTH_PX = 320;
export const MIN_WIDTH_PX = 240;
export const MAX_WIDTH_PX = 560;
/** Step of an arrow key. */
export const STEP_PX = 16;
/** A floating panel keeps at least this much of itself in the window. */
const KEEP_PX = 60;

const STORE = 'echometry.panel';

/** Sections of the panel on quality and comments. */
export type SectionName = 'quality' | 'comments';
/** Everything that can be folded to its heading: those sections, and the curves below the player. */
export type FoldName = SectionName | 'curves';

export interface PanelPlace {
  /** The open part; null while the panel is closed. */
  open: string | null;
  width: number;
  docked: boolean;
  /** Distance of a floating panel from the right and upper edge of the picture. */
  right: number;
  top: number;
  /** Of these only the heading is shown. */
  folded: readonly FoldName[];
  /** Which of its two forms quality control has where a project has both. */
  qualityMode: 'quick' | 'complete';
}

const SHIPPED: PanelPlace = { open: null, width: SHIPPED_WIDTH_PX, docked: true, right: 16, top: 56, folded: [], qualityMode: 'complete' };

function stored(): PanelPlace {
  try {
    const found = JSON.parse(globalThis.localStorage?.getItem(STORE) ?? '{}') as Partial<PanelPlace>;
    return { ...SHIPPED, ...found, width: clampWidth(found.width ?? SHIPPED_WIDTH_PX) };
  } catch {
    return { ...SHIPPED };
  }
}

export const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, MIN_WIDTH_PX), MAX_WIDTH_PX));

export const panel = proxy<PanelPlace>(stored());

export function setPanel(change: Partial<PanelPlace>): void {
  Object.assign(panel, change);
  try {
    globalThis.localStorage?.setItem(STORE, JSON.stringify(panel));
  } catch {
    // A full store remembers nothing; the panel is as it is.
  }
}

export const setWidth = (width: number): void => setPanel({ width: clampWidth(width) });

export function moveBy(dx: number, dy: number): void {
  setPanel({
    right: Math.min(Math.max(panel.right - dx, KEEP_PX - panel.width), window.innerWidth - KEEP_PX),
    top: Math.min(Math.max(panel.top + dy, 0), window.innerHeight - KEEP_PX),
  });
}

export const togglePanel = (id: string): void => setPanel({ open: panel.open === id ? null : id });

/** The panel on quality and comments. */
export const ASSESSMENT = 'assessment';

/** Where the keyboard is in it, and where it is to go; of the moment, and not remembered. */
export const panelFocus = proxy<{ in: SectionName | null; wanted: SectionName | null }>({ in: null, wanted: null });

export const isShown = (name: SectionName): boolean => panel.open === ASSESSMENT && !panel.folded.includes(name);

export function fold(name: FoldName, folded: boolean): void {
  setPanel({ folded: [...panel.folded.filter((one) => one !== name), ...(folded ? [name] : [])] });
}

/** Folds a section; a panel whose sections are all folded is closed, and open again as a whole. */
export function closeSection(name: SectionName, sections: readonly SectionName[]): void {
  const left = sections.filter((one) => one !== name && !panel.folded.includes(one));
  if (left.length > 0) fold(name, true);
  else setPanel({ open: null, folded: panel.folded.filter((one) => !(sections as readonly FoldName[]).includes(one)) });
}

/** Puts the keyboard into a section that is shown. */
export const goToSection = (name: SectionName): void => {
  panelFocus.wanted = name;
};

/** Opens a section, on this page and on the next ones. */
export const openSection = (name: SectionName): void => setPanel({ open: ASSESSMENT, folded: panel.folded.filter((one) => one !== name) });

/** The key of a section: opens it, goes to it, and closes it where the keyboard is in it already. */
export function toggleSection(name: SectionName, sections: readonly SectionName[]): void {
  if (isShown(name) && document.activeElement?.closest(`[data-section=${name}]`)) return closeSection(name, sections);
  openSection(name);
  goToSection(name);
}
