import type { AdministeredSet } from '@echometry/contract/records/configuration.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { Configuration } from './use-configuration.ts';
import { wholeTime } from './format.ts';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';

/** Versions of a set: since when, by whom, where current, and how many studies used each. */
export function SetVersions({ configuration, set }: { configuration: Configuration; set: AdministeredSet }) {
  const { current, compare, download, makeCurrent, busy } = configuration;
  return (
    <Table
      label={messages.shared.versions}
      className={classes.wraps}
      columns={[
        messages.shared.version,
        messages.configuration.stored,
        messages.configuration.by,
        messages.configuration.currentIn,
        messages.configuration.studies,
        unseen(messages.shared.actions),
      ]}
      right={[4, 5]}
    >
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
            <td>{one.studies}</td>
            <td>
              {current !== null && one.version !== current && (
                <>
                  <button type="button" className={layout.textButton} onClick={() => compare({ from: current, to: one.version })}>
                    {messages.configuration.compare(current, one.version)}
                  </button>
                  <button type="button" className={layout.textButton} disabled={busy} onClick={() => makeCurrent(one.version, null)}>
                    {messages.configuration.use}
                  </button>
                </>
              )}
              <button
                type="button"
                className={layout.textButton}
                aria-label={messages.configuration.downloadVersion(one.version)}
                onClick={() => download(one.version)}
              >
                {messages.configuration.download}
              </button>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
