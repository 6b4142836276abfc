import { IconCloudUpload } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { readStudyLink } from '../../lib/study-link.ts';
import { unsent } from '../../study/store/current-study.ts';
import { Chip } from '../../ui/chip.tsx';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { pathOfRow } from '../../image-page/study-path.ts';

/** Changes of a study that only this browser has, with the way to send them. */
export function UnsentChip({ row }: { row: StudyRow }) {
  const { kept, conflicts, failure } = useSnapshot(unsent.state);
  const [sending, setSending] = useState(false);
  const work = kept.filter(({ study }) => study === row.study_id);
  if (work.length === 0) return null;
  const changes = work.reduce((sum, one) => sum + one.changes, 0);
  const onSend = (event: MouseEvent) => {
    event.stopPropagation();
    const path = pathOfRow(row, 'selection');
    setSending(true);
    void unsent.send(row.study_id, path === null ? null : readStudyLink(path.slice(path.indexOf('?')))).finally(() => setSending(false));
  };
  return (
    <span className={`${layout.wraps} ${classes.unsent}`} data-testid="unsent">
      <Chip tone="warn" title={failure ?? messages.unsent.hint(changes)}>
        {messages.unsent.title}
      </Chip>
      {conflicts.includes(row.study_id) ? (
        <small>{messages.unsent.conflict}</small>
      ) : (
        <button type="button" disabled={sending} onClick={onSend}>
          <IconCloudUpload size={14} stroke={1.6} aria-hidden="true" /> {messages.unsent.send}
        </button>
      )}
    </span>
  );
}
