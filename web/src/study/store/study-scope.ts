import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { projectOf, session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';

/** Which study of which project a call is about. */
export const scopeOf = (link: Pick<StudyLink, 'project'>) =>
  ({
    db_name: projectOf(link.project)?.db_name ?? ownValue(session.login?.databases, link.project) ?? link.project,
    medical_data_type: MEDICAL_DATA_TYPE,
  }) as const;
