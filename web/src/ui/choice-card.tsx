import type { ReactNode } from 'react';
import classes from './kit.module.css';

/** One thing to choose: icon, name, what it means. */
export function ChoiceCard({
  icon,
  color,
  title,
  text,
  disabled,
  onClick,
}: {
  icon: ReactNode;
  color: string;
  title: string;
  text: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" className={classes.card} disabled={disabled} onClick={onClick}>
      <span className={classes.icon} style={{ color }}>
        {icon}
      </span>
      <span>
        <span className={classes.title}>{title}</span>
        <span className={classes.choiceText}>{text}</span>
      </span>
    </button>
  );
}
