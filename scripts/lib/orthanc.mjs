// A separate PACS for the tests: Debian's Orthanc with DICOMweb, on loopback, in a folder that goes away.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { installDebian } from './chromium.mjs';
import { freePort } from './free-port.mjs';
import { Refusal, start } from './run.mjs';
import { step } from './steps.mjs';

const PROGRAM = '/usr/sbin/Orthanc';
const PLUGIN = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
const USER = 'echometry';
/** How long a start may take, and how often it is looked at, in ms. */
const START_MS = 30_000;
const LOOK_MS = 100;
/** How long it may take to end before it is killed, in ms. */
const STOP_MS = 5000;

const isThere = () => existsSync(PROGRAM) && existsSync(PLUGIN);

async function untilItAnswers(address, headers, child) {
  const begin = Date.now();
  while (Date.now() - begin < START_MS) {
    if (child.exitCode !== null) throw new Refusal(`Orthanc ended with status ${child.exitCode}`);
    const reply = await fetch(`${address}/studies?limit=1`, { headers }).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Refusal(`Orthanc did not respond within ${START_MS / 1000} s`);
}

/** Starts it, installed if need be; returns the address of its DICOMweb with user and password in it, and how to stop it. */
export async function startOrthanc() {
  if (!isThere()) await installDebian('orthanc-dicomweb', 'imports from a PACS are tested against a real one');
  if (!isThere()) throw new Refusal('Orthanc with DICOMweb was not found. Install it with: apt-get install orthanc orthanc-dicomweb');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'echometry-orthanc-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const config = path.join(folder, 'orthanc.json');
  const settings = {
    Name: 'Tests',
    StorageDirectory: path.join(folder, 'storage'),
    IndexDirectory: path.join(folder, 'storage'),
    HttpPort: port,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { [USER]: password },
    DicomServerEnabled: false,
    StorageAccessOnFind: 'Never',
    Plugins: [PLUGIN],
    DicomWeb: { Enable: true, Root: '/dicom-web/', EnableWado: false },
  };
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
  let child;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      const killed = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killed);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}/dicom-web`;
  const basic = Buffer.from(`${USER}:${password}`).toString('base64');
  await step('Orthanc for the tests', null, async () => {
    child = start(PROGRAM, [config], { stdio: 'ignore' });
    await untilItAnswers(address, { authorization: `Basic ${basic}` }, child).catch(async (error) => {
      await stop();
      throw error;
    });
  });
  const url = new URL(address);
  [url.username, url.password] = [USER, password];
  return { url: url.toString(), stop };
}
