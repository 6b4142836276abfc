/**
 * Why a PACS gave nothing:
 * - `not-reachable`: no connection, or no response in time;
 * - `refused`: it does not let this account in;
 * - `redirected`: it named another address, where nothing is asked and no password is sent;
 * - `busy`: it asks to come back later;
 * - `missing`: it does not have what was asked for;
 * - `wrong-answer`: it responded with something else than DICOMweb;
 * - `cut`: its response ended in the middle;
 * - `too-large`: its response is larger than the named limit.
 */
export type PacsFaultCode = 'not-reachable' | 'refused' | 'redirected' | 'busy' | 'missing' | 'wrong-answer' | 'cut' | 'too-large';

/** Asking again may help. */
const PASSING: readonly PacsFaultCode[] = ['not-reachable', 'busy', 'cut'];
/** Nothing else of this PACS will work either. */
const GENERAL: readonly PacsFaultCode[] = ['not-reachable', 'refused', 'redirected', 'busy'];

/** A failure of a PACS, in words that name no patient. */
export class PacsFault extends Error {
  constructor(
    readonly code: PacsFaultCode,
    readonly pacs: string,
    detail: string,
  ) {
    super(`The PACS ${pacs} ${detail}`);
  }

  get isPassing(): boolean {
    return PASSING.includes(this.code);
  }

  get isGeneral(): boolean {
    return GENERAL.includes(this.code);
  }
}
