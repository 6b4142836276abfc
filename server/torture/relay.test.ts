import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { pause } from './pause.ts';
import { Relay } from './relay.ts';

it('a relay keeps the order of bytes when its delay changes', async () => {
  const received = new Promise<string>((resolve) => {
    const service = createServer((socket) => void text(socket).then(resolve)).listen(0, '127.0.0.1', () => {
      void Relay.before({ host: '127.0.0.1', port: (service.address() as AddressInfo).port }).then(async (relay) => {
        const client = connect(relay.port, '127.0.0.1').setNoDelay();
        for (let n = 0; n < 40; n += 1) {
          relay.delayMs = n % 4 === 0 ? 30 : 0;
          client.write(`${n} `);
          await pause(3);
        }
        await pause(60);
        client.end();
        service.close();
        await pause(20);
        relay.close();
      });
    });
  });
  expect((await received).trim().split(' ').map(Number)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});
