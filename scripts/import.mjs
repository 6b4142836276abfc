// `npm run import -- FOLDER|ZIP --project NAME ...`: the importer of the server, on files named from where the person stands.
import { serverCommand } from './lib/server-command.mjs';

await serverCommand('import');
