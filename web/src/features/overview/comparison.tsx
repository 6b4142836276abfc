import { useEffect, useState, type RefObject } from 'react';
import type { PanePart } from '../../image-page/parts.ts';
import { useKeys } from '../../lib/keys.ts';
import type { LabelEvent } from '../../tools/labels/events.ts';
import type { ComparePlayer } from '../../viewer/compare/compare-player.ts';
import { CompareStage } from '../../viewer/compare/compare-stage.ts';
import kit from '../../ui/kit.module.css';
import classes from './compare.module.css';
import { InStepBar } from './in-step-bar.tsx';
import { messages } from './messages.ts';
import { Pane } from './pane.tsx';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const TEN = 10;

/** Several images, played in step. */
export function Comparison({
  panes,
  count,
  compare,
  home,
  send,
}: {
  panes: readonly PanePart[];
  count: number;
  compare: ComparePlayer;
  home: RefObject<HTMLDivElement | null>;
  send: (event: LabelEvent) => void;
}) {
  const [stage] = useState(() => new CompareStage());
  const [problem, setProblem] = useState<string | null>(null);
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  useInStep(compare, panes);
  useEffect(() => {
    if (!host) return;
    stage.onFrame = (now) => compare.tick(now);
    try {
      return stage.mount(host);
    } catch (error) {
      setProblem(messageOf(error));
      return;
    }
  }, [stage, host, compare]);
  useKeys(
    {
      'viewer.play': () => compare.toggle(),
      'viewer.next-frame': () => compare.step(1),
      'viewer.previous-frame': () => compare.step(-1),
      'viewer.ten-on': () => compare.step(TEN),
      'viewer.ten-back': () => compare.step(-TEN),
      'viewer.first-frame': () => compare.seek(0),
      'viewer.last-frame': () => compare.toEnd(),
      'viewer.slower': () => compare.changeSpeed(-1),
      'viewer.faster': () => compare.changeSpeed(1),
    },
    'viewer',
  );
  return (
    <section className={kit.rest} aria-label={messages.comparison}>
      <div ref={setHost} hidden />
      <div ref={home} tabIndex={-1} className={classes.panes} data-count={count}>
        {panes.map((pane, index) => (
          <Pane
            key={pane.file.instance_id}
            pane={pane}
            index={index}
            stage={stage}
            compare={compare}
            problem={problem}
            onShow={() => send({ type: 'choose', image: pane.file.instance_id, how: 'alone' })}
          />
        ))}
      </div>
      <InStepBar compare={compare} />
    </section>
  );
}

/** The clips of the page under one clock; it stops when the page shows one image again. */
function useInStep(compare: ComparePlayer, panes: readonly PanePart[]): void {
  useEffect(() => {
    compare.show(
      panes.map(({ player, image, number }) => ({
        player,
        name: image?.type ?? messages.pane.unnamed(number),
        cycles: image?.cardiac_events ?? [],
      })),
    );
  }, [compare, panes]);
  useEffect(
    () => () => {
      compare.show([]);
    },
    [compare],
  );
}
