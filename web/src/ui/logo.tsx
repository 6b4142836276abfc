import classes from './kit.module.css';
import { messages } from './messages.ts';

/** The mark: a sector with two arcs, as an ultrasound probe sees. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 5 3.5 21.5a20 20 0 0 0 25 0z" />
      <path d="M10.2 18.4a9.6 9.6 0 0 0 11.6 0" />
      <path d="M12.6 13.4a5.6 5.6 0 0 0 6.8 0" />
    </svg>
  );
}

export function LogoName() {
  return (
    <span className={classes.name}>
      <Logo />
      <span>{messages.product}</span>
    </span>
  );
}
