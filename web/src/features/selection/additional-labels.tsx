import { Popover } from '@mantine/core';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { CLEAR_LABEL } from '@echometry/contract/rules/labels.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { useKeys } from '../../lib/keys.ts';
import { offeredLabels } from '../../study/store/labelling.ts';
import classes from './label-bar.module.css';
import { messages } from './messages.ts';

/** Labels of further categories, such as findings, with how many are set. */
export function AdditionalLabels({ context: { study, file, image, send }, disabled }: { context: PageContext; disabled: boolean }) {
  const [opened, setOpened] = useState(false);
  const set = Object.values(image?.additional_labels ?? {}).filter((label) => label !== false).length;
  useKeys(file === null ? {} : { 'selection.labels': () => setOpened(true) });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.labels} disabled={file === null} onClick={() => setOpened(!opened)}>
          <span>{messages.bar.labels}</span> {messages.bar.labelsSet(set)}
          <IconChevronDown size={16} stroke={1.6} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.list}>
          {offeredLabels(study, image).map(({ category, options }) => {
            const value = ownValue(image?.additional_labels, category);
            return (
              <label key={category}>
                <span>{category}</span>
                <select
                  disabled={disabled}
                  value={typeof value === 'string' ? value : CLEAR_LABEL}
                  onChange={(event) => {
                    send({ type: 'set', change: { kind: 'additional', category, choice: event.currentTarget.value } });
                  }}
                >
                  <option>{CLEAR_LABEL}</option>
                  {options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              </label>
            );
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
