// A separate S3 service for the tests: OpenStack Swift with s3api, which refuses wrong signatures. On loopback, in a folder that
// goes away.
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian } from './chromium.mjs';
import { freePort } from './free-port.mjs';
import { Refusal, run, start } from './run.mjs';
import { step } from './steps.mjs';

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const PROGRAM = '/usr/bin/swift-proxy-server';
const PYTHON = '/usr/bin/python3';
const KINDS = ['account', 'container', 'object'];
/** Who may sign requests: account:user, as tempauth writes it, and the secret. */
const ACCESS_KEY = 'echo:tester';
const SECRET_KEY = 'secret-of-the-tests';
/** Longest that its servers may take to listen, in ms. */
const READY_MS = 30_000;

/** One device each, no copies: the content of the three rings. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for kind, port in (pair.split('=') for pair in sys.argv[2:]):
    builder = RingBuilder(6, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'device': 'd1', 'meta': ''})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, kind))
`;

const common = (folder, port) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${folder}
log_level = WARNING
devices = ${path.join(folder, 'devices')}
mount_check = false
`;

const storageServer = (folder, kind, port) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** The pipeline of a small installation; every origin may read, as the configuration of a bucket allows. */
const proxyServer = (folder, port, memcached) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
cors_allow_origin = *
cors_expose_headers = content-range, etag
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${SECRET_KEY} .admin
`;

async function untilListening(url, log) {
  const end = Date.now() + READY_MS;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch {
      if (Date.now() > end) throw new Refusal(`Swift did not start; its log:\n${readFileSync(log, 'utf8').slice(-4000)}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  }
}

/** Starts it; returns its address with access key and secret in it, and how to stop it. */
export async function startSwift() {
  if (!existsSync(PROGRAM)) for (const name of PACKAGES) await installDebian(name, 'object storage is tested on a real S3 service');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'echometry-swift-'));
  const log = path.join(folder, 'swift.log');
  const children = [];
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const port = await freePort();
  await step('S3 service for the tests', 'OpenStack Swift', async () => {
    mkdirSync(path.join(folder, 'devices', 'd1'), { recursive: true });
    const ports = {};
    for (const kind of KINDS) ports[kind] = await freePort();
    writeFileSync(
      path.join(folder, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n',
    );
    await run(PYTHON, ['-c', RINGS, folder, ...KINDS.map((kind) => `${kind}=${ports[kind]}`)], { log: 'swift-rings', cwd: '/' });
    const out = openSync(log, 'a');
    const memcached = await freePort();
    const own = ['-l', '127.0.0.1', '-p', String(memcached), '-U', '0', '-m', '16', '-u', os.userInfo().username];
    children.push(start('/usr/bin/memcached', own, { cwd: '/', stdio: 'ignore' }));
    const serve = (name, content) => {
      const file = path.join(folder, `${name}-server.conf`);
      writeFileSync(file, content);
      children.push(start(`/usr/bin/swift-${name}-server`, [file], { cwd: '/', stdio: ['ignore', out, out] }));
    };
    for (const kind of KINDS) serve(kind, storageServer(folder, kind, ports[kind]));
    serve('proxy', proxyServer(folder, port, memcached));
    await untilListening(`http://127.0.0.1:${port}/`, log);
    for (const kind of KINDS) await untilListening(`http://127.0.0.1:${ports[kind]}/`, log);
  });
  return { url: `http://${encodeURIComponent(ACCESS_KEY)}:${SECRET_KEY}@127.0.0.1:${port}`, log, stop };
}
