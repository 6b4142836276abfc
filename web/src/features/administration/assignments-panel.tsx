import { Segments } from '../../ui/segments.tsx';
import { useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ReaderLoad } from '@echometry/contract/records/assignment.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { useCall } from './api.ts';
import { AssignForm } from './assign-form.tsx';
import { AssignmentsList } from './assignments-list.tsx';
import { CourseForm } from './course-form.tsx';
import { GoldCases } from './gold-cases.tsx';
import { NotYet } from './loaded.tsx';
import { messages } from './messages.ts';
import { PanelHead } from './panel-head.tsx';
import classes from './section.module.css';
import { Table } from '../../ui/table.tsx';

const PARTS = ['assign', 'list', 'gold', 'courses'] as const;

/** Who reads what in a project: workloads, plans, and what was assigned. */
export function AssignmentsPanel({ project, onClose }: { project: Project; onClose: () => void }) {
  const list = useCall(CALLS.assignmentsList, { project: project._id });
  const [part, setPart] = useState<(typeof PARTS)[number]>('assign');
  return (
    <aside className={classes.panel} aria-label={messages.assignments.title}>
      <PanelHead title={messages.assignments.title} onClose={onClose} />
      <NotYet state={list} />
      {list.data && (
        <>
          <div className={classes.part}>
            {project.assignment !== true && <p className={classes.quiet}>{messages.assignments.notUsed}</p>}
            <Loads readers={list.data.readers} />
            <Segments
              label={messages.assignments.title}
              value={part}
              onChange={setPart}
              segments={PARTS.map((value) => ({ value, label: messages.assignments.parts[value] }))}
            />
          </div>
          {part === 'assign' && <AssignForm project={project._id} readers={list.data.readers} onDone={list.reload} />}
          {part === 'list' && <AssignmentsList project={project._id} {...list.data} onDone={list.reload} />}
          {part === 'gold' && <GoldCases db={project.db_name} />}
          {part === 'courses' && <CourseForm project={project} readers={list.data.readers} onDone={list.reload} />}
        </>
      )}
    </aside>
  );
}

/** The workload of each reader. */
function Loads({ readers }: { readers: readonly ReaderLoad[] }) {
  const { columns } = messages.assignments;
  const busy = readers.filter(({ to_do, begun, done }) => to_do + begun + done > 0);
  if (busy.length === 0) return <p className={classes.quiet}>{messages.assignments.none}</p>;
  return (
    <Table
      label={messages.assignments.workloads}
      columns={[columns.reader, columns.toDo, columns.begun, columns.done, columns.late]}
      right={[1, 2, 3, 4]}
    >
      {busy.map((load) => (
        <tr key={`${load.role} ${load.email}`} data-testid="reader-load" title={messages.assignments.loadTitle(load)}>
          <td>{load.email}</td>
          <td>{load.to_do}</td>
          <td>{load.begun}</td>
          <td>{load.done}</td>
          <td className={load.overdue > 0 ? classes.bad : undefined}>{load.overdue}</td>
        </tr>
      ))}
    </Table>
  );
}
