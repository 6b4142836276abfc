import { useEffect, useState } from 'react';
import { itemsOf, qualityTemplate } from '@echometry/contract/rules/quality.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { loadConfig, type LabelConfig } from '../../lib/config.ts';
import classes from './section.module.css';
import { counted } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

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
    <section aria-label="Quality templates">
      <div className={classes.title}>
        <h3>Quality templates</h3>
        <small>of the set Image quality{config && `, version ${config.versions.echo_image_quality}`}</small>
      </div>
      {failure !== null && <p className={classes.fault}>{failure}</p>}
      {!project.qc.type.includes('complete') && <p className={classes.quiet}>Complete quality is off: templates are not used.</p>}
      {config && (
        <table className={classes.table}>
          <tbody>
            {asked.map(({ type }) => {
              const template = qualityTemplate(config.quality, type, project.data_type);
              return (
                <tr key={type}>
                  <td className={classes.name}>{type}</td>
                  <td className={template === null ? classes.warn : classes.quiet}>
                    {template === null
                      ? `no template for ${project.data_type} data: only quick quality can be given`
                      : `${template.sections.map(({ name }) => name).join(', ')}: ${counted(itemsOf(template).length, 'question')}`}
                  </td>
                </tr>
              );
            })}
            {asked.length === 0 && (
              <tr>
                <td className={classes.quiet}>No image type is required with quality.</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
