import { IconArrowLeft } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import { AddressOfPage } from '../../image-page/use-address.ts';
import { useKeys } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { useStudy } from '../../study/react/use-study.ts';
import { Keys } from '../../ui/key-strip.tsx';
import type { Decision } from './decide.ts';
import { messages } from './messages.ts';
import { Outcomes } from './outcomes.tsx';
import kit from '../../ui/kit.module.css';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { QcIcon } from './qc-icon.tsx';

interface ViewingProps {
  link: StudyLink;
  /** Undefined while the list loads, and for a study that does not wait. */
  row: TeamReviewStudy | undefined;
  viewer: ComponentType;
  onClose: () => void;
  onDecided: (decision: Decision) => void;
}

/** A study in the usual viewer, read-only; the bar above it has the decisions of the team. */
export function Viewing({ link, row, viewer: Viewer, onClose, onDecided }: ViewingProps) {
  useKeys({ 'team-review.close': onClose });
  return (
    <div className={kit.wholePage}>
      <h1 className="visually-hidden">{messages.viewing.title(link.patient_id_show)}</h1>
      <div className={`${layout.barButtons} ${layout.wraps} ${classes.bar}`} role="toolbar" aria-label={messages.viewing.bar}>
        <button type="button" onClick={onClose}>
          <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" /> {messages.viewing.back} <Keys text="Escape" />
        </button>
        {row && (
          <>
            <span className={classes.whose}>{messages.review(row.reviewer, row.editor, row.blind)}</span>
            <Phases row={row} />
            <Outcomes brief study={row} project={link.project} onDecided={onDecided} />
          </>
        )}
      </div>
      <div className={layout.fills}>
        <AddressOfPage value="prisma-review">
          <Viewer />
        </AddressOfPage>
      </div>
    </div>
  );
}

/** Both general scores of the image in view. */
function Phases({ row }: { row: TeamReviewStudy }) {
  const { study } = useStudy();
  const inView = study?.history?.instance_id;
  const filename = study?.files.find(({ instance_id }) => instance_id === inView)?.filename;
  const shown = row.images.find(({ image_filename }) => image_filename === filename);
  if (!shown) return null;
  return (
    <span className={`${layout.line} ${classes.phases}`}>
      <small>{messages.phases.editor}</small>
      <QcIcon phase="editor" value={shown.qc_phase_1} />
      <small>{messages.phases.reviewer}</small>
      <QcIcon phase="reviewer" value={shown.qc_phase_2} />
    </span>
  );
}
