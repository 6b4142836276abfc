import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';
import classes from './page.module.css';
import type { List } from './use-list.ts';
import { Table } from '../../ui/table.tsx';

/** The table of studies: columns that sort, and rows or their skeletons. */
export function StudyTable({ list, loading, children }: { list: List; loading: boolean; children: ReactNode }) {
  return (
    <Table kind="list" grouped className={classes.table} data-by-chance={list.byChance}>
      <thead>
        <Head list={list} />
      </thead>
      <tbody>
        {loading &&
          Array.from({ length: list.pageSize }, (_, index) => (
            <tr key={index}>
              {list.columns.map((key) => (
                <td key={key} data-column={key}>
                  <Skeleton height={12} width={key === 'status' ? 140 : 84} />
                </td>
              ))}
            </tr>
          ))}
        {children}
      </tbody>
    </Table>
  );
}

function Head({ list: { view, look, columns, byChance } }: { list: List }) {
  const sort = byChance ? { key: null, direction: null } : view.sort;
  return (
    <tr>
      {columns.map((key) => (
        <th key={key} data-column={key} aria-sort={sort.key === key ? (sort.direction ?? 'none') : 'none'}>
          <button
            type="button"
            onClick={() => {
              look({
                byChance: false,
                sort: { key, direction: sort.key === key && sort.direction === 'descending' ? 'ascending' : 'descending' },
              });
            }}
          >
            {messages.columns[key]}{' '}
            {sort.key === key &&
              (sort.direction === 'descending' ? <IconArrowDown size={14} stroke={1.6} /> : <IconArrowUp size={14} stroke={1.6} />)}
          </button>
        </th>
      ))}
    </tr>
  );
}
