import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { KeyHelp } from '../../ui/key-help.tsx';
import { KeyStrip } from '../../ui/key-strip.tsx';
import { AssignmentsPanel } from './assignments-panel.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { NotYet } from './loaded.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectConfiguration } from './project-configuration.tsx';
import { ProjectFields } from './project-fields.tsx';
import { ProjectHead } from './project-head.tsx';
import { ProjectPeople } from './project-people.tsx';
import { ProjectStrip } from './project-strip.tsx';
import { ProjectVersions } from './project-versions.tsx';
import { ProjectWebhooks } from './project-webhooks.tsx';
import { QualityTemplates } from './quality-templates.tsx';
import { ReferenceFields } from './reference-fields.tsx';
import { RepeatReadings } from './repeat-readings.tsx';
import { StudyTypes } from './study-types.tsx';
import { RequirementsTable } from './requirements-table.tsx';
import layout from '../../ui/layout.module.css';
import classes from './section.module.css';
import { useProjects, type Projects } from './use-projects.ts';
import { useRequirements } from './use-requirements.ts';
import { messages } from './messages.ts';

/** The open panel next to the requirements. */
type Side = 'fields' | 'references' | 'studies' | 'assignments' | 'passes' | 'webhooks' | 'versions' | null;

/** Every project with its fields, what it requires of images, its people and its versions. */
export function ProjectsPage() {
  const projects = useProjects();
  const { list, current, project } = projects;
  const [making, setMaking] = useState(false);
  const [side, setSide] = useState<Side>(null);
  useUnloadQuestion(projects.changes.length > 0);
  return (
    <>
      <div className={layout.columns}>
        <ProjectList projects={projects} onNew={() => setMaking(true)} />
        <div className={classes.main}>
          {(list.data === null || list.failure !== null) && (
            <div className={classes.scroll}>
              <NotYet state={list} />
            </div>
          )}
          {list.data?.projects.length === 0 && <p className={layout.empty}>{messages.projects.noProjects}</p>}
          {current && project && <Shown key={current.project._id} projects={projects} side={side} onSide={setSide} />}
        </div>
        {current && project && side === 'fields' && <ProjectFields projects={projects} onClose={() => setSide(null)} />}
        {current && project && side === 'references' && <ReferenceFields projects={projects} onClose={() => setSide(null)} />}
        {current && side === 'studies' && <StudyTypes key={current.project._id} project={current.project} onClose={() => setSide(null)} />}
        {current && side === 'assignments' && (
          <AssignmentsPanel key={current.project._id} project={current.project} onClose={() => setSide(null)} />
        )}
        {current && side === 'passes' && (
          <RepeatReadings key={current.project._id} project={current.project} onClose={() => setSide(null)} />
        )}
        {current && side === 'webhooks' && (
          <ProjectWebhooks key={current.project._id} project={current.project._id} onClose={() => setSide(null)} />
        )}
        {current && project && side === 'versions' && (
          <ProjectVersions key={`${current.project._id} ${current.version}`} project={current.project._id} onClose={() => setSide(null)} />
        )}
      </div>
      <NewProjectDialog
        opened={making}
        onClose={() => setMaking(false)}
        onMade={(key) => {
          list.reload();
          projects.choose(key);
        }}
      />
      <ConflictDialog projects={projects} />
    </>
  );
}

/** Asks before the tab is closed; drafts are kept through a reload all the same. */
function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

function ProjectList({ projects, onNew }: { projects: Projects; onNew: () => void }) {
  return (
    <aside className={classes.list} aria-label={messages.shared.projects}>
      <div className={classes.head}>
        <h2>{messages.shared.projects}</h2>
        <span className={classes.space} />
        <button type="button" className={layout.textButton} aria-label={messages.projects.new} onClick={onNew}>
          <IconPlus size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      {projects.list.data?.projects.map(({ project, studies }) => {
        const unsaved = projects.unsaved(project._id);
        return (
          <button
            key={project._id}
            type="button"
            className={classes.entry}
            aria-pressed={project._id === projects.current?.project._id}
            onClick={() => projects.choose(project._id)}
          >
            <b>
              {project.name_to_show}
              {unsaved > 0 && <span>{messages.projects.unsaved(unsaved)}</span>}
            </b>
            <small>{messages.projects.summary(project.data_type, studies)}</small>
          </button>
        );
      })}
    </aside>
  );
}

interface ShownProps {
  projects: Projects;
  side: Side;
  onSide: (side: Side) => void;
}

function Shown({ projects, side, onSide }: ShownProps) {
  const requirements = useRequirements(projects);
  const [help, setHelp] = useState(false);
  useKeys({
    'administration.next': () => requirements.move(1, 0),
    'administration.previous': () => requirements.move(-1, 0),
    'administration.step-right': () => requirements.move(0, 1),
    'administration.step-left': () => requirements.move(0, -1),
    'administration.require': requirements.toggleCurrent,
    'administration.new': requirements.openTypes,
    'administration.undo': projects.undo,
    'administration.save': projects.save,
    'administration.help': () => setHelp(true),
  });
  return (
    <>
      <ProjectHead projects={projects} />
      <ProjectStrip
        projects={projects}
        onOpen={() => onSide(side === 'fields' ? null : 'fields')}
        onReferences={() => onSide(side === 'references' ? null : 'references')}
        onStudies={() => onSide(side === 'studies' ? null : 'studies')}
        onAssignments={() => onSide(side === 'assignments' ? null : 'assignments')}
        onPasses={() => onSide(side === 'passes' ? null : 'passes')}
        onWebhooks={() => onSide(side === 'webhooks' ? null : 'webhooks')}
        onVersions={() => onSide(side === 'versions' ? null : 'versions')}
      />
      <div className={classes.scroll}>
        <RequirementsTable projects={projects} requirements={requirements} />
        <div className={classes.pair}>
          <ProjectPeople project={projects.current?.project._id ?? ''} />
          <div>
            <ProjectConfiguration project={projects.current?.project._id ?? ''} />
            {projects.project && <QualityTemplates project={projects.project} />}
          </div>
        </div>
      </div>
      <KeyStrip
        mode={messages.shared.projects}
        hints={[
          { actions: ['administration.previous', 'administration.next'], does: messages.projects.keys.row },
          { actions: ['administration.step-left', 'administration.step-right'], does: messages.projects.keys.step },
          { actions: ['administration.require'], does: messages.projects.keys.require },
          { actions: ['administration.new'], does: messages.projects.keys.addType },
          { actions: ['administration.undo'], does: messages.projects.keys.undo },
          { actions: ['administration.save'], does: messages.projects.keys.save },
        ]}
        more={{ actions: ['administration.help'], does: messages.shared.allKeys, onClick: () => setHelp(true) }}
      />
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </>
  );
}
