import type { AdministeredSet } from '@echometry/contract/records/configuration.ts';
import classes from './section.module.css';
import type { Configuration } from './use-configuration.ts';
import { wholeTime } from './format.ts';
import { messages } from './messages.ts';

/** Versions of a set: since when, by whom, where current, and how many studies used each. */
export function SetVersions({ configuration, set }: { configuration: Configuration; set: AdministeredSet }) {
  const { current, compare, download, makeCurrent, busy } = configuration;
  return (
    <table className={classes.table} aria-label={messages.shared.versions} data-wraps="true">
      <thead>
        <tr>
          <th scope="col">{messages.shared.version}</th>
          <th scope="col">{messages.configuration.stored}</th>
          <th scope="col">{messages.configuration.by}</th>
          <th scope="col">{messages.configuration.currentIn}</th>
          <th scope="col" data-right="true">
            {messages.configuration.studies}
          </th>
          <th scope="col">
            <span className="visually-hidden">{messages.shared.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {set.versions.map((one) => {
          const places = set.choices
            .filter(({ version }) => version === one.version)
            .map(({ project }) => project ?? messages.shared.workspace);
          return (
            <tr key={one.version} data-testid="set-version">
              <td className={classes.name}>{messages.shared.shortVersion(one.version)}</td>
              <td className={classes.quiet}>{wholeTime(one.created_at)}</td>
              <td className={classes.quiet}>{one.created_by ?? messages.shared.shipped}</td>
              <td className={places.length > 0 ? classes.ok : classes.quiet}>{places.join(', ') || messages.configuration.nowhere}</td>
              <td data-right="true">{one.studies}</td>
              <td data-right="true">
                {current !== null && one.version !== current && (
                  <>
                    <button type="button" className={classes.plain} onClick={() => compare({ from: current, to: one.version })}>
                      {messages.configuration.compare(current, one.version)}
                    </button>
                    <button type="button" className={classes.plain} disabled={busy} onClick={() => makeCurrent(one.version, null)}>
                      {messages.configuration.use}
                    </button>
                  </>
                )}
                <button
                  type="button"
                  className={classes.plain}
                  aria-label={messages.configuration.downloadVersion(one.version)}
                  onClick={() => download(one.version)}
                >
                  {messages.configuration.download}
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
