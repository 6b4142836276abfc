/** A refusal told to the person in one clear sentence; no stack trace helps. */
export class Refusal extends Error {}
