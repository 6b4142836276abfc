import { Button } from '@mantine/core';
import classes from './message.module.css';
import { LogoName } from './logo.tsx';

interface Action {
  label: string;
  href?: string;
  onClick?: () => void;
}

/** A whole page that says one thing and what to do next. */
export function Message({ title, text, action }: { title: string; text: string; action?: Action }) {
  return (
    <main className={classes.page}>
      <LogoName />
      <h1>{title}</h1>
      <p>{text}</p>
      {action?.href && <Button component="a" href={action.href}>{action.label}</Button>}
      {action?.onClick && <Button onClick={action.onClick}>{action.label}</Button>}
    </main>
  );
}
