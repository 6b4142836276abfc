/** Result of a command: sentences for the person, and the same for programs (--json). */
export interface CommandAnswer {
  lines: string[];
  data: unknown;
  /** Something was found that needs the person: the command ends with status 1. */
  failed?: boolean;
}
