import type { AdministeredSet } from '@echometry/contract/records/configuration.ts';
import classes from './section.module.css';
import type { Configuration } from './use-configuration.ts';
import { wholeTime } from './messages.ts';

/** Versions of a set: since when, by whom, where current, and how many studies used each. */
export function SetVersions({ configuration, set }: { configuration: Configuration; set: AdministeredSet }) {
  const { current, compare, download, makeCurrent, busy } = configuration;
  return (
    <table className={classes.table} aria-label="Versions" data-wraps="true">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Stored</th>
          <th scope="col">By</th>
          <th scope="col">Current in</th>
          <th scope="col" data-right="true">
            Studies started with it
          </th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {set.versions.map((one) => {
          const places = set.choices.filter(({ version }) => version === one.version).map(({ project }) => project ?? 'the workspace');
          return (
            <tr key={one.version} data-testid="set-version">
              <td className={classes.name}>v{one.version}</td>
              <td className={classes.quiet}>{wholeTime(one.created_at)}</td>
              <td className={classes.quiet}>{one.created_by ?? 'shipped'}</td>
              <td className={places.length > 0 ? classes.ok : classes.quiet}>{places.join(', ') || 'nowhere'}</td>
              <td data-right="true">{one.studies}</td>
              <td data-right="true">
                {current !== null && one.version !== current && (
                  <>
                    <button type="button" className={classes.plain} onClick={() => compare({ from: current, to: one.version })}>
                      Compare {current} and {one.version}
                    </button>
                    <button type="button" className={classes.plain} disabled={busy} onClick={() => makeCurrent(one.version, null)}>
                      Use in the workspace
                    </button>
                  </>
                )}
                <button
                  type="button"
                  className={classes.plain}
                  aria-label={`Download version ${one.version}`}
                  onClick={() => download(one.version)}
                >
                  Download
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
