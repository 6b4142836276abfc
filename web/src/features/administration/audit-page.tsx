import { Button, Select, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { CommittedText } from './committed-text.tsx';
import { NotYet } from './loaded.tsx';
import { SectionKeys } from './section-keys.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useAudit, type Audit } from './use-audit.ts';
import { exactTime } from './format.ts';
import { messages } from './messages.ts';
import { Table } from '../../ui/table.tsx';

/** Who did what to which record, and whether the chain of it holds. */
export function AuditPage() {
  const audit = useAudit();
  const { found } = audit;
  const filters = useRef<HTMLDivElement>(null);
  const entries = found.data?.entries ?? [];
  return (
    <>
      <div className={classes.main}>
        <div className={classes.head}>
          <h2>{messages.audit.title}</h2>
          <Verified audit={audit} />
          <span className={classes.space} />
          <Button variant="default" loading={audit.busy} onClick={audit.verify}>
            {messages.audit.verify}
          </Button>
          <Button
            variant="default"
            loading={audit.busy}
            disabled={entries.length === 0}
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={audit.save}
          >
            {messages.audit.save}
          </Button>
        </div>
        <div ref={filters}>
          <Filters audit={audit} />
        </div>
        <div className={classes.scroll}>
          <NotYet state={found} />
          {found.data && entries.length === 0 && <p className={layout.empty}>{messages.audit.noMatch}</p>}
          {entries.length > 0 && <AuditTable entries={entries} />}
        </div>
        <div className={classes.head}>
          <small>{messages.audit.count(entries.length)}</small>
          <span className={classes.space} />
          <Button
            variant="default"
            size="compact-sm"
            disabled={audit.isFirst}
            leftSection={<IconChevronLeft size={16} stroke={1.6} />}
            onClick={audit.newer}
          >
            {messages.audit.newer}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={found.data?.more !== true}
            rightSection={<IconChevronRight size={16} stroke={1.6} />}
            onClick={audit.older}
          >
            {messages.audit.older}
          </Button>
        </div>
      </div>
      <SectionKeys
        mode={messages.audit.title}
        hints={[
          { actions: ['administration.search'], does: messages.shared.search },
          { actions: ['administration.step-left', 'administration.step-right'], does: messages.audit.keys.newerOlder },
        ]}
        bindings={{
          'administration.search': () => filters.current?.querySelector('input')?.focus(),
          'administration.step-left': audit.newer,
          'administration.step-right': audit.older,
        }}
      />
    </>
  );
}

function Verified({ audit: { verified } }: { audit: Audit }) {
  if (verified === null) return <small>{messages.audit.chainHint}</small>;
  const { acts, chains, faults } = verified;
  if (faults.length === 0)
    return (
      <span className={classes.ok} role="status">
        {messages.audit.intact(acts, chains)}
      </span>
    );
  return (
    <span className={classes.bad} role="alert" title={faults.join('\n')}>
      {messages.audit.faults(faults.length, faults[0])}
    </span>
  );
}

/** Midnight of a day as a date field gives it, in the time of this computer; null for an empty field. */
const startOf = (day: string): number | null => (day === '' ? null : new Date(`${day}T00:00:00`).getTime());
/** Midnight after a day; days of a change of the clock have 23 or 25 hours. */
function endOf(day: string): number | null {
  const start = startOf(day);
  if (start === null) return null;
  const end = new Date(start);
  return end.setDate(end.getDate() + 1);
}
const dayOf = (at: number | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');
};

function Filters({ audit: { question, ask, reset, found } }: { audit: Audit }) {
  return (
    <div className={classes.filters} role="search" aria-label={messages.audit.search}>
      <CommittedText label={messages.shared.person} value={question.person} onCommit={(person) => ask({ person })} />
      <Select
        label={messages.audit.act}
        placeholder={messages.audit.allActs}
        data={found.data?.acts ?? []}
        value={question.act === '' ? null : question.act}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': messages.audit.allActs }}
        onChange={(act) => ask({ act: act ?? '' })}
      />
      <CommittedText label={messages.audit.about} value={question.about} onCommit={(about) => ask({ about })} />
      <TextInput
        label={messages.audit.from}
        type="date"
        value={dayOf(question.from)}
        onChange={(event) => ask({ from: startOf(event.currentTarget.value) })}
      />
      <TextInput
        label={messages.audit.to}
        type="date"
        value={dayOf(question.to === null ? null : question.to - 1)}
        onChange={(event) => ask({ to: endOf(event.currentTarget.value) })}
      />
      <Button variant="subtle" color="gray" onClick={reset}>
        {messages.audit.clear}
      </Button>
    </div>
  );
}

function AuditTable({ entries }: { entries: readonly AuditRecord[] }) {
  return (
    <Table label={messages.audit.acts} columns={messages.audit.columns}>
      {entries.map((entry) => (
        <tr key={entry.id} data-testid="act">
          <td data-short="true">{exactTime(entry.at)}</td>
          <td>
            {entry.person ?? (
              <span className={classes.quiet}>
                {entry.detail.includes('command_line') ? messages.shared.commandLine : messages.audit.program}
              </span>
            )}
          </td>
          <td className={classes.quiet}>{entry.role === null ? '' : ROLE_CONFIGS[entry.role].name_to_show}</td>
          <td className={classes.name}>{entry.act}</td>
          <td className={classes.quiet}>{entry.study}</td>
          <td>{entry.subject}</td>
          <td className={classes.detail}>{detailText(entry.detail)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** `name value` pairs instead of JSON. */
function detailText(detail: string): string {
  const fields = JSON.parse(detail) as Record<string, unknown>;
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
    .join(' · ');
}
