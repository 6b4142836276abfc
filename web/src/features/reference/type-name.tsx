import type { OpenStudy } from '../../study/store/open-study.ts';
import classes from './card.module.css';

/** Name of an image type as the configuration shows it. */
export const nameOfType = ({ config }: OpenStudy, type: string): string =>
  config.imageTypes.find((known) => known.type === type)?.name_to_show ?? type;

/** Heading of a card: the type, its view next to it. */
export function TypeName({ study, type, view }: { study: OpenStudy; type: string; view?: string | null }) {
  const name = nameOfType(study, type);
  return (
    <h3 className={classes.type} title={view ? `${name}, ${view}` : name}>
      {name} {view && <small>{view}</small>}
    </h3>
  );
}
