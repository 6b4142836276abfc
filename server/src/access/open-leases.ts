/**
 * Tabs that hold a study open. They live in the memory of the one process that owns the workspace: after a restart
 * every living tab is back with its next renewal.
 */
import { LEASE_MS } from '@echometry/contract/rules/open-study.ts';

export class OpenLeases {
  /** Time of the last renewal in ms since 1970, by holder and lease. */
  readonly #renewed = new Map<string, Map<string, number>>();

  /** @param holder the person and the study */
  renew(holder: string, lease: string, now: number): void {
    const leases = this.#living(holder, now);
    leases.set(lease, now);
    this.#renewed.set(holder, leases);
  }

  /** Ends one lease; true when no other of the holder lives. */
  drop(holder: string, lease: string, now: number): boolean {
    const leases = this.#living(holder, now);
    leases.delete(lease);
    if (leases.size > 0) this.#renewed.set(holder, leases);
    else this.#renewed.delete(holder);
    return leases.size === 0;
  }

  #living(holder: string, now: number): Map<string, number> {
    return new Map([...(this.#renewed.get(holder) ?? [])].filter(([, renewed]) => now - renewed < LEASE_MS));
  }
}
