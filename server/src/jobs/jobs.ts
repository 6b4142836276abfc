/** The queue of work that takes longer than a call, as calls see it. */
export interface Jobs {
  /** There is a new job. */
  wake: () => void;
  /** A job was cancelled: all work on it stops. */
  stop: (id: string) => void;
}
