import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type PointerEvent, type RefObject } from 'react';
import { seat, type ToolStack } from '../../tools/stack.ts';
import { panTool } from '../../tools/pan/pan.ts';
import type { InputEvent, Modifiers } from '../../tools/port.ts';
import { turnOf } from '../../tools/wheel/turn.ts';
import { wheelTool } from '../../tools/wheel/wheel.ts';
import type { Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import type { Stage } from '../stage.ts';
import type { Point } from '../view/view-transform.ts';
import layout from '../../ui/layout.module.css';
import classes from './viewer.module.css';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

interface Keys {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}
const modifiers = ({ shiftKey, ctrlKey, metaKey, altKey }: Keys): Modifiers => ({ shift: shiftKey, ctrl: ctrlKey || metaKey, alt: altKey });

export interface ViewerCanvasProps {
  stage: Stage;
  player: Player | null;
  /** Every pointer event goes to these; pan and wheel are seated below all others. */
  tools: ToolStack;
  /** Takes the focus after hands did something elsewhere on the page. */
  home: RefObject<HTMLDivElement | null>;
  onCursor: (stored: Point | null) => void;
  onFailure: (text: string) => void;
}

/** The picture: every pointer event goes to the tools. */
export function ViewerCanvas({ stage, player, tools, home, onCursor, onFailure }: ViewerCanvasProps) {
  useViewerTools(tools, stage, player);
  const cursor = useSyncExternalStore(tools.subscribe, () => tools.cursor());
  useSurface(stage, home, onFailure);
  const send = (event: InputEvent) => tools.send(event);
  useWheel(home, stage, send);

  const pointer = (type: 'pointer-down' | 'pointer-up', event: PointerEvent) => {
    send({ type, at: stage.placeOf(event), button: event.button, keys: modifiers(event) });
  };
  return (
    <div
      ref={home}
      className={classes.host}
      data-cursor={cursor}
      tabIndex={-1}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer('pointer-down', event);
      }}
      onPointerUp={(event) => {
        pointer('pointer-up', event);
      }}
      onPointerMove={(event) => {
        const at = stage.placeOf(event);
        send({ type: 'pointer-move', at, keys: modifiers(event) });
        stage.cursor = at.screen;
        onCursor(at.stored);
      }}
      onPointerCancel={() => {
        send({ type: 'pointer-cancel' });
      }}
      onPointerLeave={() => {
        stage.cursor = null;
        onCursor(null);
      }}
      // The right button belongs to the tools.
      onContextMenu={(event) => {
        event.preventDefault();
      }}
      onDoubleClick={(event) => {
        send({ type: 'double-click', at: stage.placeOf(event), keys: modifiers(event) });
      }}
    />
  );
}

/** Pan and wheel, lowest of all tools. */
function useViewerTools(tools: ToolStack, stage: Stage, player: Player | null): void {
  const latest = useRef(player);
  latest.current = player;
  useEffect(() => {
    const pan = seat(
      panTool,
      () => null,
      (effect) => {
        if (effect.type === 'pan') stage.view.panBy(effect.dx, effect.dy);
        else stage.view.fit();
      },
    );
    const wheel = seat(
      wheelTool,
      () => null,
      (effect) => {
        if (effect.type === 'zoom') stage.view.zoomBy(effect.factor, effect.about);
        else latest.current?.step(effect.frames);
      },
    );
    const leave = [tools.add(wheel, 'viewer'), tools.add(pan, 'viewer')];
    return () => {
      for (const one of leave) one();
    };
  }, [tools, stage]);
}

function useSurface(stage: Stage, home: RefObject<HTMLDivElement | null>, onFailure: (text: string) => void): void {
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    if (!home.current) return;
    try {
      return stage.mount(home.current, layout.fillsBox ?? '');
    } catch (error) {
      failed(messages.picture.cannotDraw(messageOf(error)));
    }
    // The surface stays as long as the component; players change on it.
  }, [stage, home]);
}

/** React listens to wheel passively, and then the page would scroll and zoom too. */
function useWheel(home: RefObject<HTMLDivElement | null>, stage: Stage, send: (event: InputEvent) => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const element = home.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current({ type: 'wheel', at: stage.placeOf(event), turn: turnOf(event), keys: modifiers(event), time: event.timeStamp });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [home, stage]);
}
