// Keeps deploy/ true to the program: settings that are read, addresses that are served, programs that are built.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';
import { DOWNLOADS } from './lib/wheel.mjs';

const read = (...names) => readFileSync(inRoot(...names), 'utf8');
const sources = readdirSync(inRoot('server', 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => read('server', 'src', name))
  .join('\n');
const FILES = ['Dockerfile', 'compose.yaml', path.join('systemd', 'echometry.env'), path.join('systemd', 'echometry@.service')];
/** Settings of the proxy and of the image itself, which the server does not read. */
const OTHERS = new Set(['ECHOMETRY_SITE', 'ECHOMETRY_SERVERS', 'ECHOMETRY_VERSION']);

describe('deployment files', () => {
  it.each(FILES)('%s sets nothing that the server does not read', (file) => {
    const named = [...new Set(read('deploy', file).match(/ECHOMETRY_[A-Z0-9_]+/g))].filter((name) => !OTHERS.has(name));
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });

  it('every variable that compose asks for is in the example of the environment', () => {
    const asked = [...read('deploy', 'compose.yaml').matchAll(/\$\{([A-Z0-9_]+)(?=[:}])/g)].map(([, name]) => name);
    const given = read('deploy', 'example.env');
    expect(new Set(asked).size).toBeGreaterThan(3);
    expect([...new Set(asked)].filter((name) => name !== 'ECHOMETRY_VERSION' && !given.includes(`${name}=`))).toEqual([]);
  });

  it('the settings of the example are settings of the server', () => {
    const known = read('server', 'src', 'config.ts');
    for (const field of Object.keys(JSON.parse(read('deploy', 'config.json')))) expect(known).toContain(`  ${field}: Type.Optional`);
    const store = JSON.parse(/ECHOMETRY_OBJECT_STORE: '(.*)'/.exec(read('deploy', 'compose.yaml'))[1]);
    for (const field of Object.keys(store)) expect(read('server', 'src', 'objects', 'bucket-settings.ts')).toContain(`\n  ${field}: `);
  });

  it('the image has the downloads where the server looks for them', () => {
    const copied = [...read('deploy', 'Dockerfile').matchAll(/^COPY --from=build \/echometry\/(\S+)/gm)].map(([, folder]) => folder);
    expect(copied.some((folder) => DOWNLOADS.startsWith(`${folder}/`))).toBe(true);
    expect(read('server', 'src', 'main.ts')).toContain(
      `path.join(root, ${DOWNLOADS.split('/')
        .map((part) => `'${part}'`)
        .join(', ')})`,
    );
  });
});
