import { NumberInput, Switch } from '@mantine/core';
import { MAX_USER_DEFINED_CYCLES } from '@echometry/contract/records/project.ts';
import type { FieldsProps } from './use-projects.ts';
import { messages } from './messages.ts';

/** Cycles asked for where the user no longer defines their number. */
const FIRST_NUMBER = 3;

/** How many cycles an image has: a number, or as many as the user defines. */
export function CyclesField({ project: { cardiac_cycles }, edit }: FieldsProps) {
  return (
    <>
      <Switch
        label={messages.fields.userCycles}
        checked={cardiac_cycles === 'user defined'}
        onChange={(event) => edit({ cardiac_cycles: event.currentTarget.checked ? 'user defined' : FIRST_NUMBER })}
      />
      {cardiac_cycles !== 'user defined' && (
        <NumberInput
          label={messages.fields.cycles}
          min={1}
          max={MAX_USER_DEFINED_CYCLES}
          allowDecimal={false}
          clampBehavior="strict"
          value={cardiac_cycles}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) edit({ cardiac_cycles: value });
          }}
        />
      )}
    </>
  );
}
