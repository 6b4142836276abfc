import { useEffect, useState } from 'react';
import { itemsOf, qualityTemplate } from '@echometry/contract/rules/quality.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { loadConfig, type LabelConfig } from '../../lib/config.ts';
import classes from './section.module.css';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { Table } from '../../ui/table.tsx';
import { Section } from '../../ui/section.tsx';

/** Which required types have a template of quality in the configuration of the project. */
export function QualityTemplates({ project }: { project: Project }) {
  const [config, setConfig] = useState<LabelConfig | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    loadConfig(project.db_name)
      .then((found) => isHere && setConfig(found))
      .catch((error: unknown) => isHere && setFailure(messageOf(error)));
    return () => {
      isHere = false;
    };
  }, [project.db_name]);
  const asked = project.image_requirements.filter(({ qc }) => qc === true);
  return (
    <Section title={messages.templates.title} note={messages.templates.from(config?.versions.echo_image_quality)}>
      {failure !== null && <p className={classes.fault}>{failure}</p>}
      {!project.qc.type.includes('complete') && <p className={classes.quiet}>{messages.templates.off}</p>}
      {config && (
        <Table>
          {asked.map(({ type }) => {
            const template = qualityTemplate(config.quality, type, project.data_type);
            return (
              <tr key={type}>
                <td className={classes.name}>{type}</td>
                <td className={template === null ? classes.warn : classes.quiet}>
                  {template === null
                    ? messages.templates.missing(project.data_type)
                    : messages.templates.content(
                        template.sections.map(({ name }) => name),
                        itemsOf(template).length,
                      )}
                </td>
              </tr>
            );
          })}
          {asked.length === 0 && (
            <tr>
              <td className={classes.quiet}>{messages.templates.nothing}</td>
            </tr>
          )}
        </Table>
      )}
    </Section>
  );
}
