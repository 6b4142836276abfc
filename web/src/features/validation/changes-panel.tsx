import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ChangedValue, ReviewChange } from '@echometry/contract/rules/review-changes.ts';
import { DASH, decimalsOf, fixed, signed } from '../../lib/format.ts';
import { useIsPictureThere } from '../../image-page/picture-there.ts';
import type { CompareStage } from '../../viewer/compare/compare-stage.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { Keys } from '../../ui/key-strip.tsx';
import { reject, setValidated } from './gestures.ts';
import { messages } from './messages.ts';
import { NewerWork } from './newer-work.tsx';
import type { Sides } from './picture.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';
import { Table } from '../../ui/table.tsx';

const shown = (value: ChangedValue['before'], decimals: number): string =>
  typeof value === 'number' ? fixed(value, decimals) : (value ?? DASH);

export interface ChangesProps {
  study: OpenStudy;
  /** The pictures that come before the list; null without one. */
  stage: CompareStage | null;
  changes: readonly ReviewChange[];
  /** Place of the change the keys are about; null before the first. */
  at: number | null;
  sides: Sides;
  onSides: (sides: Sides) => void;
  onChoose: (at: number) => void;
  /** Content below the changes. */
  children: ReactNode;
}

/** Differences of the reviewer from the editor's work, and later changes of the editor. */
export function ChangesPanel({ stage, ...props }: ChangesProps) {
  const { study, changes } = props;
  const isPictureThere = useIsPictureThere(stage);
  const validated = new Set(study.images.filter((image) => image.validated).map(({ instance_id }) => instance_id));
  const accepted = changes.filter(({ instance_id }) => validated.has(instance_id)).length;
  return (
    <aside className={`${layout.sidePanel} ${classes.panel}`} aria-label={messages.changes.title}>
      <header>
        <h2>{messages.changes.title}</h2>
        <span data-testid="change-count">
          <b>{messages.changes.open(changes.length - accepted)}</b> · {messages.changes.accepted(accepted)}
        </span>
      </header>
      {isPictureThere && <Changes {...props} validated={validated} />}
    </aside>
  );
}

function Changes({
  study,
  changes,
  at,
  sides,
  onSides,
  onChoose,
  validated,
  children,
}: Omit<ChangesProps, 'stage'> & { validated: ReadonlySet<string> }) {
  const { review } = study;
  const editor = review?.editor.split('@')[0];
  return (
    <>
      <div className={classes.sides}>
        <SegmentedControl
          size="xs"
          aria-label={messages.changes.sides}
          value={sides}
          data={[
            { value: 'original', label: editor ?? messages.changes.editor },
            { value: 'reviewed', label: messages.changes.reviewed },
            { value: 'both', label: messages.both },
          ]}
          onChange={(value) => onSides(value === 'original' || value === 'reviewed' ? value : 'both')}
        />
        <Keys text="o" />
      </div>
      {changes.some(({ values }) => values.some(({ delta }) => delta !== null)) && (
        <p className={classes.signs}>{messages.changes.delta(editor)}</p>
      )}
      <div className={layout.scroll}>
        {changes.length === 0 && <p className={layout.panelNote}>{messages.changes.none}</p>}
        {changes.map((change, place) => (
          <Change
            key={`${change.instance_id} ${change.part} ${change.what} ${change.detail}`}
            study={study}
            change={change}
            current={place === at}
            accepted={validated.has(change.instance_id)}
            onChoose={() => onChoose(place)}
          />
        ))}
      </div>
      {review?.newer && <NewerWork study={study} newer={review.newer} />}
      {children}
    </>
  );
}

interface ChangeProps {
  study: OpenStudy;
  change: ReviewChange;
  current: boolean;
  accepted: boolean;
  onChoose: () => void;
}

function Change({ study, change, current, accepted, onChoose }: ChangeProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const known = [...study.images, ...(study.review?.originals ?? [])].find(({ instance_id }) => instance_id === change.instance_id);
  return (
    <section ref={card} className={classes.change} data-current={current} data-testid="change" aria-label={change.what}>
      <button type="button" className={`${kit.ownLines} ${classes.what}`} aria-current={current} onClick={onChoose}>
        <b>{change.what}</b>
        <small data-accepted={accepted}>{accepted ? messages.changes.isAccepted : messages.changes.isOpen}</small>
        <span>{[known?.type, change.detail].filter(Boolean).join(' · ')}</span>
      </button>
      {change.values.length > 0 && <Values values={change.values} />}
      {!study.readOnly && (
        <div className={`${layout.verdict} ${classes.verdict}`}>
          {!accepted && change.what !== 'Removed' && (
            <button type="button" onClick={() => setValidated(change.instance_id)}>
              {messages.accept}
            </button>
          )}
          {change.part !== 'values' && (
            <button type="button" onClick={() => reject(change)}>
              {messages.changes.reject}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Values({ values }: { values: readonly ChangedValue[] }) {
  return (
    <Table kind="figures">
      {values.map((value) => {
        const decimals = decimalsOf([value.before, value.after]);
        return (
          <tr key={value.name}>
            <th scope="row">{value.name}</th>
            <td>{shown(value.before, decimals)}</td>
            <td aria-hidden="true">→</td>
            <td>
              <b>{shown(value.after, decimals)}</b> <small>{value.unit}</small>
            </td>
            <td>{value.delta === null ? '' : `Δ ${signed(value.delta, decimals)}`}</td>
          </tr>
        );
      })}
    </Table>
  );
}
