import { IconX } from '@tabler/icons-react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import { wholeTime } from './messages.ts';

/** Versions of a project with author, time and changes. */
export function ProjectVersions({ project, onClose }: { project: string; onClose: () => void }) {
  const versions = useCall(CALLS.projectsVersions, { project });
  return (
    <aside className={classes.panel} aria-label="Versions of the project">
      <div className={classes.head}>
        <h2>Versions</h2>
        <span className={classes.space} />
        <button type="button" className={classes.plain} aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <NotYet state={versions} />
      {versions.data?.versions.map(({ version, saved_by, saved_at, changes }) => (
        <div key={version} className={classes.part}>
          <h3>
            Version {version}
            <small>{saved_at === null ? 'before versions were kept' : `${wholeTime(saved_at)}, ${saved_by ?? 'command line'}`}</small>
          </h3>
          {changes === null ? (
            <p>The first version.</p>
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
