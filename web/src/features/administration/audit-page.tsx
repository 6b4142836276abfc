import { Button, Select, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import type { AuditRecord } from '@echometry/contract/records/administered-work.ts';
import { ROLE_CONFIGS } from '@echometry/contract/rules/roles.ts';
import { CommittedText } from './committed-text.tsx';
import { NotYet } from './loaded.tsx';
import { SectionKeys } from './section-keys.tsx';
import classes from './section.module.css';
import { useAudit, type Audit } from './use-audit.ts';
import { counted, exactTime } from './messages.ts';

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
          <h2>Audit</h2>
          <Verified audit={audit} />
          <span className={classes.space} />
          <Button variant="default" loading={audit.busy} onClick={audit.verify}>
            Verify
          </Button>
          <Button
            variant="default"
            loading={audit.busy}
            disabled={entries.length === 0}
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={audit.save}
          >
            Save as CSV
          </Button>
        </div>
        <div ref={filters}>
          <Filters audit={audit} />
        </div>
        <div className={classes.scroll}>
          <NotYet state={found} />
          {found.data && entries.length === 0 && <p className={classes.empty}>No matching entries. Broaden or clear the search.</p>}
          {entries.length > 0 && <AuditTable entries={entries} />}
        </div>
        <div className={classes.head}>
          <small>{counted(entries.length, 'act')} on this page, the newest first</small>
          <span className={classes.space} />
          <Button
            variant="default"
            size="compact-sm"
            disabled={audit.isFirst}
            leftSection={<IconChevronLeft size={16} stroke={1.6} />}
            onClick={audit.newer}
          >
            Newer
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={found.data?.more !== true}
            rightSection={<IconChevronRight size={16} stroke={1.6} />}
            onClick={audit.older}
          >
            Older
          </Button>
        </div>
      </div>
      <SectionKeys
        mode="Audit"
        hints={[
          { actions: ['administration.search'], does: 'search' },
          { actions: ['administration.step-left', 'administration.step-right'], does: 'newer, older' },
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
  if (verified === null) return <small>each entry contains the hash of the previous one</small>;
  const { acts, chains, faults } = verified;
  if (faults.length === 0)
    return (
      <span className={classes.ok} role="status">
        {counted(acts, 'act')} in {counted(chains, 'chain')}: all of them fit
      </span>
    );
  return (
    <span className={classes.bad} role="alert" title={faults.join('\n')}>
      {counted(faults.length, 'fault')}: {faults[0]}
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
    <div className={classes.filters} role="search" aria-label="Search the audit">
      <CommittedText label="Person" value={question.person} onCommit={(person) => ask({ person })} />
      <Select
        label="Act"
        placeholder="Every act"
        data={found.data?.acts ?? []}
        value={question.act === '' ? null : question.act}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Every act' }}
        onChange={(act) => ask({ act: act ?? '' })}
      />
      <CommittedText label="Study or subject" value={question.about} onCommit={(about) => ask({ about })} />
      <TextInput
        label="From"
        type="date"
        value={dayOf(question.from)}
        onChange={(event) => ask({ from: startOf(event.currentTarget.value) })}
      />
      <TextInput
        label="To (inclusive)"
        type="date"
        value={dayOf(question.to === null ? null : question.to - 1)}
        onChange={(event) => ask({ to: endOf(event.currentTarget.value) })}
      />
      <Button variant="subtle" color="gray" onClick={reset}>
        Clear
      </Button>
    </div>
  );
}

function AuditTable({ entries }: { entries: readonly AuditRecord[] }) {
  return (
    <table className={classes.table} aria-label="Acts">
      <thead>
        <tr>
          {['Time', 'Person', 'As', 'Act', 'Study', 'Subject', 'Detail'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} data-testid="act">
            <td data-short="true">{exactTime(entry.at)}</td>
            <td>
              {entry.person ?? <span className={classes.quiet}>{entry.detail.includes('command_line') ? 'command line' : 'program'}</span>}
            </td>
            <td className={classes.quiet}>{entry.role === null ? '' : ROLE_CONFIGS[entry.role].name_to_show}</td>
            <td className={classes.name}>{entry.act}</td>
            <td className={classes.quiet}>{entry.study}</td>
            <td>{entry.subject}</td>
            <td className={classes.detail}>{detailText(entry.detail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
