/** Something stored is not what was stored. The message names it, for the person who meets it and for the log. */
export class Damage extends Error {}
