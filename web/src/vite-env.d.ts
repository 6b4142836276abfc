/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Sizes of the parts of the engine as compiled, in bytes; null where they were not built. */
  readonly ENGINE_BYTES: { first: number; whole: number } | null;
}
