/** A whole server notifies the owner of an export by a mail server that demands TLS and a password. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { describe, expect, it } from 'vitest';
import { makeExportSite } from '../load/export-site.ts';
import { ended, MAIN, post, startServer } from './server-process.ts';
import { authorityOf, startMailServer } from './smtp.ts';
import { temporaryFolder } from './temporary.ts';
import { emailOf, PROJECT } from './world.ts';

const OWNER = emailOf('Data scientist');
const ACCOUNT = { user: 'echometry', password: 'a password of the mail server' };

describe('an export that has ended', () => {
  it('is notified by TLS, with the password of the environment, without data or a signed address', { timeout: 120_000 }, async () => {
    expect(existsSync(MAIN), 'the server is built (npm run build)').toBe(true);
    const folder = await temporaryFolder('mail-authority');
    const mails = await startMailServer({ folder, ...ACCOUNT });
    const site = await makeExportSite(null, { studies: 1, images: 1, people: 0 });
    const mail = { from: 'Echometry <echo@test>', host: mails.host, port: mails.port, user: ACCOUNT.user };
    await writeFile(path.join(site.folder, 'config.json'), JSON.stringify({ mail }));
    const { child, url } = await startServer(site.folder, {
      env: { ECHOMETRY_SMTP_PASSWORD: ACCOUNT.password, NODE_EXTRA_CA_CERTS: authorityOf(folder) },
    });
    try {
      const { token: signedIn } = await post(url, CALLS.demoSignIn, { email: OWNER });
      const { token } = await post(url, CALLS.actAs, { role: 'Data scientist' }, signedIn);
      const asked = await post(
        url,
        CALLS.exportsCreateMeasurements,
        {
          project: PROJECT._id,
          editor: '',
          image_type: '',
          data: 'analysis',
          mode: '',
          user: OWNER,
          formats: ['csv-long'],
          imview_header: false,
          include_normal: true,
          include_caliper: true,
        },
        token,
      );
      if (!asked.accepted) throw new Error('The export was not accepted');
      const { text, ...received } = await mails.next();
      expect(received).toEqual({ from: 'echo@test', to: [OWNER], secure: true, user: ACCOUNT.user });
      expect(text).toMatch(/^Subject: Your export is ready\r?$/m);
      expect(text).toContain(asked.export.id);
      expect(text.match(/https?:\S+/g)).toEqual([`${url}/export`]);
      expect(mails.waiting()).toBe(0);
    } finally {
      child.kill('SIGTERM');
      await ended(child);
      await mails.stop();
    }
  });
});
