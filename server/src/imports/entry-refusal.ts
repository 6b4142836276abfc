import { Refusal } from '../errors.ts';

/** An entry of an archive. Its name may be a patient's name. */
export interface NamedEntry {
  name: string;
  /** From 1, folders included. */
  number: number;
}

/**
 * A refusal of a whole archive because of one entry. The message names the entry by its number: it is stored with the job
 * and may be logged. The name belongs into the report, where it is sealed.
 */
export class EntryRefusal extends Refusal {
  constructor(
    readonly entry: NamedEntry,
    /** Fault of the entry, without its name. */
    readonly reason: string,
  ) {
    super(`Entry ${entry.number} of the ZIP ${reason}. The ZIP is refused.`);
  }

  /** The message for the person at the console, who gave the archive. */
  get withName(): string {
    return `${this.message} Entry ${this.entry.number} is ${this.entry.name}`;
  }
}
