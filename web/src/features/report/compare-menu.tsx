import { Button, Menu } from '@mantine/core';
import { IconArrowsDiff, IconX } from '@tabler/icons-react';
import type { Counterpart, Counterparts } from './counterparts.ts';
import { messages } from './messages.ts';

/** Chooses the report to compare with; absent for a study without another one. */
export function CompareMenu({
  counterparts: { studies, editors },
  machine,
  chosen,
  onChoose,
}: {
  counterparts: Counterparts;
  /** The machine, where it has a value of this study. */
  machine: readonly Counterpart[];
  chosen: Counterpart | null;
  onChoose: (counterpart: Counterpart | null) => void;
}) {
  if (studies.length + editors.length + machine.length === 0) return null;
  if (chosen)
    return (
      <Button variant="light" size="compact-sm" h={28} leftSection={<IconX size={16} stroke={1.6} />} onClick={() => onChoose(null)}>
        {messages.compare.end(chosen.label)}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" h={28} leftSection={<IconArrowsDiff size={16} stroke={1.6} />}>
          {messages.compare.open}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {studies.length > 0 && <Menu.Label>{messages.compare.studies}</Menu.Label>}
        {studies.map((one) => (
          <Menu.Item key={one.key} onClick={() => onChoose(one)}>
            {one.label}
          </Menu.Item>
        ))}
        {editors.length > 0 && (
          <Menu.Label>{editors[0]?.kind === 'original' ? messages.compare.original : messages.compare.editors}</Menu.Label>
        )}
        {editors.map((one) => (
          <Menu.Item key={one.key} onClick={() => onChoose(one)}>
            {one.label}
          </Menu.Item>
        ))}
        {machine.length > 0 && <Menu.Label>{messages.compare.machine}</Menu.Label>}
        {machine.map((one) => (
          <Menu.Item key={one.key} onClick={() => onChoose(one)}>
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
