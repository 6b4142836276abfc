import { Checkbox, NumberInput, Switch } from '@mantine/core';
import { GATED, type Gates, MAX_ALLOWED_ISSUES } from '@echometry/contract/records/gates.ts';
import type { FieldsProps } from './use-projects.ts';
import classes from './section.module.css';
import { messages } from './messages.ts';

/** Thresholds that are numbers, with where they begin when they are switched on. */
const NUMBERS = {
  views_pct: { first: 5, max: 100, step: 1 },
  quality_pct: { first: 80, max: 100, step: 1 },
  issues: { first: 0, max: MAX_ALLOWED_ISSUES, step: 1 },
  icc: { first: 0.75, max: 1, step: 0.01 },
} as const satisfies Partial<Record<keyof Gates, object>>;
type NumberGate = keyof typeof NUMBERS;

/** Quality gates of a project, and what requires them. */
export function GatesFields({ project, edit }: FieldsProps) {
  const gates = project.gates ?? {};
  const put = (change: Gates): void => edit({ gates: { ...gates, ...change } });
  const drop = (name: keyof Gates): void => {
    const { [name]: _dropped, ...others } = gates;
    edit({ gates: others });
  };
  const words = messages.gates;
  const required = gates.required_for ?? [];
  return (
    <div className={`${classes.part ?? ''} ${classes.form ?? ''}`}>
      <h3>
        {words.title}
        <small>{words.hint}</small>
      </h3>
      {(Object.keys(NUMBERS) as NumberGate[]).map((name) => {
        const { first, max, step } = NUMBERS[name];
        const value = gates[name];
        return (
          <div key={name} className={classes.row}>
            <Switch
              label={words.fields[name]}
              checked={value !== undefined}
              onChange={(event) => (event.currentTarget.checked ? put({ [name]: first }) : drop(name))}
            />
            {value !== undefined && (
              <NumberInput
                aria-label={words.limits[name]}
                w={110}
                min={0}
                max={max}
                step={step}
                clampBehavior="strict"
                allowDecimal={name !== 'issues'}
                suffix={name.endsWith('_pct') ? ' %' : ''}
                value={value}
                onChange={(entered) => {
                  if (typeof entered === 'number') put({ [name]: entered });
                }}
              />
            )}
          </div>
        );
      })}
      <Switch
        label={words.fields.drift}
        checked={gates.drift === true}
        onChange={(event) => (event.currentTarget.checked ? put({ drift: true }) : drop('drift'))}
      />
      {GATED.map((what) => (
        <Checkbox
          key={what}
          label={words.required[what]}
          checked={required.includes(what)}
          onChange={(event) =>
            put({ required_for: GATED.filter((one) => (one === what ? event.currentTarget.checked : required.includes(one))) })
          }
        />
      ))}
    </div>
  );
}
