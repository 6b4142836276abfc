import type { ReactNode } from 'react';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { messages } from './messages.ts';

interface StripProps {
  projects: Projects;
  onOpen: () => void;
  onReferences: () => void;
  onStudies: () => void;
  onAssignments: () => void;
  onPasses: () => void;
  onWebhooks: () => void;
  onVersions: () => void;
}

/** The fields of a project in one line; each opens the form that changes them. */
export function ProjectStrip({ projects, onOpen, onReferences, onStudies, onAssignments, onPasses, onWebhooks, onVersions }: StripProps) {
  const { current, project, list } = projects;
  if (current === null || project === null) return null;
  const isElsewhere = project.cloud_system !== list.data?.cloud;
  return (
    <div className={classes.strip}>
      <Fact name={messages.projectStrip.dataType} onClick={onOpen}>
        {project.data_type}
      </Fact>
      <Fact name={messages.projectStrip.cycles} onClick={onOpen}>
        {project.cardiac_cycles}
      </Fact>
      <Fact name={messages.projectStrip.uniqueReference} onClick={onOpen}>
        {messages.projectStrip.onOff(project.unique_reference)}
      </Fact>
      <Fact name={messages.projectStrip.quality} onClick={onOpen}>
        {project.qc.type.join(', ') || messages.shared.none}
      </Fact>
      <Fact name={messages.projectStrip.qualityStatus} onClick={onOpen}>
        {messages.projectStrip.shown(project.qc.show_status)}
      </Fact>
      <Fact name={messages.projectStrip.gaFilter} onClick={onOpen}>
        {messages.projectStrip.onOff(project.qc.ga_filter)}
      </Fact>
      <Fact name={messages.projectStrip.clinicalData} onClick={onOpen}>
        {messages.projectStrip.address(project.clinical_data, project.clinical_data_url)}
      </Fact>
      <Fact name={messages.projectStrip.blackOut} onClick={onOpen}>
        {messages.projectStrip.onOff(project.black_out === true)}
      </Fact>
      <Fact name={messages.projectStrip.bucket} onClick={onOpen}>
        {project.bucket ?? messages.projectStrip.byPatient}
      </Fact>
      <Fact name={messages.projectStrip.cloud} onClick={onOpen} tone={isElsewhere ? 'warn' : undefined}>
        {project.cloud_system}
      </Fact>
      <Fact name={messages.references.title} onClick={onReferences}>
        {messages.references.summary(project.references?.active.length ?? 0, project.references?.sources.length ?? 0)}
      </Fact>
      <Fact name={messages.types.title} onClick={onStudies}>
        {messages.projectStrip.ofStudies}
      </Fact>
      <Fact name={messages.assignments.title} onClick={onAssignments}>
        {messages.assignments.ofReaders}
      </Fact>
      <Fact name={messages.repeats.title} onClick={onPasses}>
        {messages.projectStrip.ofBlindEditors}
      </Fact>
      <Fact name={messages.webhooks.title} onClick={onWebhooks}>
        {messages.projectStrip.toOtherSystems}
      </Fact>
      <Fact name={messages.projectStrip.saved} onClick={onVersions}>
        {messages.projectStrip.savedBy(current.saved_at, current.saved_by, Date.now())}
      </Fact>
    </div>
  );
}

function Fact({ name, tone, onClick, children }: { name: string; tone?: 'warn' | undefined; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.fact} onClick={onClick}>
      <small>{name}</small>
      <span className={tone === 'warn' ? classes.warn : undefined}>{children}</span>
    </button>
  );
}
