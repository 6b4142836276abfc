import { CALLS } from '@echometry/contract/calls/registry.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';

/** Versions of a project with author, time and changes. */
export function ProjectVersions({ project, onClose }: { project: string; onClose: () => void }) {
  const versions = useCall(CALLS.projectsVersions, { project });
  return (
    <aside className={classes.panel} aria-label={messages.projectVersions.label}>
      <PanelHead title={messages.shared.versions} onClose={onClose} />
      <NotYet state={versions} />
      {versions.data?.versions.map(({ version, saved_by, saved_at, changes }) => (
        <div key={version} className={classes.part}>
          <h3>
            {messages.projectVersions.version(version)}
            <small>{messages.projectVersions.saved(saved_at, saved_by)}</small>
          </h3>
          {changes === null ? (
            <p>{messages.projectVersions.first}</p>
          ) : (
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </aside>
  );
}
