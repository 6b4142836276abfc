// `npm run admin -- ACTION ...`: projects, invitations and accounts, through the running server or on a stopped workspace.
import { serverCommand } from './lib/server-command.mjs';

await serverCommand('admin');
