import { Button, Menu } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { messages } from './messages.ts';

const icon = <IconSend size={14} stroke={1.6} />;

interface SendButtonProps {
  /** Names of the PACS that take exports; at least one. */
  pacs: readonly string[];
  onSend: (pacs: string) => void;
}

/** Sends an export to a PACS: at once where there is one, else to the one that is chosen. */
export function SendButton({ pacs, onSend }: SendButtonProps) {
  const [only, ...others] = pacs;
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <Button variant="default" size="compact-sm" leftSection={icon} onClick={() => onSend(only)}>
        {messages.sending.sendTo(only)}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={icon}>
          {messages.sending.choose}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pacs.map((name) => (
          <Menu.Item key={name} onClick={() => onSend(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
