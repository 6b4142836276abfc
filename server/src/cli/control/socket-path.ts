import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/** Longest address of a Unix socket in bytes, less the closing zero (sun_path of Linux and macOS). */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * An address that names the socket even where the workspace lies too deep for one: through the folder's own
 * descriptor, which Linux offers under /proc. `release` after listening or connecting.
 */
export function reachable(socketPath: string): { address: string; release: () => void } {
  if (Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH_BYTES) return { address: socketPath, release: () => undefined };
  const folder = openSync(path.dirname(socketPath), 'r');
  return { address: `/proc/self/fd/${folder}/${path.basename(socketPath)}`, release: () => closeSync(folder) };
}
