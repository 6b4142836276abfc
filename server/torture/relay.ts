import { connect, createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Treatment of connections by a relay. */
export type Weather =
  /** Passes bytes on. */
  | 'fair'
  /** Breaks what is open and refuses what comes. */
  | 'cut'
  /** Holds every byte back, as a cable that was pulled. */
  | 'stalled';

/** Ends a connection as a lost network does; the socket of a file knows no reset. */
const broken = (end: Socket): void => void (end.remoteAddress === undefined ? end.destroy() : end.resetAndDestroy());

/** A TCP relay before a service, which fails on command. */
export class Relay {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #weather: Weather = 'fair';
  /** Every piece of data waits so long, in ms. */
  delayMs = 0;

  private constructor(private readonly to: NetConnectOpts) {
    this.#server = createServer((client) => this.#join(client));
  }

  static async before(to: NetConnectOpts): Promise<Relay> {
    const relay = new Relay(to);
    await new Promise<void>((resolve) => {
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #join(client: Socket): void {
    if (this.#weather === 'cut') return void client.resetAndDestroy();
    const service = connect(this.to);
    const pair = [client, service] as const;
    this.#pairs.add(pair);
    for (const [from, into] of [pair, [service, client] as const]) {
      const waiting: Buffer[] = [];
      from.on('data', (bytes) => {
        if (this.delayMs === 0 && waiting.length === 0) return void into.write(bytes);
        // Each timer passes on the piece that has waited longest: a network delays bytes but never changes their order.
        waiting.push(bytes);
        setTimeout(() => {
          const next = waiting.shift();
          if (next !== undefined && into.writable) into.write(next);
        }, this.delayMs);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        into.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#weather === 'stalled') for (const end of pair) end.pause();
  }

  set weather(weather: Weather) {
    this.#weather = weather;
    for (const pair of this.#pairs)
      for (const end of pair) {
        if (weather === 'cut') broken(end);
        else if (weather === 'stalled') end.pause();
        else end.resume();
      }
  }

  close(): void {
    this.weather = 'cut';
    this.#server.close();
  }
}
