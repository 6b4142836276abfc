/** A refusal in one clear sentence; no stack trace helps. */
export class Refusal extends Error {}
