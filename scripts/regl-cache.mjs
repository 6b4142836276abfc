// `npm run regl-cache`: compiles the viewer's drawing commands, because the page may not (its policy has no unsafe-eval). With
// --check it only reports whether the tracked file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { checkPrerequisites, ensurePackages } from './lib/toolchain.mjs';
import { CHROMIUM_SWITCHES, ensureChromium } from './lib/chromium.mjs';
import { REGL, withQuickKeys } from './lib/regl-keys.mjs';
import { inRoot } from './lib/root.mjs';
import { Refusal } from './lib/run.mjs';
import { fail, say } from './lib/steps.mjs';

const FILE = inRoot('web', 'src', 'viewer', 'picture', 'regl-cache.generated.ts');

/** Text of the module that holds the compiled commands. */
export async function compileCache() {
  const [{ build }, { chromium }] = await Promise.all([import('esbuild'), import('@playwright/test')]);
  const bundle = await build({
    entryPoints: [inRoot('web', 'src', 'viewer', 'picture', 'regl-cache-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'silent',
    plugins: [
      {
        name: 'regl-keys',
        setup: (esbuild) => {
          esbuild.onLoad({ filter: REGL }, async ({ path }) => ({ contents: withQuickKeys(await readFile(path, 'utf8')) }));
        },
      },
    ],
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_SWITCHES });
  try {
    const page = await browser.newPage();
    await page.setContent('<!doctype html><title>commands</title>');
    await page.addScriptTag({ content: bundle.outputFiles[0].text });
    const compiled = await page.evaluate(() => window.compiled);
    const entries = compiled.map(
      ([key, code]) => `  '${key}': ${code.replace(/^function anonymous\(/, 'function (').replace(/\r?\n/g, '\n')},`,
    );
    return `// Written by \`npm run regl-cache\` from the commands of gl.ts. Do not edit.\n// @ts-nocheck: compiled code of regl, without types.\nimport type { CommandCache } from './gl.ts';\n\nexport const commandCache: CommandCache = {\n${entries.join('\n')}\n};\n`;
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === inRoot('scripts', 'regl-cache.mjs')) {
  try {
    await checkPrerequisites();
    await ensurePackages();
    const text = await compileCache();
    if (process.argv.includes('--check')) {
      if (readFileSync(FILE, 'utf8') !== text)
        throw new Refusal('web/src/viewer/picture/regl-cache.generated.ts is out of date. Write it with: npm run regl-cache');
    } else {
      writeFileSync(FILE, text);
      say('Written: web/src/viewer/picture/regl-cache.generated.ts');
    }
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}
