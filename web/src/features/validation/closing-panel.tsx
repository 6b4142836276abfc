import { Button, Textarea } from '@mantine/core';
import { IconEdit, IconFlag, IconInfoCircle, IconListDetails, IconProgress, IconRefresh, IconX, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_FINISH_REASON, OPEN_KINDS, type OpenKind } from '@echometry/contract/records/review.ts';
import { OPEN_WORDS, type FoundPoint } from '@echometry/contract/rules/open-points.ts';
import { displayState } from '@echometry/contract/rules/study-state.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { stateOf } from './banner.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './closing.module.css';
import { messages } from './messages.ts';
import { NewerWork } from './newer-work.tsx';

/** The requested end of the work. */
export type Ending = 'checkpoint' | 'finished';

const ICONS: Readonly<Record<OpenKind, Icon>> = {
  'not-validated': IconProgress,
  change: IconEdit,
  issue: IconFlag,
  newer: IconRefresh,
  'no-value': IconListDetails,
};

interface ClosingProps {
  study: OpenStudy;
  ending: Ending;
  points: readonly FoundPoint[];
  validated: number;
  count: number;
  busy: boolean;
  onShow: (point: FoundPoint) => void;
  onBack: () => void;
  onEnd: (reason: string | null) => void;
}

/** Open points before a check point or the end, and the reason to continue all the same. */
export function ClosingPanel(props: ClosingProps) {
  const { study, ending, points, onShow, onBack, onEnd, busy } = props;
  const panel = useRef<HTMLElement>(null);
  const [reason, setReason] = useState('');
  const finishing = ending === 'finished';
  const title = finishing ? messages.closing.finishTitle : messages.closing.checkPointTitle;
  const name = finishing ? messages.closing.finish : messages.checkPoint;
  const ready = !busy && (!finishing || points.length === 0 || reason.trim() !== '');
  const end = () => ready && onEnd(finishing && points.length > 0 ? reason.trim() : null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('button[data-show], textarea, [data-end]')?.focus(), []);
  return (
    <aside
      ref={panel}
      className={`${layout.sidePanel} ${layout.toolHead} ${classes.panel}`}
      aria-label={title}
      onKeyDown={(event) => onPanelKey(event, panel.current, { back: onBack, end })}
    >
      <header>
        <h2>{title}</h2>
        <span data-testid="open-count">{messages.closing.openPoints(points.length)}</span>
        <button type="button" aria-label={messages.closing.back} onClick={onBack}>
          <IconX size={18} stroke={1.6} />
        </button>
      </header>
      <div className={layout.scroll}>
        {points.length === 0 && <p className={layout.panelNote}>{messages.closing.nothingOpen}</p>}
        {OPEN_KINDS.map((kind) => (
          <Kind key={kind} kind={kind} points={points.filter((point) => point.kind === kind)} onShow={onShow} />
        ))}
        {study.review?.newer && <NewerWork study={study} newer={study.review.newer} />}
      </div>
      <footer>
        {finishing && points.length > 0 && (
          <Textarea
            label={messages.reason}
            description={messages.closing.reasonHint}
            size="xs"
            autosize
            minRows={2}
            maxRows={5}
            maxLength={MAX_FINISH_REASON}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Result {...props} />
        <div className={layout.wrapping}>
          <Button size="compact-sm" rightSection={<Keys text="Escape" />} onClick={onBack}>
            {messages.closing.back}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            data-end
            rightSection={<Keys text="Ctrl+Enter" />}
            loading={busy}
            disabled={!ready}
            onClick={end}
          >
            {points.length > 0 ? messages.closing.anyway(name) : name}
          </Button>
        </div>
      </footer>
    </aside>
  );
}

function Result({ study, ending, points, validated, count }: ClosingProps) {
  const state = ending === 'finished' ? displayState(stateOf(study).state, true) : messages.checkPoint;
  return (
    <p className={classes.result}>
      <IconInfoCircle size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {messages.closing.result} <b>{state}</b>, {messages.closing.validated(validated, count)}
        {ending === 'finished' && points.length > 0 && ` ${messages.closing.reasonStored}`}
      </span>
    </p>
  );
}

function Kind({ kind, points, onShow }: { kind: OpenKind; points: readonly FoundPoint[]; onShow: ClosingProps['onShow'] }) {
  if (points.length === 0) return null;
  const Sign = ICONS[kind];
  return (
    <section className={`${kit.bareLists} ${classes.kind}`} aria-label={OPEN_WORDS[kind]} data-kind={kind}>
      <h3>
        <Sign size={16} stroke={1.6} aria-hidden="true" /> {OPEN_WORDS[kind]} <b>{points.length}</b>
      </h3>
      <ul>
        {points.map((point, at) => (
          <li key={`${point.instance_id} ${point.what} ${point.detail} ${point.issue ?? at}`}>
            <span>
              {point.what}
              <small>{point.detail}</small>
            </span>
            {point.instance_id !== null && (
              <button
                type="button"
                data-show
                aria-label={messages.closing.showPoint(point.what, point.detail)}
                onClick={() => onShow(point)}
              >
                {messages.closing.show}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keys of the panel: Escape goes back, Ctrl+Enter ends, arrows walk the list. */
function onPanelKey(
  event: KeyboardEvent<HTMLElement>,
  panel: HTMLElement | null,
  { back, end }: { back: () => void; end: () => unknown },
): void {
  const shows = [...(panel?.querySelectorAll<HTMLElement>('button[data-show]') ?? [])];
  const at = shows.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Escape') back();
  else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) end();
  else if (at >= 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
    shows[Math.min(Math.max(at + (event.key === 'ArrowDown' ? 1 : -1), 0), shows.length - 1)]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
