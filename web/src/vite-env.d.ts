/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Size of the engine as compiled, in bytes; null where it was not built. */
  readonly ENGINE_BYTES: number | null;
}
