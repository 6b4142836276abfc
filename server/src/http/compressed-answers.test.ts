import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { TOKEN_HEADER, pathOf, type Call } from '@echometry/contract/calls/call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, World } from '../../test/world.ts';
import { SERVICE_PREFIX } from './service-prefix.ts';

let world: World;
beforeAll(async () => {
  world = await World.make({ kind: 'sqlite', file: path.join(await temporaryFolder('compressed'), 'records.sqlite') });
});
afterAll(() => world.close());

const post = (call: Call, payload: object, headers: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: SERVICE_PREFIX[call.service] + pathOf(call),
    remoteAddress: '127.0.0.1',
    headers: { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080', 'accept-encoding': 'gzip, deflate, br', ...headers },
    payload,
  });

describe('responses of calls', () => {
  it('that are large are compressed, and hold the same', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const body = { platform: 'IAP', config: 'echo_image_types' };
    const compressed = await post(CALLS.configGet, body, { [TOKEN_HEADER]: token });
    const plain = await post(CALLS.configGet, body, { [TOKEN_HEADER]: token, 'accept-encoding': 'identity' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  it('with a token are never compressed: their length reveals nothing', async () => {
    const answer = await post(CALLS.demoSignIn, { email: emailOf('Editor') }, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});
