import type { ReactNode } from 'react';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { agoText } from './messages.ts';

interface StripProps {
  projects: Projects;
  onOpen: () => void;
  onStudies: () => void;
  onPasses: () => void;
  onVersions: () => void;
}

/** The fields of a project in one line; each opens the form that changes them. */
export function ProjectStrip({ projects, onOpen, onStudies, onPasses, onVersions }: StripProps) {
  const { current, project, list } = projects;
  if (current === null || project === null) return null;
  const isElsewhere = project.cloud_system !== list.data?.cloud;
  return (
    <div className={classes.strip}>
      <Fact name="Data type" onClick={onOpen}>
        {project.data_type}
      </Fact>
      <Fact name="Cycles" onClick={onOpen}>
        {project.cardiac_cycles}
      </Fact>
      <Fact name="Unique reference" onClick={onOpen}>
        {project.unique_reference ? 'on' : 'off'}
      </Fact>
      <Fact name="Quality" onClick={onOpen}>
        {project.qc.type.join(', ') || 'none'}
      </Fact>
      <Fact name="Quality in status" onClick={onOpen}>
        {project.qc.show_status ? 'shown' : 'hidden'}
      </Fact>
      <Fact name="GA filter" onClick={onOpen}>
        {project.qc.ga_filter ? 'on' : 'off'}
      </Fact>
      <Fact name="Clinical data" onClick={onOpen}>
        {!project.clinical_data ? 'off' : project.clinical_data_url ? 'address set' : 'no address'}
      </Fact>
      <Fact name="Black-out" onClick={onOpen}>
        {project.black_out === true ? 'on' : 'off'}
      </Fact>
      <Fact name="Bucket" onClick={onOpen}>
        {project.bucket ?? 'by patient number'}
      </Fact>
      <Fact name="Cloud" onClick={onOpen} tone={isElsewhere ? 'warn' : undefined}>
        {project.cloud_system}
      </Fact>
      <Fact name="Types and codes" onClick={onStudies}>
        of studies
      </Fact>
      <Fact name="Repeat readings" onClick={onPasses}>
        of blind editors
      </Fact>
      <Fact name="Saved" onClick={onVersions}>
        {current.saved_at === null
          ? 'before versions'
          : `${agoText(current.saved_at, Date.now())}${current.saved_by === null ? '' : `, ${current.saved_by.split('@')[0] ?? ''}`}`}
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
