import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './kit.module.css';
import { LogoName } from './logo.tsx';

interface Action {
  label: string;
  href?: string;
  onClick?: () => void;
}

interface Props {
  title: string;
  text: string;
  action?: Action;
  framed?: boolean;
  /** More than a sentence, below it. */
  children?: ReactNode;
}

/** A whole page with one message and the next step; `framed` where the header is there. */
export function Message({ title, text, action, framed = false, children }: Props) {
  const content = (
    <>
      {framed ? <h2>{title}</h2> : <h1>{title}</h1>}
      <p>{text}</p>
      {children}
      {action?.href && (
        <Button component="a" href={action.href}>
          {action.label}
        </Button>
      )}
      {action?.onClick && <Button onClick={action.onClick}>{action.label}</Button>}
    </>
  );
  // Within the frame the page has its landmark and its heading already.
  if (framed) return <section className={classes.page}>{content}</section>;
  return (
    <main className={classes.page}>
      <LogoName />
      {content}
    </main>
  );
}
