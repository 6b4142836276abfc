import type { ReactNode } from 'react';
import { completeTypes, type Slot } from '@echometry/contract/rules/reference-slots.ts';
import { displayState, studyState } from '@echometry/contract/rules/study-state.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { ColumnName } from './columns.ts';
import { messages } from './messages.ts';
import { Swatch } from './swatch.tsx';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';

export interface TagBarProps {
  study: OpenStudy;
  slots: readonly Slot[];
  names: readonly ColumnName[];
  hidden: ReadonlySet<ColumnName>;
  onToggle: (name: ColumnName) => void;
  notCompleted: boolean;
  onNotCompleted: (on: boolean) => void;
}

/** Toggle tags, and the state of the study in the words of the role. */
export function TagBar({ study, slots, names, hidden, onToggle, notCompleted, onNotCompleted }: TagBarProps) {
  const { complete, of } = completeTypes(slots);
  const state = studyState(study.images, study.missing_images, study.project.image_requirements);
  const words = displayState(state, study.role === 'Reviewer');
  return (
    <div className={classes.bar}>
      <div className={layout.wrapping} role="group" aria-label={messages.tags.label}>
        <Tag on={notCompleted} onClick={() => onNotCompleted(!notCompleted)}>
          {messages.tags.notCompleted} <small>{slots.filter(({ met }) => !met).length}</small>
        </Tag>
        <span className={classes.divider} aria-hidden="true" />
        {names.map((name) => (
          <Tag key={name} on={!hidden.has(name)} onClick={() => onToggle(name)}>
            <Swatch name={name} study={study} /> {name}
          </Tag>
        ))}
      </div>
      <p className={classes.state} data-testid="study-state" data-complete={words !== 'Incomplete'}>
        {messages.tags.studyState} <strong>{words}</strong>
        <span>{of === 0 ? messages.tags.noneRequired : messages.tags.complete(complete, of)}</span>
      </p>
    </div>
  );
}

function Tag({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.tag} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  );
}
