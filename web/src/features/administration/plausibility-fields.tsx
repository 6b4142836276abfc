import { NumberInput, Switch } from '@mantine/core';
import { type PlausibilityRules, SHIPPED_PLAUSIBILITY } from '@echometry/contract/records/plausibility.ts';
import type { FieldsProps } from './use-projects.ts';
import classes from './section.module.css';
import { messages } from './messages.ts';

const FLAGS = ['systole_below_diastole', 'e_before_a', 'inside_sector'] as const;

/** Limits of the warnings while drawing; a warning never blocks. */
export function PlausibilityFields({ project, edit }: FieldsProps) {
  const rules = { ...SHIPPED_PLAUSIBILITY, ...project.plausibility };
  const put = (change: PlausibilityRules): void => edit({ plausibility: { ...project.plausibility, ...change } });
  const range = rules.ejection_fraction_pct;
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <h3>
        {messages.fields.plausibility}
        <small>{messages.fields.plausibilityHint}</small>
      </h3>
      {FLAGS.map((name) => (
        <Switch
          key={name}
          label={messages.fields.plausible[name]}
          checked={rules[name]}
          onChange={(event) => put({ [name]: event.currentTarget.checked })}
        />
      ))}
      <Switch
        label={messages.fields.plausible.beat_deviation_pct}
        checked={rules.beat_deviation_pct !== null}
        onChange={(event) => put({ beat_deviation_pct: event.currentTarget.checked ? SHIPPED_PLAUSIBILITY.beat_deviation_pct : null })}
      />
      {rules.beat_deviation_pct !== null && (
        <NumberInput
          label={messages.fields.beatDeviation}
          min={1}
          value={rules.beat_deviation_pct}
          onChange={(value) => {
            if (typeof value === 'number' && value > 0) put({ beat_deviation_pct: value });
          }}
        />
      )}
      <Switch
        label={messages.fields.plausible.ejection_fraction_pct}
        checked={range !== null}
        onChange={(event) =>
          put({ ejection_fraction_pct: event.currentTarget.checked ? SHIPPED_PLAUSIBILITY.ejection_fraction_pct : null })
        }
      />
      {range !== null && (
        <div className={classes.row}>
          {(['least', 'greatest'] as const).map((which, at) => (
            <NumberInput
              key={which}
              label={messages.fields.ejectionFraction[which]}
              value={range[at] ?? 0}
              onChange={(value) => {
                if (typeof value === 'number') put({ ejection_fraction_pct: at === 0 ? [value, range[1]] : [range[0], value] });
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
