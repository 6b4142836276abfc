import { projectByName, studyIn, workScopeOf } from '../access/project-access.ts';
import { filenamesOfStudy, storeInactiveFiles } from '../db/files.ts';
import { requireSelf } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField } from '../errors.ts';
import type { Services } from '../access/services.ts';

export function filesUpdateHandlers(services: Services): Pick<Handlers, 'filesUpdate'> {
  const filesUpdate: Handlers['filesUpdate'] = async ({ body, caller }) => {
    requireSelf(caller, body.editor);
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    const known = new Set((await filenamesOfStudy(services.db.query, study.id, workScopeOf(caller, access))).values());
    const named = new Map(body.images.map((image) => [image.filename, image.active]));
    body.images.forEach((image, index) => {
      if (!known.has(image.filename)) throw invalidField(`images.${index}.filename`, 'No such file in this study');
    });
    if (named.size !== body.images.length) throw invalidField('images', 'A file is named twice');
    const inactive = [...known].filter((filename) => named.get(filename) === false);
    await storeInactiveFiles(services.db.query, study.id, caller.user.id, inactive, services.now());
    return { images_selected: known.size - inactive.length, total_images: known.size };
  };

  return { filesUpdate };
}
