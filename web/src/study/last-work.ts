/** When the person last changed something, for the inactivity of Editors. */

/** Time of the last change of the person in this study, or of its opening, in ms since 1970. */
export let lastWork = Date.now();
export function stillWorking(): void {
  lastWork = Date.now();
}
