import type { ReactNode } from 'react';
import type { BoardContext } from './board-context.ts';

/**
 * Element that the keys move over: it takes the focus from them, and takes the keys to itself when something in it is focused.
 */
export function Item({
  item,
  name,
  className,
  met,
  current,
  context,
  children,
}: {
  item: string;
  name: string;
  className: string | undefined;
  met?: boolean;
  /** The item that the keys are at, if it is on the same card. */
  current: string | null;
  context: BoardContext;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={name}
      className={className}
      data-item={item}
      data-met={met}
      data-current={item === current}
      tabIndex={-1}
      onFocus={() => context.setCursor(item)}
      onPointerDown={() => context.setCursor(item)}
    >
      {children}
    </div>
  );
}
