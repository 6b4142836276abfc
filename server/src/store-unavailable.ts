/** The object store cannot be reached, or does not let us in. Nothing that was acknowledged is lost; the same is tried again later. */
export class StoreUnavailable extends Error {}
