import { TRANSFER_SYNTAXES } from '@echometry/contract/generated/transfer-syntaxes.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField, notFound, Refusal } from '../errors.ts';
import { listedFiles } from '../reviews/listed-files.ts';
import { chooseColours } from './choose-colours.ts';
import type { ImageServices } from './services.ts';

export function filesSetColoursHandlers(services: ImageServices): Pick<Handlers, 'filesSetColours'> {
  const filesSetColours: Handlers['filesSetColours'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    const files = await listedFiles(services, caller, access, study.id, 'id');
    const file = files.find(({ filename }) => filename === body.filename);
    if (file === undefined) throw notFound('filename', 'No such file in this study');
    if (file.colours === body.colours) return { colours: body.colours };
    if (ownValue(TRANSFER_SYNTAXES, file.transfer_syntax_uid)?.jpeg !== true)
      throw invalidField('filename', 'Colours can only be chosen for JPEG images');
    const person = { id: caller.user.id, role: caller.role };
    try {
      await chooseColours(services, { studyRowId: study.id, file, colours: body.colours, person });
    } catch (error) {
      if (error instanceof Refusal) throw invalidField('colours', error.message);
      throw error;
    }
    return { colours: body.colours };
  };

  return { filesSetColours };
}
