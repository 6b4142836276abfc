import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { session } from '../../lib/session.ts';
import type { Site } from './site.ts';
import classes from './page.module.css';

/** The projects of the person; choosing another begins its list anew. */
export function Projects({ site, current, count }: { site: Site; current: string | null; count: number | null }) {
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
          title={project.description}
          onClick={() => {
            // What of the project is looked at stays; its list begins anew.
            const tab = new URLSearchParams(window.location.search).get('tab');
            navigate(`/${site}?${new URLSearchParams({ project: project._id, ...(tab === null ? {} : { tab }) })}`);
          }}
        >
          {project.name_to_show}
          {project._id === current && count !== null && <span>{count}</span>}
        </button>
      ))}
    </div>
  );
}
