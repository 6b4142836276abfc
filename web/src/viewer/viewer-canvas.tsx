import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type WheelEvent as ReactWheelEvent } from 'react';
import type { Player } from './player.ts';
import { Animation, type Overlay, type Scene } from './animation.ts';
import type { Surface } from './gl.ts';
import { leaveSurface, takeSurface } from './page-surface.ts';
import type { ToneSetting } from './tone.ts';
import { centred, fit, keepVisible, onWholePixels, pan, screenToImage, zoomAt, type Point, type Size, type ViewTransform } from './view-transform.ts';
import classes from './viewer-canvas.module.css';

/** Zoom of one wheel notch. */
const WHEEL_ZOOM = 1.0015;
/** Tells a click from a drag, in CSS pixels. */
const DRAG_FROM_PX = 3;

export interface CanvasHandle {
  fit: () => void;
  /** CSS pixels an image pixel, about the middle of the canvas. */
  zoomTo: (scale: number) => void;
  zoomBy: (factor: number) => void;
  panBy: (dx: number, dy: number) => void;
}

export interface ViewerCanvasProps {
  player: Player;
  /** Height of a pixel over its width. */
  aspect: number;
  tone: ToneSetting;
  /** Lines over the frame that is really drawn. */
  overlay: Overlay | null;
  onCursor: (point: Point | null) => void;
  onView: (view: ViewTransform) => void;
  onHandle: (handle: CanvasHandle | null) => void;
  onFailure: (text: string) => void;
}

