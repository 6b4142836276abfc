import { type ComponentType, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { TEAM_LIST, TeamReviewList } from '@echometry/contract/records/project-files.ts';
import { LoadingLine } from '../../ui/loading.tsx';
import { projectOfAddress, useProjectFile } from '../../lib/project-file.ts';
import { session } from '../../lib/session.ts';
import { useStudyLink } from '../../lib/use-study-link.ts';
import { closeStudy } from '../../study/store/current-study.ts';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Decided } from './decided.tsx';
import type { Decision } from './decide.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import { StudyCard } from './study-card.tsx';
import { Viewing } from './viewing.tsx';

/**
 * Studies whose review ended in 'Consensus pending', for a team that looks at quality and segmentations: their list, or the study
 * in the address.
 * @param viewer the page of images, handed in by the application: a feature knows no other
 */
export function PrismaReviewPage({ viewer }: { viewer: ComponentType }) {
  useSnapshot(session);
  const [, navigate] = useLocation();
  const project = projectOfAddress(useSearch());
  const link = useStudyLink();
  const { content, failure, reload } = useProjectFile(project, TEAM_LIST, TeamReviewList);
  const [decided, setDecided] = useState<Decision[]>([]);
  const gone = new Set(decided.map(({ study }) => study.study_id));
  const left = content?.filter((study) => !gone.has(study.study_id)) ?? null;
  const toList = () => navigate(`/prisma-review?${new URLSearchParams({ project: project ?? '' })}`);
  const onDecided = (decision: Decision) => {
    setDecided([...decided, decision]);
    if (link === null) return;
    // The team may not read a decided study any more.
    void closeStudy();
    toList();
  };
  if (link !== null)
    return (
      <Viewing
        link={link}
        row={left?.find(({ study_id }) => study_id === link.study_id)}
        viewer={viewer}
        onClose={toList}
        onDecided={onDecided}
      />
    );
  return (
    <div className={layout.paddedPage}>
      <header className={`${layout.pageHead} ${layout.headed}`}>
        <h1>{messages.title}</h1>
        <Link href="/user-page?stay=true">{messages.back}</Link>
      </header>
      <ProjectStrip page="prisma-review" current={project} count={left?.length ?? null} />
      <Decided
        decisions={decided}
        onUndone={(decision) => {
          setDecided(decided.filter((other) => other !== decision));
          reload();
        }}
      />
      <div className={`${layout.scroll} ${classes.studies}`}>
        {left?.map((study) => (
          <StudyCard key={study.study_id} study={study} project={project ?? ''} onDecided={onDecided} />
        ))}
        {left?.length === 0 && <p className={classes.quiet}>{messages.none}</p>}
        {!content && failure === null && <LoadingLine text={messages.loading} look="spinner" />}
        {failure !== null && <Failure className={classes.quiet} text={failure} onRetry={reload} />}
      </div>
    </div>
  );
}
