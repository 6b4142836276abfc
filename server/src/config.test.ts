import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary.ts';
import { checkEnvironment, readConfig } from './config.ts';
import { buildApp } from './app.ts';

async function read(content: unknown, env: NodeJS.ProcessEnv = {}) {
  const folder = await temporaryFolder('config');
  await writeFile(path.join(folder, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return readConfig(folder, env);
}

const STORE = { endpoint: 'https://s3.example', bucket: 'echo' };
const OIDC = { name: 'Hospital', issuer: 'https://id.example', client_id: 'echo' };

describe('config.json', () => {
  it.each([
    [
      'a proxy by name',
      { trusted_proxies: ['nginx'] },
      /trusted_proxies\.0: "nginx" is not an IP address or network; names are not looked up/,
    ],
    ['a network beyond its bits', { trusted_proxies: ['10.0.0.1', '10.0.0.0/33'] }, /trusted_proxies\.1: /],
    ['an origin with a blank', { public_origin: 'https://echo example.org' }, /public_origin: /],
    ['an origin with a path', { public_origin: 'https://echo.example.org/x' }, /public_origin: /],
    ['an origin with a closing slash', { public_origin: 'https://echo.example.org/' }, /public_origin: /],
    ['an origin of another scheme', { public_origin: 'ftp://echo.example.org' }, /public_origin: /],
    [
      'an origin in capitals',
      { return_origins: ['https://Echo.example.org'] },
      /return_origins\.0: .*is https:\/\/echo\.example\.org meant\?/,
    ],
    ['an origin with a port that is none', { return_origins: ['https://a.example', 'https://b.example:99999'] }, /return_origins\.1: /],
    ['an origin that is a pattern', { return_origins: ['https://*'] }, /return_origins\.0: .*has no host/],
    ['an origin of every subdomain', { return_origins: ['https://*.example.org'] }, /return_origins\.0: .*has no host/],
    [
      'a role address of every host',
      { role_addresses: { 'Patient browser': 'https://*/x' } },
      /role_addresses\.Patient browser: .*has no host/,
    ],
    ['a role address that is none', { role_addresses: { 'Patient browser': 'https://' } }, /role_addresses\.Patient browser: /],
    ['a role without an application', { role_addresses: { Editor: 'https://a.example' } }, /role_addresses\.Editor/],
    ['an issuer that is no address', { oidc: { ...OIDC, issuer: 'https://id example' } }, /oidc\.issuer: /],
    ['a period of nothing', { inactivity: { period_minutes: 0, check_seconds: 1, timeout_seconds: 1 } }, /inactivity\.period_minutes/],
    [
      'a number beyond the finite',
      '{"inactivity": {"period_minutes": 1e999, "check_seconds": 1, "timeout_seconds": 1}}',
      /inactivity\.period_minutes/,
    ],
    ['a case identifier of another form', { case_identifiers: ['coa_12'] }, /case_identifiers/],
    [
      'a host of webhooks with its scheme',
      { webhook_hosts: [{ host: 'https://hooks.example.org' }] },
      /webhook_hosts\.0\.host: "https:\/\/hooks\.example\.org" is not a host\. Write a name in lower case/,
    ],
    ['a host of webhooks with a port', { webhook_hosts: [{ host: 'hooks.example.org:8443' }] }, /webhook_hosts\.0\.host: /],
    ['a host of webhooks in capitals', { webhook_hosts: [{ host: 'Hooks.example.org' }] }, /webhook_hosts\.0\.host: /],
    ['a pattern of hosts of webhooks', { webhook_hosts: [{ host: '*.example.org' }] }, /webhook_hosts\.0\.host: /],
    [
      'a host of webhooks twice',
      { webhook_hosts: [{ host: '10.0.4.20' }, { host: '10.0.4.20', require_tls: false }] },
      /webhook_hosts\.1\.host: "10\.0\.4\.20" is named twice/,
    ],
    ['a bucket without an endpoint', { object_store: { bucket: 'echo' } }, /object_store\.endpoint/],
    [
      'an endpoint with a path',
      { object_store: { ...STORE, endpoint: 'https://s3.example/echo' } },
      /object_store\.endpoint: .*more than scheme/,
    ],
    [
      'a secret in the endpoint',
      { object_store: { ...STORE, endpoint: 'https://id:secret@s3.example' } },
      /object_store\.endpoint: it holds a key/,
    ],
    ['a secret in the file', { object_store: { ...STORE, secret_access_key: 'x' } }, /Unknown field object_store\.secret_access_key/],
    [
      'a bucket that no service takes',
      { object_store: { ...STORE, bucket: 'Echo_1' } },
      /object_store\.bucket: "Echo_1" is not a bucket name/,
    ],
    ['a prefix without its end', { object_store: { ...STORE, prefix: 'echo' } }, /object_store\.prefix: "echo" is not a prefix/],
    ['another way to read objects', { object_store: { ...STORE, access: 'public' } }, /object_store\.access/],
    ['a PACS whose address is none', { pacs: [{ name: 'a', address: 'pacs.local' }] }, /pacs\.0\.address: "pacs\.local" is not an address/],
    ['a PACS without TLS', { pacs: [{ name: 'a', address: 'http://pacs.local/rs' }] }, /pacs\.0\.address: .*is not encrypted/],
    ['a PACS whose address holds an account', { pacs: [{ name: 'a', address: 'https://u:p@pacs.local' }] }, /holds an account/],
    ['a PACS whose address has a query', { pacs: [{ name: 'a', address: 'https://pacs.local/rs?x=1' }] }, /pacs\.0\.address: /],
    ['a PACS whose name is no name', { pacs: [{ name: 'a b', address: 'https://pacs.local' }] }, /pacs\.0\.name/],
    [
      'two PACS of one name',
      { pacs: ['a-b', 'A_B'].map((name) => ({ name, address: 'https://pacs.local' })) },
      /pacs\.1\.name: "A_B" is the name of another one/,
    ],
    [
      'a PACS whose user has no password',
      { pacs: [{ name: 'a', address: 'https://pacs.local', user: 'u' }] },
      /ECHOMETRY_PACS_PASSWORD_A is not set/,
    ],
    [
      'a PACS with an unknown field',
      { pacs: [{ name: 'a', address: 'https://pacs.local', password: 'p' }] },
      /Unknown field pacs\.0\.password/,
    ],
    ['an unknown field', { public_orign: 'https://a.example' }, /Unknown field public_orign/],
    ['a field of another kind', { trusted_proxies: '10.0.0.1' }, /trusted_proxies/],
    ['what is no JSON', '{', /holds no JSON/],
  ])('with %s is refused by name', async (_what, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('the key of a bucket comes only from the environment, and is refused where it is missing or needless', async () => {
    const keys = { ECHOMETRY_S3_ACCESS_KEY_ID: 'id', ECHOMETRY_S3_SECRET_ACCESS_KEY: 'secret' };
    const expected = {
      endpoint: 'https://s3.example',
      publicEndpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'echo',
      prefix: '',
      pathStyle: true,
      access: 'proxied',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    };
    expect((await read({ object_store: STORE }, keys)).objectStore).toEqual(expected);
    expect((await read({}, { ...keys, ECHOMETRY_OBJECT_STORE: JSON.stringify(STORE) })).objectStore).toEqual(expected);
    await expect(read({ object_store: STORE })).rejects.toThrow(/ECHOMETRY_S3_ACCESS_KEY_ID is not set/);
    await expect(read({}, keys)).rejects.toThrow(/ECHOMETRY_S3_ACCESS_KEY_ID is set, but neither/);
    await expect(read({}, { ...keys, ECHOMETRY_OBJECT_STORE: '{"bucket": "echo"}' })).rejects.toThrow(
      /^ECHOMETRY_OBJECT_STORE: .*endpoint/,
    );
  });

  it('names archives, whose secrets come from the environment', async () => {
    const pacs = [
      { name: 'main-pacs', address: 'https://pacs.example/rs/', user: 'echo' },
      { name: 'open', address: 'http://127.0.0.1:8042/dicom-web' },
      { name: 'token', address: 'http://10.0.0.1/rs', require_tls: false },
    ];
    const env = { ECHOMETRY_PACS_PASSWORD_MAIN_PACS: 'secret', ECHOMETRY_PACS_TOKEN_TOKEN: 'abc' };
    expect((await read({ pacs }, env)).pacs).toEqual([
      // "echo:secret" in base64 by coreutils.
      { name: 'main-pacs', address: 'https://pacs.example/rs', authorization: 'Basic ZWNobzpzZWNyZXQ=' },
      { name: 'open', address: 'http://127.0.0.1:8042/dicom-web', authorization: null },
      { name: 'token', address: 'http://10.0.0.1/rs', authorization: 'Bearer abc' },
    ]);
    await expect(read({ pacs: [] }, { ECHOMETRY_PACS_PASSWORD_GONE: 'x' })).rejects.toThrow(
      /ECHOMETRY_PACS_PASSWORD_GONE is set, but .* names no such PACS/,
    );
    const both = { ECHOMETRY_PACS_PASSWORD_OPEN: 'x', ECHOMETRY_PACS_TOKEN_OPEN: 'x' };
    await expect(read({ pacs: [pacs[1]] }, both)).rejects.toThrow(/are both set/);
    await expect(read({ pacs: [pacs[1]] }, { ECHOMETRY_PACS_PASSWORD_OPEN: 'x' })).rejects.toThrow(/names no user/);
  });

  it('case identifiers and testers are taken and have no effect', async () => {
    const lists = { case_identifiers: ['coa_12_20230405'], tester_users: ['tester@site'] };
    expect(await read(lists)).toEqual(await read({}));
  });

  it.each([[['172.18.0.5', '10.0.0.0/8', 'loopback', 'uniquelocal', '::1', 'fd00::/8']], [[]]])(
    'takes proxies %j, and the server starts with them',
    async (trusted_proxies) => {
      const config = await read({
        trusted_proxies,
        public_origin: 'https://echo.example.org:8443',
        return_origins: ['http://127.0.0.1:8080'],
      });
      expect(config.trustedProxies).toEqual(trusted_proxies);
      // The services are none here; what matters is that the proxies are understood.
      const outcome = await buildApp({ services: { config } as never, webRoot: null, log: false }).then(
        () => 'started',
        (error: unknown) => (error instanceof Error ? error.message : 'no error'),
      );
      expect(outcome).not.toMatch(/invalid IP|range/i);
    },
  );

  it('refuses the secret of a login service that is not configured', async () => {
    await expect(read({}, { ECHOMETRY_OIDC_CLIENT_SECRET: 'x' })).rejects.toThrow(
      /ECHOMETRY_OIDC_CLIENT_SECRET is set, but config.json names no oidc/,
    );
  });
});

describe('the environment', () => {
  it.each([
    [{ ECHOMETRY_PORT: '80a' }, /ECHOMETRY_PORT is 80a; it must be a port number/],
    [{ ECHOMETRY_PORT: '65536' }, /ECHOMETRY_PORT/],
    [{ ECHOMETRY_HOST: 'all interfaces' }, /ECHOMETRY_HOST: "all interfaces" is neither an IP address nor a host name/],
    [{ ECHOMETRY_HOST: '1.2.3' }, /ECHOMETRY_HOST/],
    [{ ECHOMETRY_DATABASE_URL: 'records.sqlite' }, /ECHOMETRY_DATABASE_URL: it is not an address of a PostgreSQL database/],
    [{ ECHOMETRY_DATABASE_URL: 'mysql://u:secret@h/d' }, /ECHOMETRY_DATABASE_URL/],
    [{ ECHOMETRY_DATABASE_URL: 'postgres://u:secret@h' }, /ECHOMETRY_DATABASE_URL/],
  ])('%j is refused by name', (env, message) => {
    expect(() => checkEnvironment(env)).toThrow(message);
    expect(() => checkEnvironment(env)).not.toThrow(/secret/);
  });

  it.each([
    [{}],
    [{ ECHOMETRY_PORT: '0', ECHOMETRY_HOST: '0.0.0.0', ECHOMETRY_DATABASE_URL: 'postgres://u:p@h:5432/d' }],
    [{ ECHOMETRY_HOST: 'echo.example.org', ECHOMETRY_DATABASE_URL: 'postgresql://u@/d?host=%2Ftmp' }],
    [{ ECHOMETRY_PORT: '', ECHOMETRY_HOST: '', ECHOMETRY_DATABASE_URL: '' }],
  ])('%j is taken', (env) => expect(() => checkEnvironment(env)).not.toThrow());
});
