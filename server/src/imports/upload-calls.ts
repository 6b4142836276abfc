import { MAX_SENT_LINES_BYTES } from '@echometry/contract/records/predictions.ts';
import { mayImport } from '@echometry/contract/rules/permissions.ts';
import { readChunkAddress } from '@echometry/contract/rules/uploads.ts';
import type { Handlers } from '../access/call-route.ts';
import { notFound } from '../errors.ts';
import type { ImportServices } from './services.ts';

const ONE_SERVER_ALONE =
  'Several servers share this workspace, and the pieces of an upload would reach more than one of them. Import from a folder of the server or a PACS, or with npm run import.';

const LINES_BY_COMMAND =
  'Several servers share this workspace, and the pieces of an upload would reach more than one of them. An administrator can import the lines with npm run admin -- import-predictions.';
const LINES_TOO_LARGE = `The files are larger than the limit sent_lines_bytes (${MAX_SENT_LINES_BYTES}). Send them in parts.`;

export function uploadHandlers({
  imports: { uploads, takesUploads },
}: ImportServices): Pick<Handlers, 'importsBeginUpload' | 'importsPutChunk' | 'importsDropUpload' | 'importsUploads'> {
  return {
    importsBeginUpload: async ({ body, caller }) => {
      if (!takesUploads) return { accepted: false, message: mayImport(caller.role) ? ONE_SERVER_ALONE : LINES_BY_COMMAND };
      if (!mayImport(caller.role) && body.files.reduce((sum, { size }) => sum + size, 0) > MAX_SENT_LINES_BYTES)
        return { accepted: false, message: LINES_TOO_LARGE };
      const begun = await uploads.begin(caller.user.id, body.id, body.files);
      return 'message' in begun ? { accepted: false, message: begun.message } : { accepted: true, received: begun.received };
    },
    importsPutChunk: async ({ id, body, caller }) => {
      const address = readChunkAddress(id);
      if (address === null) throw notFound('id', 'No address of a piece');
      const put = await uploads.put(caller.user.id, address, body);
      return 'message' in put ? { accepted: false, message: put.message } : { accepted: true, received: put.received };
    },
    importsUploads: ({ caller }) => Promise.resolve({ uploads: uploads.underWay(caller.user.id) }),
    importsDropUpload: async ({ body, caller }) => ({ dropped: await uploads.drop(body.id, caller.user.id) }),
  };
}
