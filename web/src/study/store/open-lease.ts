/** The open flag of a study, held by this tab: renewed while the study is open, given back when it is left. */

import { LEASE_RENEW_MS } from '@echometry/contract/rules/open-study.ts';

export class OpenLease {
  readonly #send: (open: boolean, lease: string, keepalive: boolean) => Promise<boolean>;
  /** Each tab has its own: closing one leaves the flag to the others. */
  readonly #lease = crypto.randomUUID();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(send: (open: boolean, lease: string, keepalive: boolean) => Promise<boolean>) {
    this.#send = send;
  }

  /** @param onTaken called once when another person holds the study */
  hold(onTaken: () => void): void {
    const take = (): Promise<boolean> => this.#send(true, this.#lease, false);
    // Work continues without the flag: a server that is away just now closes nothing.
    take()
      .then((mine) => {
        if (!mine) onTaken();
      })
      .catch(() => undefined);
    this.#timer ??= setInterval(() => {
      take().catch(() => undefined);
    }, LEASE_RENEW_MS);
  }

  release({ keepalive = false } = {}): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    // A lease that is not renewed ends on the server.
    this.#send(false, this.#lease, keepalive).catch(() => undefined);
  }
}
