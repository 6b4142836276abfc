import { useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { ASSESSMENT_PART, assessmentKeys } from '../../image-page/assessment-part.tsx';
import { useStudyComments } from '../../image-page/comments/use-comments.ts';
import { ASSESSMENT, panel } from '../../image-page/panel-place.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { RightPanel } from '../../image-page/right-panel.tsx';
import { useKeys } from '../../lib/keys.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { ToolStack } from '../../tools/stack.ts';

const NOTHING = (): void => undefined;

interface BoardSideProps {
  study: OpenStudy;
  link: StudyLink;
  /** instance_id of the focused image; null at a type without one. */
  cursor: string | null;
  /** Content while the panel is closed. */
  children: ReactNode;
}

/** Quality and comments of the focused image, in place of the next action while the panel is open. */
export function BoardSide({ study, link, cursor, children }: BoardSideProps) {
  const { open } = useSnapshot(panel);
  const [tools] = useState(() => new ToolStack());
  useStudyComments(link);
  const file = study.files.find(({ instance_id }) => instance_id === cursor) ?? null;
  const context: PageContext = {
    page: 'reference',
    study,
    link,
    files: study.files,
    file,
    image: study.images.find(({ instance_id }) => instance_id === cursor),
    targets: [],
    player: null,
    panes: [],
    tools,
    send: NOTHING,
    openHistory: NOTHING,
  };
  useKeys(assessmentKeys(context));
  return open === ASSESSMENT ? <RightPanel parts={[ASSESSMENT_PART]} context={context} stage={null} /> : children;
}
