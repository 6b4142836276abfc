import { Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { STATUS_ORDER } from '@echometry/contract/records/status.ts';
import { PAGE_SIZES } from '@echometry/contract/rules/paging.ts';
import { STATUS_LABELS } from '../../ui/status-labels.ts';
import { messages } from './messages.ts';
import layout from '../../ui/layout.module.css';
import classes from './page.module.css';
import type { List } from './use-list.ts';

/** Legend of the dots, rows of a page, and the place in the list. */
export function Pager({ list }: { list: List }) {
  const { at, pages, pageSize, shown, summary, look, turn } = list;
  const found = summary?.found ?? 0;
  const first = shown[0];
  const steps = first ? STATUS_ORDER.filter((name) => first.status[name] !== undefined) : [];
  return (
    <footer className={`${layout.small} ${layout.line} ${classes.footer}`}>
      <span className={layout.cutLegend}>{steps.length > 0 && messages.pager.steps(steps.map((name) => STATUS_LABELS[name]))}</span>
      <span>{messages.pager.rows}</span>
      <Select
        w={84}
        aria-label={messages.pager.rowsPerPage}
        allowDeselect={false}
        value={String(pageSize)}
        onChange={(value) => {
          if (value) look({ pageSize: Number(value) });
        }}
        data={[...new Set([...PAGE_SIZES, pageSize])].sort((a, b) => a - b).map(String)}
      />
      <span className={classes.range}>
        {messages.pager.range(summary === null || found === 0 ? '0' : `${summary.offset + 1}–${summary.offset + shown.length}`, found)}
      </span>
      <button type="button" className={classes.turn} aria-label={messages.pager.previous} disabled={at === 0} onClick={() => turn(-1)}>
        <IconChevronLeft size={18} stroke={1.6} />
      </button>
      <button type="button" className={classes.turn} aria-label={messages.pager.next} disabled={at >= pages - 1} onClick={() => turn(1)}>
        <IconChevronRight size={18} stroke={1.6} />
      </button>
    </footer>
  );
}
