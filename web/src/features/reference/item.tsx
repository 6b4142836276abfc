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
  context,
  children,
}: {
  item: string;
  name: string;
  className: string | undefined;
  met?: boolean;
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
      data-current={item === context.cursor}
      tabIndex={-1}
      onFocus={() => context.setCursor(item)}
      onPointerDown={() => context.setCursor(item)}
    >
      {children}
    </div>
  );
}
