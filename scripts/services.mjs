// `npm run services`: the services that tests run against, until Ctrl-C, for tests started one by one. Prints the variables that name
// them; `--without postgres,s3,pacs` leaves some out.
import { parseArgs } from 'node:util';
import { ensureChromium, ensureHeadlessShell } from './lib/chromium.mjs';
import { ensureReaders } from './lib/python.mjs';
import { inRoot } from './lib/root.mjs';
import { ALL_SERVICES, withServices } from './lib/services.mjs';
import { fail, say } from './lib/steps.mjs';
import { takeTemporaryFolder } from './lib/temporary.mjs';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';

try {
  const { values } = parseArgs({ options: { without: { type: 'string', default: '' } } });
  const without = values.without.split(',');
  takeTemporaryFolder();
  await checkPrerequisites();
  await ensurePackages();
  await ensureReaders();
  const chromium = await ensureChromium();
  const shell = await ensureHeadlessShell(chromium);
  await withServices(
    ALL_SERVICES.filter((name) => !without.includes(name)),
    async (services) => {
      const env = { ...services, ECHOMETRY_CHROMIUM: chromium, ECHOMETRY_JOURNEYS_CHROMIUM: shell, ECHOMETRY_ROOT: inRoot() };
      say(
        Object.entries(env)
          .map(([name, value]) => `export ${name}='${value}'`)
          .join('\n'),
      );
      await new Promise(() => setInterval(() => undefined, 60_000));
    },
  );
} catch (error) {
  fail(error);
}
