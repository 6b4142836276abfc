/** Where the panel at the right is and how wide; this browser remembers it. */
import { proxy } from 'valtio';

/** Width in CSS pixels: as designed, and how far it may be drawn. */
const SHIPPED_WIDTH_PX = 320;
export const MIN_WIDTH_PX = 240;
export const MAX_WIDTH_PX = 560;
/** What an arrow key changes. */
export const STEP_PX = 16;
/** A floating panel keeps at least this much of itself in the window. */
const KEEP_PX = 60;

const STORE = 'echometry.panel';

export interface PanelPlace {
  /** The open part; null while the panel is closed. */
  open: string | null;
  width: number;
  docked: boolean;
  /** Distance of a floating panel from the right and upper edge of the picture. */
  right: number;
  top: number;
}

const SHIPPED: PanelPlace = { open: null, width: SHIPPED_WIDTH_PX, docked: true, right: 16, top: 56 };

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
