import { Button } from '@mantine/core';
import classes from './message.module.css';
import { LogoName } from './logo.tsx';

interface Action {
  label: string;
  href?: string;
  onClick?: () => void;
}

/** A whole page that says one thing and what to do next; `framed` where the header is there. */
export function Message({ title, text, action, framed = false }: { title: string; text: string; action?: Action; framed?: boolean }) {
  return (
    <main className={classes.page}>
      {!framed && <LogoName />}
      <h1>{title}</h1>
      <p>{text}</p>
      {action?.href && <Button component="a" href={action.href}>{action.label}</Button>}
      {action?.onClick && <Button onClick={action.onClick}>{action.label}</Button>}
    </main>
  );
}
