// The software bill of materials: npm writes its packages', the crates of the engine are added from their lockfile.
import { readFileSync } from 'node:fs';
import { Refusal, run } from './run.mjs';
import { inRoot } from './root.mjs';

const jsonOf = (text) => JSON.parse(text.slice(text.indexOf('{')));

/** A crate as a component of CycloneDX. */
const crateComponent = ({ name, version, license, description, checksum }) => ({
  type: 'library',
  'bom-ref': `pkg:cargo/${name}@${version}`,
  name,
  version,
  ...(description ? { description: description.trim().replaceAll(/\s+/g, ' ') } : {}),
  purl: `pkg:cargo/${name}@${version}`,
  ...(license ? { licenses: [{ expression: license.replaceAll('/', ' OR ') }] } : {}),
  ...(checksum ? { hashes: [{ alg: 'SHA-256', content: checksum }] } : {}),
});

/** SHA-256 of each crate of the lockfile, by `name version`. */
function checksumsOf(lock) {
  const entry = /^name = "([^"]+)"\nversion = "([^"]+)"(?:\nsource = "[^"]+")?(?:\nchecksum = "([0-9a-f]{64})")?/gm;
  return new Map([...lock.matchAll(entry)].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}

/** Crates that are linked into the engine, into WebAssembly or the native program; tools of the tests are not. */
async function crates() {
  const metadata = jsonOf(await run('cargo', ['metadata', '--format-version', '1', '--locked'], { log: 'cargo-metadata' }));
  const checksums = checksumsOf(readFileSync(inRoot('Cargo.lock'), 'utf8'));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const linked = new Set();
  const visit = (id) => {
    if (linked.has(id)) return;
    linked.add(id);
    const isUsed = ({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind !== 'dev');
    for (const dependency of nodes.get(id).deps.filter(isUsed)) visit(dependency.pkg);
  };
  for (const { id, name } of metadata.packages) if (name === 'echometry-engine' || name === 'echometry-cli') visit(id);
  return [...linked]
    .map((id) => packages.get(id))
    .filter(({ source }) => source !== null)
    .map((one) => ({ ...one, checksum: checksums.get(`${one.name} ${one.version}`) }));
}

/** npm packages that are part of what is served: entries of the lockfile that are not only for the tools. */
function servedPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const entries = Object.entries(packages).filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link);
  // The place of an alias is another name than the package's own.
  const nameOf = (place, name) => name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return new Set(entries.map(([place, { name, version }]) => `${nameOf(place, name)}@${version}`));
}

/** npm refers to a package by its name and version. */
const refOf = (component) => component['bom-ref'];
const isOwn = (ref) => ref.startsWith('@echometry/');

/**
 * Every npm package and crate the product is built from, with version, licence and hash (CycloneDX 1.5).
 * @returns {Promise<{components: object[], metadata: object}>}
 */
export async function softwareBill() {
  // `--omit dev` leaves out what tools use too (npm 11), so tools are taken out here.
  const npm = jsonOf(await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { log: 'npm-sbom' }));
  const served = servedPackages();
  // npm calls the product by the name of its folder.
  npm.metadata.component.name = 'echometry';
  const cargo = (await crates()).map(crateComponent);
  const components = [...npm.components.filter((one) => isOwn(refOf(one)) || served.has(refOf(one))), ...cargo];
  const listed = new Set([npm.metadata.component, ...components].map(refOf));
  const dependencies = npm.dependencies
    .filter(({ ref }) => listed.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => listed.has(on)) }));
  return { ...npm, components, dependencies };
}

/** The bill follows its schema, and leaves out nothing that a manifest names. */
export async function checkBill() {
  const bill = await softwareBill();
  const { components } = bill;
  // Loaded here: other scripts run before packages are there.
  const { default: cycloneDx } = await import('@cyclonedx/cyclonedx-library');
  const { Spec, Validation } = cycloneDx;
  const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(JSON.stringify(bill));
  if (faults !== null) throw new Refusal(`The bill of materials is not valid CycloneDX 1.5: ${JSON.stringify(faults)}`);
  const listed = new Set(components.map(refOf));
  const missing = ['server', 'web', 'bindings', 'contract'].flatMap((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
    return Object.entries(dependencies)
      .filter(([name]) => !name.startsWith('@echometry/'))
      .map(([name, version]) => (version.startsWith('npm:') ? version.slice('npm:'.length) : `${name}@${version}`))
      .filter((name) => !listed.has(name));
  });
  const bare = components.filter(({ licenses }) => !licenses).map(({ name }) => name);
  const problems = [
    ...missing.map((name) => `${name} is not in the bill of materials`),
    ...bare.map((name) => `${name} has no licence in the bill of materials`),
  ];
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
}
