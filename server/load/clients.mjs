// The people of a case, in a separate process: arrivals follow the clock and do not wait for each other. A save is timed from its
// due time, so that waiting for a slow one before it counts too (no coordinated omission).
import { Agent, request } from 'node:http';

/**
 * @typedef {{ token: string, first: string | null, save: string[], files: { path: string, body: string } | null }} Client bodies as
 *   pieces around the mark of a save; `first` makes the version that changes build on; `files` asks for the addresses of a study
 * @typedef {{ url: string, seconds: number, everyS: number, playEveryS: number, pieceBytes: number, fileBytes: number, clients: Client[] }} Plan
 */

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
/** Longest wait for a response, in ms. */
const PATIENCE_MS = 60_000;
/** Addresses are requested again this long before they end, in ms, as on the page (web/src/study/store/file-addresses.ts). */
const ADDRESS_MARGIN_MS = 60_000;

/** @returns {Promise<{ status: number, body: Buffer }>} */
const ask = (url, { method = 'GET', headers = {}, body = null }) =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent, timeout: PATIENCE_MS }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('no response')));
    asked.on('error', reject);
    asked.end(body);
  });

const until = (at) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

/** @param {Plan} plan */
async function run({ url, seconds, everyS, playEveryS, pieceBytes, fileBytes, clients }) {
  const saves = [];
  const reads = [];
  const failures = [];
  const post = (token, text, path = '/api/analysis/update') => {
    const body = Buffer.from(text);
    return ask(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, origin: url, 'x-api-key': token },
      body,
    });
  };
  const versionOf = ({ status, body }) => {
    const answer = JSON.parse(body.toString());
    if (status === 200 && answer.conflict === false) return answer.version;
    failures.push(`${status} ${body.toString().slice(0, 200)}`);
    return null;
  };
  const bases = [];
  for (const { token, first } of clients) bases.push(first === null ? 0 : versionOf(await post(token, first)));
  // A round before the clock starts: what a server does once is not what is measured.
  for (const [n, { token, save }] of clients.entries()) bases[n] = versionOf(await post(token, filled(save, `warm-up-${n}`, bases[n])));

  const begin = performance.now() + 200;
  const person = async ({ token, save }, n) => {
    let before = Promise.resolve();
    for (let turn = 0; turn * everyS < seconds; turn += 1) {
      const due = begin + 1000 * everyS * (turn + n / clients.length);
      await until(due);
      // One save at a time, as the page sends them.
      before = before.then(async () => {
        const reply = await post(token, filled(save, `load-${n}-${turn}-${process.pid}`, bases[n])).catch((error) => ({
          status: 0,
          body: Buffer.from(JSON.stringify(String(error))),
        }));
        bases[n] = versionOf(reply) ?? bases[n];
        saves.push(performance.now() - due);
      });
    }
    await before;
  };
  const addressOf = async ({ token, files }) => {
    const { status, body } = await post(token, files.body, files.path);
    const dicom = status === 200 ? JSON.parse(body.toString()).find(({ kind }) => kind === 'dicom') : undefined;
    if (dicom === undefined) throw new Error(`Addresses of a study returned ${status}`);
    return dicom;
  };
  const player = async (client, n) => {
    if (client.files === null) return;
    let address = await addressOf(client);
    for (let turn = 0; turn * playEveryS < seconds; turn += 1) {
      await until(begin + 1000 * playEveryS * (turn + n / clients.length));
      if (address.expires_at < Date.now() + ADDRESS_MARGIN_MS) address = await addressOf(client);
      for (let start = 0; start < fileBytes; start += pieceBytes) {
        const asked = performance.now();
        const { status, body } = await ask(url + address.url, { headers: { range: `bytes=${start}-${start + pieceBytes - 1}` } }).catch(
          () => ({
            status: 0,
            body: Buffer.alloc(0),
          }),
        );
        if (status !== 206 || body.length !== pieceBytes) failures.push(`a piece returned ${status} with ${body.length} bytes`);
        reads.push(performance.now() - asked);
      }
    }
  };
  await Promise.all(clients.flatMap((client, n) => [person(client, n), player(client, n)]));
  return { saves, reads, failures, lastedS: (performance.now() - begin) / 1000 };
}

/** A body with the mark and the base of this save in it. */
const filled = (pieces, mark, base) => pieces.join(mark).replace('"base_version":0', `"base_version":${base}`);

process.once('message', (plan) => {
  run(/** @type {Plan} */ (plan)).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error) => {
      process.stderr.write(`${error.stack}\n`);
      process.exit(1);
    },
  );
});
