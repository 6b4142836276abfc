import { NativeSelect } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { hasValue, valuesOf } from '@echometry/contract/rules/report.ts';
import type { FollowedValues } from './cycle-values.ts';
import { imageWords, messages } from './messages.ts';
import classes from './sections.module.css';
import { TrendPanel } from './trend-panel.tsx';
import type { Reading } from './use-report.ts';

type Props = Pick<ComponentProps<typeof TrendPanel>, 'study' | 'uncertainty' | 'studies'> & { reading: Reading; followed: FollowedValues };

/** One value of the curves over the studies of the patient; nothing where the patient has no other study, or dates are hidden. */
export function CurveTrend({ reading, followed, ...rest }: Props) {
  const [key, setKey] = useState('');
  const values = valuesOf(followed.report).filter(({ reference, measurement }) => reference && hasValue(measurement));
  if (values.length === 0 || rest.studies.length === 0 || rest.study.head.date === null) return null;
  const chosen = values.find((value) => value.key === key);
  return (
    <div className={classes.curveTrend}>
      <NativeSelect
        size="xs"
        label={messages.cycles.trend}
        value={chosen?.key ?? ''}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        data={[
          { value: '', label: messages.cycles.none },
          ...values.map((value) => ({ value: value.key, label: messages.cycles.of(imageWords(value), value.name) })),
        ]}
      />
      {chosen && <TrendPanel {...rest} report={reading.report} followed={followed} value={chosen} />}
    </div>
  );
}
