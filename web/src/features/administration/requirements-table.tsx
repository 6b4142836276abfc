import { Button, Popover, Select } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import type { ImageRequirement } from '@echometry/contract/records/project.ts';
import { CHECKS, type Check } from '@echometry/contract/rules/completeness.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import { DASH } from '../../lib/format.ts';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { cellId, type Requirements } from './use-requirements.ts';
import { messages } from './messages.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

interface Props {
  projects: Projects;
  requirements: Requirements;
}

/** Image types by step: what a study must have, and how many studies have it. */
export function RequirementsTable({ projects, requirements }: Props) {
  const { rows, failure } = requirements;
  return (
    <Section
      title={messages.requirements.title}
      note={messages.requirements.hint}
      tools={<AddType projects={projects} requirements={requirements} />}
    >
      {failure !== null && (
        <p className={classes.fault} role="alert">
          {messages.requirements.notRead(failure)}
        </p>
      )}
      <Table
        columns={[
          messages.requirements.type,
          messages.requirements.modality,
          ...CHECKS.map((text) => ({ text, className: classes.centre })),
          messages.requirements.complete,
          unseen(messages.requirements.removeColumn),
        ]}
        right={[2 + CHECKS.length, 3 + CHECKS.length]}
        empty={messages.requirements.nothing}
      >
        {rows.map((row, at) => (
          <Row key={row.type} row={row} at={at} projects={projects} requirements={requirements} />
        ))}
      </Table>
    </Section>
  );
}

const kindOf = (modality: string): string => (isDopplerModality(modality) ? 'Doppler' : modality);

function Row({ row, at, projects, requirements }: Props & { row: ImageRequirement; at: number }) {
  const modalities = requirements.types?.find(({ type }) => type === row.type)?.modalities ?? [];
  return (
    <tr data-testid="requirement" data-changed={requirements.isChanged(row)}>
      <td className={classes.name}>{row.type}</td>
      <td>
        {modalities.map((modality, index) => (
          <span key={modality}>
            {index > 0 && ', '}
            <span className={classes.modality} data-kind={kindOf(modality)}>
              {modality}
            </span>
          </span>
        ))}
        {requirements.types !== null && modalities.length === 0 && (
          <span className={classes.bad}>{messages.requirements.notConfigured}</span>
        )}
      </td>
      {CHECKS.map((check, step) => (
        <td key={check} className={classes.centre}>
          {requirements.isOffered(row, check) ? <Step row={row} check={check} at={at} step={step} requirements={requirements} /> : DASH}
        </td>
      ))}
      <Complete type={row.type} projects={projects} />
      <td>
        <button
          type="button"
          className={layout.textButton}
          aria-label={messages.requirements.remove(row.type)}
          onClick={() => requirements.remove(row.type)}
        >
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

function Step({
  row,
  check,
  at,
  step,
  requirements,
}: {
  row: ImageRequirement;
  check: Check;
  at: number;
  step: number;
  requirements: Requirements;
}) {
  const { focused } = requirements;
  const isAsked = requirements.isAsked(row, check);
  return (
    <button
      id={cellId(at, step)}
      type="button"
      role="checkbox"
      aria-checked={isAsked}
      aria-label={`${row.type}: ${check}`}
      className={classes.step}
      data-changed={requirements.isChanged(row, check)}
      tabIndex={focused.row === at && focused.step === step ? 0 : -1}
      onFocus={() => {
        if (focused.row !== at || focused.step !== step) requirements.focus(at, step);
      }}
      onClick={() => requirements.toggle(row.type, check)}
    >
      {isAsked && <IconCheck size={14} stroke={2.4} aria-hidden="true" />}
    </button>
  );
}

/** Studies that have all of one requirement; fewer than before what is not saved are marked. */
function Complete({ type, projects: { impact, saved } }: { type: string; projects: Projects }) {
  const count = impact.impact?.requirements.find((one) => one.type === type)?.complete;
  const before = saved?.requirements.find((one) => one.type === type)?.complete;
  const isFewer = count !== undefined && before !== undefined && count < before;
  return (
    <td className={isFewer ? classes.warn : classes.quiet} aria-busy={impact.counting}>
      {count === undefined || impact.impact === null ? '…' : messages.shared.of(count, impact.impact.studies)}
    </td>
  );
}

function AddType({ projects, requirements }: Props) {
  const { adding, openTypes, closeTypes, types, rows } = requirements;
  const dataType = projects.project?.data_type;
  const free = (types ?? []).filter(
    ({ type, data_types }) => !rows.some((row) => row.type === type) && dataType !== undefined && data_types.includes(dataType),
  );
  return (
    <Popover opened={adding} onChange={(opened) => (opened ? openTypes() : closeTypes())} width={300} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={adding ? closeTypes : openTypes}>
          {messages.requirements.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          label={messages.requirements.type}
          placeholder={free.length === 0 ? messages.requirements.allUsed : messages.requirements.choose}
          data={free.map(({ type }) => type)}
          value={null}
          searchable
          data-autofocus
          comboboxProps={{ withinPortal: false }}
          onChange={(type) => {
            closeTypes();
            if (type !== null) requirements.add(type);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
