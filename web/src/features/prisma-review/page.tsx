import { Loader } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { TeamReviewList } from '@echometry/contract/records/project-files.ts';
import { projectOfAddress, useProjectFile } from '../../lib/project-file.ts';
import { session } from '../../lib/session.ts';
import { ProjectStrip } from '../../ui/project-strip.tsx';
import { Decided } from './decided.tsx';
import type { Decision } from './decide.ts';
import classes from './page.module.css';
import { StudyCard } from './study-card.tsx';

/** Studies whose review ended in 'Consensus pending', for a team that looks at quality and segmentations. */
export function PrismaReviewPage() {
  useSnapshot(session);
  const project = projectOfAddress(useSearch());
  const { content, failure, reload } = useProjectFile(project, 'consensus_pending/study_images.json', TeamReviewList);
  const [decided, setDecided] = useState<Decision[]>([]);
  const gone = new Set(decided.map(({ study }) => study.study_id));
  const left = content?.filter((study) => !gone.has(study.study_id)) ?? null;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Team review of studies</h1>
        <Link href="/user-page?stay=true">Back to user page</Link>
      </header>
      <ProjectStrip page="prisma-review" current={project} count={left?.length ?? null} />
      <Decided
        decisions={decided}
        onUndone={(decision) => {
          setDecided(decided.filter((other) => other !== decision));
          reload();
        }}
      />
      <div className={classes.studies}>
        {left?.map((study) => (
          <StudyCard
            key={study.study_id}
            study={study}
            project={project ?? ''}
            onDecided={(decision) => setDecided([...decided, decision])}
          />
        ))}
        {left?.length === 0 && <p className={classes.quiet}>No study of this project waits for a consensus.</p>}
        {!content && failure === null && <Loader size={20} color="accent" aria-label="Loading studies" />}
        {failure !== null && (
          <p className={classes.quiet} role="alert">
            {failure}{' '}
            <button type="button" onClick={reload}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
