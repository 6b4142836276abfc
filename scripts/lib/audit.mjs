// Dependencies: pinned, from the public registries, under licences that fit MIT, and without known holes where that can be asked.
import { readFileSync } from 'node:fs';
import { Refusal, run } from './run.mjs';
import { ADVISORIES, knownHoles, readAdvisories } from './osv.mjs';
import { inRoot } from './root.mjs';
import { softwareBill } from './sbom.mjs';
import { say } from './steps.mjs';

/** Licences that may be linked into a product under MIT. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unicode-3.0',
  'Unicode-DFS-2016',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'MPL-2.0',
  'Python-2.0',
  'BSL-1.0',
  'WTFPL',
]);

/** True when a licence expression can be met only by allowed licences. */
export function licenceFits(expression) {
  const text = expression.replaceAll('/', ' OR ').replace(/[()]/g, ' ');
  return text.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())));
}

export async function auditDependencies() {
  const problems = [...npmProblems(), ...(await crateProblems())];
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  await askAdvisories();
}

function npmProblems() {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const problems = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.link) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 13);
    if (!entry.integrity && !entry.inBundle) problems.push(`npm ${name} ${entry.version} is not pinned by a hash in package-lock.json`);
    if (entry.license && !licenceFits(entry.license)) problems.push(`npm ${name} ${entry.version} has the licence ${entry.license}`);
  }
  for (const folder of ['.', 'bindings', 'contract', 'server', 'web']) {
    const manifest = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!/^(npm:@?[^@]+@)?\d/.test(range)) problems.push(`${folder}/package.json does not pin ${name} (${range})`);
    }
  }
  return problems;
}

async function crateProblems() {
  const metadata = JSON.parse(
    await run('cargo', ['metadata', '--format-version', '1', '--locked'], { log: 'cargo-metadata' }).then((text) =>
      text.slice(text.indexOf('{')),
    ),
  );
  return metadata.packages
    .filter(({ source }) => source !== null)
    .flatMap(({ name, version, license, source }) => [
      ...(source.startsWith('registry+') ? [] : [`crate ${name} ${version} does not come from the registry`]),
      ...(license && licenceFits(license) ? [] : [`crate ${name} ${version} has the licence ${license ?? 'unknown'}`]),
    ]);
}

/**
 * Known holes: from advisories on this computer where there are any, otherwise from the registry; without either, the step reports
 * it.
 */
async function askAdvisories() {
  const folder = process.env[ADVISORIES];
  if (folder) {
    const [advisories, { components }] = [readAdvisories(folder), await softwareBill()];
    const holes = await knownHoles(components, advisories);
    if (holes.length > 0) throw new Refusal(holes.join('\n'));
    say(`    ${advisories.length} advisories of ${ADVISORIES}: none speaks of what is built in`);
    return;
  }
  try {
    await run('npm', ['audit', '--omit=dev', '--audit-level=high'], { log: 'npm-audit' });
  } catch (error) {
    if (/audit endpoint returned an error|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|405/.test(error.output ?? '')) {
      say(
        `    npm audit: this registry does not serve advisories, so known holes were NOT looked up here; ${ADVISORIES}=FOLDER reads an export`,
      );
      return;
    }
    throw error;
  }
}
