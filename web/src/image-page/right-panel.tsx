import { IconPinned, IconPinnedOff, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { Stage } from '../viewer/stage.ts';
import { messages } from './messages.ts';
import type { PageContext, PanelPart } from './parts.ts';
import { useIsPictureThere } from './picture-there.ts';
import { MAX_WIDTH_PX, MIN_WIDTH_PX, STEP_PX, moveBy, panel, setPanel, setWidth } from './panel-place.ts';
import layout from '../ui/layout.module.css';
import classes from './image-page.module.css';

/** Number of tabs whose whole names fit next to each other. */
const ROOMY_TABS = 2;

/** The panel at the right: docked next to the picture or floating over it, as wide as it was left. Its content follows the picture. */
export function RightPanel({ parts, context, stage }: { parts: readonly PanelPart[]; context: PageContext; stage: Stage | null }) {
  const { open, width, docked, right, top } = useSnapshot(panel);
  const part = parts.find(({ id }) => id === open);
  const [unfolded, setUnfolded] = useUnfolded(open);
  const isPictureThere = useIsPictureThere(stage);
  if (!part) return null;
  if (!unfolded)
    return (
      <aside className={classes.rail} aria-label={part.label}>
        <button type="button" aria-label={messages.panel.show(part.label)} aria-expanded={false} onClick={() => setUnfolded(true)}>
          {part.short ?? part.label}
        </button>
      </aside>
    );
  return (
    <aside className={classes.panel} data-docked={docked} aria-label={part.label} style={docked ? { width } : { width, right, top }}>
      <Edge width={width} />
      <header
        onPointerDown={(event) => {
          if (!docked && event.target === event.currentTarget) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveBy(event.movementX, event.movementY);
        }}
      >
        <div role="tablist" aria-label={messages.panel.label}>
          {parts.map(({ id, label, short }) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-label={label}
              title={label}
              aria-selected={id === open}
              onClick={() => setPanel({ open: id })}
            >
              {parts.length > ROOMY_TABS ? (short ?? label) : label}
            </button>
          ))}
        </div>
        <button
          type="button"
          className={layout.tool}
          aria-label={docked ? messages.panel.undock : messages.panel.dock}
          title={docked ? messages.panel.undock : messages.panel.dock}
          onClick={() => setPanel({ docked: !docked })}
        >
          {docked ? <IconPinnedOff size={16} stroke={1.6} /> : <IconPinned size={16} stroke={1.6} />}
        </button>
        <button
          type="button"
          className={layout.tool}
          aria-label={messages.panel.close(part.label)}
          onClick={() => setPanel({ open: null })}
        >
          <IconX size={16} stroke={1.6} />
        </button>
      </header>
      {isPictureThere && part.render(context)}
    </aside>
  );
}

const NARROW = globalThis.matchMedia?.('(max-width: 800px)');
const onNarrow = (changed: () => void) => {
  NARROW?.addEventListener('change', changed);
  return () => NARROW?.removeEventListener('change', changed);
};

/** In a narrow window the panel is a rail next to the picture until the user opens it, by a click or by the key of a part. */
function useUnfolded(open: string | null): [boolean, (unfolded: boolean) => void] {
  const narrow = useSyncExternalStore(onNarrow, () => NARROW?.matches ?? false);
  const [unfolded, setUnfolded] = useState(false);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== open) setUnfolded(open !== null);
    before.current = open;
  }, [open]);
  useEffect(() => {
    if (narrow) setUnfolded(false);
  }, [narrow]);
  return [!narrow || unfolded, setUnfolded];
}

/** The edge that is drawn, or moved by the arrow keys, to change the width. */
function Edge({ width }: { width: number }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? STEP_PX : event.key === 'ArrowRight' ? -STEP_PX : 0;
    if (by === 0) return;
    event.preventDefault();
    setWidth(width + by);
  };
  return (
    <div
      className={classes.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={messages.panel.width}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event: PointerEvent) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidth(panel.width - event.movementX);
      }}
    />
  );
}
