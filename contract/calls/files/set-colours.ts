import { COLOURS, Filename } from '../../records/study-file.ts';
import { Nullable, OneOf, Strict } from '../../records/strict.ts';
import { StudyId } from '../../records/study.ts';
import { DATA_TYPE_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/**
 * Stores how the samples of a JPEG image are read, for everybody who sees it; null reads them by the file again. The
 * thumbnails are drawn again, and exports use the choice. Repeating it changes nothing. 400 for an image that is not a JPEG.
 */
export const filesSetColours = defineCall({
  path: 'files/set_colours',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  body: Strict({ id: StudyId, filename: Filename, colours: Nullable(OneOf(COLOURS)), ...ProjectScope }),
  answer: Strict({ colours: Nullable(OneOf(COLOURS)) }),
});
