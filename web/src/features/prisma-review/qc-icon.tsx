import { IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import classes from './page.module.css';

const ICONS = { Yes: [IconCheck, 'ok'], No: [IconX, 'bad'] } as const;

/** The general score of one phase as an icon, in words for screen readers. */
export function QcIcon({ phase, value }: { phase: 'Editor' | 'Reviewer'; value: string | null }) {
  const [Drawn, tone] =
    value === 'Yes' || value === 'No'
      ? ICONS[value]
      : value === null
        ? ([IconMinus, 'plain'] as const)
        : ([IconQuestionMark, 'warn'] as const);
  const words = `Quality by the ${phase}: ${value ?? 'not scored'}`;
  return (
    <span className={classes.phase} data-tone={tone} role="img" aria-label={words} data-tip={words}>
      <Drawn size={16} stroke={1.8} aria-hidden="true" />
    </span>
  );
}
