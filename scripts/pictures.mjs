// `npm run pictures`: renews the pictures of manual and README from the screenshots of the journeys (build/screens).
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { CHROMIUM_SWITCHES, ensureChromium } from './lib/chromium.mjs';
import { inRoot } from './lib/root.mjs';
import { Refusal } from './lib/run.mjs';
import { fail, say } from './lib/steps.mjs';

const FROM = inRoot('build', 'screens');
const BODIES = inRoot('web', 'manual', 'pages');
const TO = inRoot('web', 'public', 'manual', 'pictures');
const SIZE = '1440x900';
const QUALITY = 0.82;

try {
  await checkPrerequisites();
  await ensurePackages();
  const pages = readdirSync(BODIES).map((name) => readFileSync(path.join(BODIES, name), 'utf8'));
  const wanted = [...new Set(pages.flatMap((text) => [...text.matchAll(/src="pictures\/([\w-]+)\.webp"/g)].map(([, name]) => name)))];
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_SWITCHES });
  try {
    const page = await browser.newPage();
    mkdirSync(TO, { recursive: true });
    for (const name of wanted) {
      const file = path.join(FROM, `${name}-${SIZE}.png`);
      if (!existsSync(file))
        throw new Refusal(`No screenshot of ${name} was found. Take them with: npx playwright test -c web/playwright.config.ts screens`);
      const webp = await page.evaluate(
        async ({ png, quality }) => {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
          const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
          canvas.getContext('2d').drawImage(picture, 0, 0);
          return canvas.toDataURL('image/webp', quality).split(',')[1];
        },
        { png: readFileSync(file).toString('base64'), quality: QUALITY },
      );
      writeFileSync(path.join(TO, `${name}.webp`), Buffer.from(webp, 'base64'));
    }
  } finally {
    await browser.close();
  }
  say(`Written: ${wanted.length} pictures in web/public/manual/pictures`);
  process.exit(0);
} catch (error) {
  fail(error);
}
