import { useEffect, useMemo, useRef, useState } from 'react';
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { ConflictBar } from '../../image-page/conflict-bar.tsx';
import { slotsOfStudy } from '../../image-page/next-step.ts';
import { useAddress } from '../../image-page/use-address.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { useEffort } from '../../study/effort/effort.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { FocusHome } from '../../ui/focus-home.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip, type KeyHint } from '../../ui/key-strip.tsx';
import { BoardSide } from './board-side.tsx';
import { columnNames, columnsOf, itemsOf, type ColumnName } from './columns.ts';
import { ColumnView } from './column-view.tsx';
import type { Made } from './effects.ts';
import { messages } from './messages.ts';
import { NextPanel } from './next-panel.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { TagBar } from './tag-bar.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import { useNext } from './use-next.ts';

const LOOKING_HINTS: readonly KeyHint[] = [
  { actions: ['reference.left', 'reference.right', 'reference.above', 'reference.below'], does: messages.keys.image },
  { actions: ['reference.open'], does: messages.keys.open },
  { actions: ['viewer.quality'], does: messages.keys.quality },
  { actions: ['viewer.comments'], does: messages.keys.comments },
];
const WORKING_HINTS: readonly KeyHint[] = [
  { actions: ['reference.mark'], does: messages.keys.reference },
  { actions: ['reference.missing'], does: messages.keys.missing },
  { actions: ['reference.next-action'], does: messages.keys.next },
];

/** The board of an open study: tags and state above, a column for each modality, what is next at the right. */
export function Board({ link, study }: { link: StudyLink; study: OpenStudy }) {
  const slots = useMemo(() => slotsOfStudy(study), [study]);
  const modalities = useMemo(() => study.project.modalities.map(({ type }): ImageModality => type), [study.project]);
  const [hidden, setHidden] = useState<ReadonlySet<ColumnName>>(new Set());
  const [notCompleted, setNotCompleted] = useState(false);
  const [help, setHelp] = useState(false);
  const [made] = useState<Made>({ undo: [], redo: [] });
  const columns = columnsOf(slots, modalities, hidden, notCompleted);
  const items = columns.flatMap((column) => column.slots.flatMap(itemsOf));
  const board = useRef<HTMLDivElement>(null);
  const { cursor, setCursor } = useCursor(items, link);
  const known = study.images.some(({ instance_id }) => instance_id === cursor);
  useAddress('reference', link, known ? cursor : null);
  useEffort(study, 'reference', known ? cursor : null);
  const context = useMemo(() => ({ study, link, setCursor, made }), [study, link, setCursor, made]);
  const next = useNext(study, link, setCursor);
  useBoardKeys({
    board,
    study,
    link,
    slots,
    cursor,
    setCursor,
    made,
    next,
    onNotCompleted: () => setNotCompleted(!notCompleted),
    onHelp: () => setHelp(true),
  });
  const toggle = (name: ColumnName) => {
    const others = new Set(hidden);
    if (!others.delete(name)) others.add(name);
    setHidden(others);
  };
  return (
    <FocusHome value={board}>
      <div className={kit.wholePage}>
        {study.conflicts && <ConflictBar study={study} conflicts={study.conflicts} />}
        <div className={classes.body}>
          <div className={layout.middle}>
            <TagBar
              study={study}
              slots={slots}
              names={columnNames(slots, modalities)}
              hidden={hidden}
              onToggle={toggle}
              notCompleted={notCompleted}
              onNotCompleted={setNotCompleted}
            />
            <div ref={board} className={classes.board} data-testid="board" tabIndex={-1}>
              {columns.map((column) => (
                <ColumnView key={column.name} column={column} cursor={cursor} notCompleted={notCompleted} context={context} />
              ))}
              {columns.length === 0 && <p className={classes.empty}>{messages.board.noModality}</p>}
            </div>
            <KeyStrip
              mode={messages.board.mode}
              hints={[...LOOKING_HINTS, ...(study.readOnly ? [] : WORKING_HINTS)]}
              more={{ actions: ['reference.help'], does: messages.keys.all, onClick: () => setHelp(true) }}
            />
          </div>
          <BoardSide study={study} link={link} cursor={known ? cursor : null}>
            <NextPanel study={study} link={link} slots={slots} next={next} />
          </BoardSide>
        </div>
        <KeyHelp opened={help} onClose={() => setHelp(false)} />
      </div>
    </FocusHome>
  );
}

/** Where the keys are: an image or a type; the one the address names, else the first. */
function useCursor(items: readonly string[], link: StudyLink) {
  const [chosen, setCursor] = useState<string | null>(link.image ?? null);
  const cursor = chosen !== null && items.includes(chosen) ? chosen : (items[0] ?? null);
  const shown = items.join(' ');
  useEffect(() => {
    // The focused element may have been replaced; the keys continue from there.
    if (cursor !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-item="${CSS.escape(cursor)}"]`)?.focus({ preventScroll: true });
  }, [cursor, shown]);
  return { cursor, setCursor };
}
