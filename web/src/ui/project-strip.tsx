import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { session } from '../lib/session.ts';
import classes from './project-strip.module.css';

/** The projects of the person; choosing another begins the page anew. */
export function ProjectStrip({ page, current, count }: { page: string; current: string | null; count: number | null }) {
  const { user } = useSnapshot(session);
  const [, navigate] = useLocation();
  return (
    <div className={classes.projects} role="tablist" aria-label="Projects">
      {user?.projects.map((project) => (
        <button
          key={project._id}
          type="button"
          role="tab"
          aria-selected={project._id === current}
          className={classes.project}
          title={[project.name_to_show, project.description].filter(Boolean).join('\n')}
          onClick={() => {
            // What of the project is looked at stays; its list begins anew.
            const tab = new URLSearchParams(window.location.search).get('tab');
            navigate(`/${page}?${new URLSearchParams({ project: project._id, ...(tab === null ? {} : { tab }) })}`);
          }}
        >
          <b>{project.name_to_show}</b>
          {project._id === current && count !== null && <span>{count}</span>}
        </button>
      ))}
    </div>
  );
}
