/** Registers the service worker that keeps the page and the engine in this browser. */

/** As web/service-worker/plugin.ts names it. */
const SERVICE_WORKER = '/service-worker.js';

/**
 * Registers it once the given work is done, so that it takes no bandwidth from what the person waits for. Without it
 * everything works but a reload without a network, so a failure is only logged.
 */
export async function keepShell(after: Promise<unknown>): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The caller that started the work shows its failure.
  await after.catch(() => undefined);
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' });
  } catch (error) {
    console.warn('The page cannot be kept for reloading offline:', error);
  }
}
