import { Link } from 'wouter';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { SET_TITLES } from '@echometry/contract/rules/config-faults.ts';
import { useCall } from './api.ts';
import { NotYet } from './loaded.tsx';
import classes from './section.module.css';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Which version of each set a project uses, and whether there is a newer one. */
export function ProjectConfiguration({ project }: { project: string }) {
  const configuration = useCall(CALLS.configurationList, {});
  return (
    <Section title={messages.configuration.sets} label={messages.projectSets.label} note={messages.shared.keepsVersion}>
      <NotYet state={configuration} />
      {configuration.data && (
        <Table
          columns={[
            messages.projectSets.set,
            messages.projectSets.inUse,
            messages.projectSets.newest,
            messages.shared.chosen,
            unseen(messages.shared.versions),
          ]}
          right={[1, 2, 4]}
        >
          {configuration.data.sets.map(({ name, versions, choices }) => {
            const choice = choices.find((one) => one.project === project) ?? choices.find((one) => one.project === null);
            const newest = versions[0]?.version;
            return (
              <tr key={name}>
                <td data-short="true">
                  {SET_TITLES[name]} <small className={classes.quiet}>{name}</small>
                </td>
                <td className={classes.name}>{messages.shared.shortVersion(choice?.version)}</td>
                <td className={newest === choice?.version ? classes.quiet : classes.warn}>{messages.shared.shortVersion(newest)}</td>
                <td className={classes.quiet} data-short="true">
                  {choice && messages.projectSets.chosen(choice.chosen_at, choice.chosen_by, Date.now())}
                </td>
                <td>
                  <Link href="/administration/configuration" aria-label={messages.projectSets.versionsOf(SET_TITLES[name])}>
                    {messages.shared.versions}
                  </Link>
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}
