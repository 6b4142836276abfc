import type { ReactNode } from 'react';
import classes from './kit.module.css';
import { LogoName } from './logo.tsx';
import { messages } from './messages.ts';

/** Login and role chooser: a quiet loop at the left, the choice at the right, the research-use line below. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className={classes.entrancePage}>
      <div className={`${classes.darkFrame} ${classes.stage}`} aria-hidden="true">
        <picture>
          <source media="(prefers-reduced-motion: reduce)" srcSet="/entrance-still.webp" />
          <img src="/entrance.webp" alt="" />
        </picture>
      </div>
      <div className={classes.logo}>
        <LogoName />
      </div>
      <div className={classes.use}>
        <span>{messages.entrance.purpose}</span>
        <span>{messages.entrance.research}</span>
      </div>
      <section className={classes.choice}>{children}</section>
    </main>
  );
}
