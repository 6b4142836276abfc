import { Children, type ComponentProps, type ReactNode } from 'react';
import layout from './layout.module.css';
import classes from './table.module.css';

interface Headed {
  text: ReactNode;
  /** An explanation, shown at the pointer. */
  title?: string;
  /** Only screen readers read the text. */
  unseen?: boolean;
  className?: string | undefined;
}

/** The heading of a column: its text, or more about it; empty above the names of rows. */
type Heading = string | Headed;

/** A column without a visible heading, such as one of buttons. */
export const unseen = (text: string): Heading => ({ text, unseen: true });

interface Props extends ComponentProps<'table'> {
  /** The accessible name, where neither a heading nor a caption names the table. */
  label?: string;
  caption?: ReactNode;
  columns?: readonly Heading[];
  /** Columns from 0 to 13 that are aligned to the right: numbers and actions. */
  right?: readonly number[];
  /** `rows` of 30 px, `list` of 52 px with a fixed layout, `lines` of text that wraps, small `figures`, or `print`. */
  kind?: 'rows' | 'list' | 'lines' | 'figures' | 'print';
  /** The children are parts of a table, such as a `tbody` for each group of rows. */
  grouped?: boolean;
  /** The name of the area in which the table scrolls; the area takes the focus. */
  scrolls?: string;
  /** Shown in place of a table without rows. */
  empty?: ReactNode;
}

/** A table with its headings; the children are its rows (docs/why/tools.md#plain-tables-and-buttons). */
export function Table({
  label,
  caption,
  columns,
  right,
  kind = 'rows',
  grouped,
  scrolls,
  empty,
  className = '',
  children,
  ...rest
}: Props) {
  if (empty !== undefined && Children.count(children) === 0) return <p className={layout.empty}>{empty}</p>;
  const table = (
    <table
      {...rest}
      className={kind === 'print' ? className : `${classes[kind]} ${className}`}
      aria-label={label}
      data-right={right?.map((at) => at + 1).join(' ')}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      {columns && <Head columns={columns} right={right} />}
      {grouped ? children : <tbody>{children}</tbody>}
    </table>
  );
  if (scrolls === undefined) return table;
  return (
    <div className={classes.scrolls} data-kind={kind} role="region" tabIndex={0} aria-label={scrolls}>
      {table}
    </div>
  );
}

const Head = ({ columns, right = [] }: { columns: readonly Heading[]; right: readonly number[] | undefined }) => (
  <thead>
    <tr>
      {columns.map((column, at) => {
        if (column === '') return <td key={at} />;
        const heading: Headed = typeof column === 'string' ? { text: column } : column;
        return (
          <th key={at} scope="col" data-right={right.includes(at)} title={heading.title} className={heading.className}>
            {heading.unseen ? <span className="visually-hidden">{heading.text}</span> : heading.text}
          </th>
        );
      })}
    </tr>
  </thead>
);
