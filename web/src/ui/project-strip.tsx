import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { session } from '../lib/session.ts';
import type { ProjectWork } from '@echometry/contract/calls/studies.ts';
import { loadWork, work } from '../lib/work.ts';
import { messages } from './messages.ts';
import classes from './project-strip.module.css';

/** The projects of the person; choosing another starts the page again. */
export function ProjectStrip({ page, current, count }: { page: string; current: string | null; count: number | null }) {
  const { user } = useSnapshot(session);
  const [, navigate] = useLocation();
  const counted = useSnapshot(work).projects;
  // Counts change with the work of this person and of others: they are read again with each project.
  useEffect(() => {
    loadWork().catch((error: unknown) => console.warn('The work in the projects could not be counted.', error));
  }, [current]);
  return (
    <div className={classes.projects} role="tablist" aria-label={messages.projects.title}>
      {user?.projects.map((project) => (
        <button
          key={project._id}
          type="button"
          role="tab"
          aria-selected={project._id === current}
          className={classes.project}
          title={describe(
            project,
            counted.find((one) => one.project === project._id),
          )}
          onClick={() => {
            // The chosen view of the project stays; its list starts again.
            const tab = new URLSearchParams(window.location.search).get('tab');
            navigate(`/${page}?${new URLSearchParams({ project: project._id, ...(tab === null ? {} : { tab }) })}`);
          }}
        >
          <b>{project.name_to_show}</b>
          <Counts of={counted.find((one) => one.project === project._id)} shown={project._id === current ? count : null} />
        </button>
      ))}
    </div>
  );
}

/** Name and description of the project, and the numbers of the tab in words, a line each. */
const describe = ({ name_to_show, description }: { name_to_show: string; description: string }, of: ProjectWork | undefined): string => {
  const counts = [
    ...(of === undefined ? [] : [messages.projects.total(of.total)]),
    ...(of?.left ? [messages.projects.left(of.left)] : []),
  ].join(' · ');
  return [name_to_show, description, counts].filter((part) => part !== '').join('\n');
};

/** How many there are, and how many of them are left to do. */
function Counts({ of, shown }: { of: ProjectWork | undefined; shown: number | null }) {
  const total = shown ?? of?.total ?? null;
  return (
    <>
      {total !== null && <span aria-hidden="true">{total}</span>}
      {of?.left != null && of.left > 0 && <small aria-hidden="true">{messages.projects.left(of.left)}</small>}
    </>
  );
}