/** The picture: one canvas, one animation frame for picture and lines. Wheel steps frames, Ctrl+wheel zooms, dragging moves. */
export function ViewerCanvas(props: ViewerCanvasProps) {
  const { player, aspect } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const state = useRef<Scene & { fitted: boolean }>({
    player, surface: null, view: null, fitted: true, dirty: true, size: { width: 0, height: 0 }, tone: props.tone, overlay: props.overlay,
  });
  state.current.player = player;
  state.current.tone = props.tone;
  state.current.overlay = props.overlay;
  const [dragging, setDragging] = useState(false);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);

  // Of the player that is shown now: what draws and listens outlives the one it began with.
  const imageSize = (): Size | null => {
    const { player: shown } = latest.current;
    const frame = shown.frame();
    if (frame) return frame;
    const { metadata } = shown.state;
    return metadata ? { width: metadata.width, height: metadata.height } : null;
  };

  const setView = (view: ViewTransform, fitted: boolean) => {
    const image = imageSize();
    const current = state.current;
    current.view = onWholePixels(image ? keepVisible(view, image, current.size) : view, window.devicePixelRatio);
    current.fitted = fitted;
    current.dirty = true;
    latest.current.onView(current.view);
  };

  // The page's surface stays here as long as this component; players come and go on it.
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const current = state.current;
    let surface: Surface;
    try {
      surface = takeSurface(place);
    } catch (error) {
      latest.current.onFailure(`Pictures cannot be drawn: ${error instanceof Error ? error.message : String(error)}. Turn on hardware acceleration or WebGL in the settings of the browser.`);
      return;
    }
    current.surface = surface;
    const element = surface.canvas;
    element.className = classes.surface ?? '';
    element.dataset['testid'] = 'viewer';
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', 'Ultrasound image');
    const resize = new ResizeObserver(() => {
      const box = place.getBoundingClientRect();
      current.size = { width: box.width, height: box.height };
      const ratio = window.devicePixelRatio;
      element.width = Math.max(1, Math.round(box.width * ratio));
      element.height = Math.max(1, Math.round(box.height * ratio));
      const image = imageSize();
      if (image && current.view) setView(current.fitted ? fit(image, current.size, latest.current.aspect) : current.view, current.fitted);
      current.dirty = true;
    });
    resize.observe(place);
    surface.onRestored = () => { current.dirty = true; };
    const animation = new Animation();
    let told = -1;
    let request = 0;
    const animate = (now: number) => {
      request = requestAnimationFrame(animate);
      if (current.dirty && !current.view && current.size.width > 0) {
        const image = imageSize();
        if (image) setView(fit(image, current.size, latest.current.aspect), true);
      }
      animation.step(now, current);
      const { ticks, heldFrames, playing } = current.player;
      if (playing || ticks === told) return;
      told = ticks;
      element.dataset['ticks'] = String(ticks);
      element.dataset['held'] = String(heldFrames);
    };
    request = requestAnimationFrame(animate);
    return () => {
      cancelAnimationFrame(request);
      resize.disconnect();
      surface.onRestored = () => undefined;
      current.surface = null;
      leaveSurface(place, surface);
    };
  }, []);

  useEffect(() => {
    const current = state.current;
    current.view = null;
    current.fitted = true;
    current.dirty = true;
    current.surface?.forget();
    const palette = () => {
      const entries = player.state.metadata?.palette?.rgb;
      current.surface?.setPalette(entries ? Uint8Array.from(entries) : null);
    };
    let paletteSet = false;
    player.onChange = () => {
      if (!paletteSet && player.state.metadata) { paletteSet = true; palette(); }
      current.dirty = true;
    };
    if (player.state.metadata) { paletteSet = true; palette(); }
    const middle = (): Point => ({ x: current.size.width / 2, y: current.size.height / 2 });
    latest.current.onHandle({
      fit: () => { const image = imageSize(); if (image) setView(fit(image, current.size, latest.current.aspect), true); },
      zoomTo: (scale) => {
        const image = imageSize();
        if (image) setView(current.view ? zoomAt(current.view, scale, middle()) : centred(image, current.size, latest.current.aspect, scale), false);
      },
      zoomBy: (factor) => { if (current.view) setView(zoomAt(current.view, current.view.scale * factor, middle()), false); },
      panBy: (dx, dy) => { if (current.view) setView(pan(current.view, dx, dy), false); },
    });
    return () => {
      player.onChange = () => undefined;
      latest.current.onHandle(null);
    };
  }, [player]);

  useEffect(() => {
    const image = imageSize();
    const current = state.current;
    if (image && current.view) setView(current.fitted ? fit(image, current.size, aspect) : { ...current.view, aspect }, current.fitted);
  }, [aspect]);

  // Contrast, brightness and lines of the overlay are drawn with the next animation frame.
  state.current.dirty = true;

  const at = (event: ReactPointerEvent | ReactWheelEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const onMove = (event: ReactPointerEvent<HTMLDivElement>) => {
    const current = state.current;
    const point = at(event);
    const held = drag.current;
    if (held && current.view) {
      const dx = point.x - held.x;
      const dy = point.y - held.y;
      if (held.moved || Math.hypot(dx, dy) >= DRAG_FROM_PX) {
        held.moved = true;
        setDragging(true);
        setView(pan(current.view, dx, dy), false);
        held.x = point.x;
        held.y = point.y;
      }
    }
    props.onCursor(current.view ? screenToImage(current.view, point) : null);
  };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    // React listens to wheel passively, and then the page would scroll and zoom too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const current = state.current;
      if (event.ctrlKey || event.metaKey) {
        const box = element.getBoundingClientRect();
        if (current.view) setView(zoomAt(current.view, current.view.scale * WHEEL_ZOOM ** -event.deltaY, { x: event.clientX - box.left, y: event.clientY - box.top }), false);
      } else {
        latest.current.player.step(Math.sign(event.deltaY || event.deltaX) * (event.shiftKey ? 10 : 1));
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => { element.removeEventListener('wheel', onWheel); };
  }, []);

  return (
    <div
      ref={host} className={classes.host} data-dragging={dragging}
      onPointerDown={(event) => { if (event.button === 0) { drag.current = { ...at(event), moved: false }; event.currentTarget.setPointerCapture(event.pointerId); } }}
      onPointerMove={onMove}
      onPointerUp={() => { drag.current = null; setDragging(false); }}
      onPointerCancel={() => { drag.current = null; setDragging(false); }}
      onPointerLeave={() => { props.onCursor(null); }}
      onDoubleClick={() => { const image = imageSize(); if (image) setView(fit(image, state.current.size, aspect), true); }}
    />
  );
}
