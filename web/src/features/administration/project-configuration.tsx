import { Link } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { SET_TITLES } from '@echometry/contract/rules/config-faults.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import { agoText } from './messages.ts';

/** Which version of each set a project uses, and whether there is a newer one. */
export function ProjectConfiguration({ project }: { project: string }) {
  const configuration = useCall(CALLS.configurationList, {});
  return (
    <section aria-label="Configuration sets of the project">
      <div className={classes.title}>
        <h3>Configuration sets</h3>
        <small>stored work keeps the version it was made with</small>
      </div>
      <NotYet state={configuration} />
      {configuration.data && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Set</th>
              <th scope="col" data-right="true">
                in use
              </th>
              <th scope="col" data-right="true">
                newest
              </th>
              <th scope="col">Chosen</th>
              <th scope="col">
                <span className="visually-hidden">Versions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {configuration.data.sets.map(({ name, versions, choices }) => {
              const choice = choices.find((one) => one.project === project) ?? choices.find((one) => one.project === null);
              const newest = versions[0]?.version;
              return (
                <tr key={name}>
                  <td data-short="true">
                    {SET_TITLES[name]} <small className={classes.quiet}>{name}</small>
                  </td>
                  <td className={classes.name} data-right="true">
                    v{choice?.version}
                  </td>
                  <td className={newest === choice?.version ? classes.quiet : classes.warn} data-right="true">
                    v{newest}
                  </td>
                  <td className={classes.quiet} data-short="true">
                    {choice && `${agoText(choice.chosen_at, Date.now())}, ${choice.chosen_by?.split('@')[0] ?? 'shipped'}`}
                  </td>
                  <td data-right="true">
                    <Link
                      href="/administration/configuration"
                      className={classes.plain ?? ''}
                      aria-label={`Versions of ${SET_TITLES[name]}`}
                    >
                      Versions
                    </Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
