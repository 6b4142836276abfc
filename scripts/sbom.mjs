// `npm run sbom`: what the product is made of, as CycloneDX, in build/sbom.cdx.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { softwareBill } from './lib/sbom.mjs';
import { inRoot } from './lib/root.mjs';
import { fail, say } from './lib/steps.mjs';

try {
  const file = inRoot('build', 'sbom.cdx.json');
  const bill = await softwareBill();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
  say(`${bill.components.length} components: build/sbom.cdx.json`);
} catch (error) {
  fail(error);
}
