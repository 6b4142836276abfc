import { Select } from '@mantine/core';
import type { AdministeredSet } from '@echometry/contract/records/configuration.ts';
import classes from './section.module.css';
import type { Configuration } from './use-configuration.ts';
import { wholeTime } from './format.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Value of a choice that is none: the project follows the workspace. */
const FOLLOWS = 'follows';

/** Which version each project uses: its own choice, or the workspace's. */
export function SetPlaces({
  configuration: { current, makeCurrent, busy },
  set,
  projects,
}: {
  configuration: Configuration;
  set: AdministeredSet;
  projects: readonly { _id: string; name_to_show: string }[];
}) {
  return (
    <Section title={messages.shared.projects} note={messages.configuration.placesHint}>
      <Table columns={[messages.shared.project, messages.shared.version, messages.shared.chosen]}>
        {projects.map(({ _id, name_to_show }) => {
          const own = set.choices.find(({ project }) => project === _id);
          return (
            <tr key={_id}>
              <td className={classes.name}>{name_to_show}</td>
              <td>
                <Select
                  aria-label={messages.configuration.versionIn(name_to_show)}
                  w={240}
                  disabled={busy}
                  data={[
                    { value: FOLLOWS, label: messages.configuration.asWorkspace(current) },
                    ...set.versions.map(({ version }) => ({ value: String(version), label: messages.configuration.ownVersion(version) })),
                  ]}
                  value={own === undefined ? FOLLOWS : String(own.version)}
                  allowDeselect={false}
                  onChange={(chosen) => chosen !== null && makeCurrent(chosen === FOLLOWS ? null : Number(chosen), _id)}
                />
              </td>
              <td className={classes.quiet}>{own === undefined ? '' : `${wholeTime(own.chosen_at)}, ${own.chosen_by ?? ''}`}</td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}
