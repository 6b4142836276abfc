import { Button } from '@mantine/core';
import { projectEffectText } from '@echometry/contract/rules/project-effects.ts';
import classes from './section.module.css';
import type { Projects } from './use-projects.ts';
import { messages } from './messages.ts';

/** Which project, what of it is not saved, and what saving would do. */
export function ProjectHead({ projects }: { projects: Projects }) {
  const { current, project, changes, impact, saving } = projects;
  if (current === null || project === null) return null;
  const isReady = impact.impact !== null && !impact.counting && impact.faults.length === 0;
  return (
    <div className={classes.head}>
      <h2 title={project.name_to_show}>{project.name_to_show}</h2>
      <small>{[project._id, project.description].filter((text) => text !== '').join(' · ')}</small>
      <span className={classes.space} />
      <span className={classes.state} role="status">
        <State projects={projects} />
      </span>
      {changes.length > 0 && (
        <>
          <Button variant="subtle" color="gray" onClick={projects.discard}>
            {messages.projectHead.discard}
          </Button>
          <Button onClick={projects.save} loading={saving} disabled={!isReady}>
            {messages.projectHead.save(current.version + 1)}
          </Button>
        </>
      )}
    </div>
  );
}

function State({ projects: { current, changes, impact } }: { projects: Projects }) {
  if (impact.failure !== null) return <span className={classes.bad}>{messages.projectHead.notCounted(impact.failure)}</span>;
  if (changes.length === 0) return <span className={classes.quiet}>{messages.projectHead.version(current?.version)}</span>;
  const [fault] = impact.faults;
  if (fault !== undefined) return <span className={classes.bad}>{fault.message}</span>;
  const effects = impact.impact?.effects ?? [];
  const text = impact.counting
    ? messages.projectHead.counting
    : effects.length === 0
      ? messages.projectHead.noEffect
      : effects.map(projectEffectText).join('; ');
  return (
    <span className={classes.warn} title={`${changes.join('\n')}`}>
      {messages.projectHead.unsaved(changes.length, text)}
    </span>
  );
}
