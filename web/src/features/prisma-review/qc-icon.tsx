import { IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import { messages } from './messages.ts';
import classes from './page.module.css';

const ICONS = { Yes: [IconCheck, 'ok'], No: [IconX, 'bad'] } as const;

/** The general score of one phase as an icon, in words for screen readers. */
export function QcIcon({ phase, value }: { phase: keyof typeof messages.phases; value: string | null }) {
  const [Drawn, tone] =
    value === 'Yes' || value === 'No'
      ? ICONS[value]
      : value === null
        ? ([IconMinus, 'plain'] as const)
        : ([IconQuestionMark, 'warn'] as const);
  const words = messages.quality(messages.phases[phase], value);
  return (
    <span className={classes.phase} data-tone={tone} role="img" aria-label={words} data-tip={words}>
      <Drawn size={16} stroke={1.8} aria-hidden="true" />
    </span>
  );
}
