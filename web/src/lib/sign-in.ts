/** Signing in by the login service: away and back with a one-time code, or in a popup next to the page. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import {
  SIGN_IN_CHANNEL,
  SIGN_IN_DONE_PATH,
  VERIFIER_BYTES,
  base64url,
  challengeOf,
  signInAddress,
} from '@echometry/contract/rules/sign-in.ts';
import { call, loadEndpoints } from './api.ts';
import { messages } from './messages.ts';

const VERIFIER_KEY = 'echometry.verifier';
const POPUP = 'popup,width=520,height=720';
/** How often the page looks whether the popup was closed, in ms. */
const POPUP_LOOK_MS = 500;
/** How long a popup that visits a foreign service is waited for, in ms: to its page it looks closed as soon as it gets there. */
const FOREIGN_WAIT_MS = 180_000;

type Exchanged = AnswerOf<typeof CALLS.exchange>;

const makeVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));

/** Leaves for the login service, which comes back to the login page with this page's wish (`location`, `params`). */
export async function leaveToSignIn(query: string): Promise<void> {
  const { services } = await loadEndpoints();
  const verifier = makeVerifier();
  sessionStorage.setItem(VERIFIER_KEY, verifier);
  const returnTo = `${window.location.origin}/login${query}`;
  window.location.assign(signInAddress({ service: services.auth, returnTo, challenge: await challengeOf(verifier) }));
}

/** Exchanges the code of the address. Returns null when this tab started no sign-in: then the code is not ours to use. */
export async function finishSignIn(code: string): Promise<Exchanged | null> {
  const verifier = sessionStorage.getItem(VERIFIER_KEY);
  sessionStorage.removeItem(VERIFIER_KEY);
  return verifier === null ? null : call(CALLS.exchange, { code, verifier }, { as: 'nobody' });
}

/**
 * Signs in again in a popup while the page and its work stay. To be called from a click, or the browser blocks the popup.
 * @throws Error when the popup is blocked or closed before the end
 */
export async function signInBeside(email: string): Promise<Exchanged> {
  // Opened at once, while the browser still knows the click; the address follows.
  const popup = window.open('', 'echometry-sign-in', POPUP);
  if (!popup) throw new Error(messages.signIn.blocked);
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  try {
    const { services, foreign_sign_in: foreign } = await loadEndpoints();
    const verifier = makeVerifier();
    const answered = new Promise<string>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<{ code?: unknown }>) => {
        if (typeof data.code === 'string') resolve(data.code);
      };
      const from = Date.now();
      const look = setInterval(() => {
        if (foreign ? Date.now() - from < FOREIGN_WAIT_MS : !popup.closed) return;
        clearInterval(look);
        // The last message and the closing window race each other.
        setTimeout(() => {
          reject(new Error(foreign ? messages.signIn.noReturn : messages.signIn.closed));
        }, POPUP_LOOK_MS);
      }, POPUP_LOOK_MS);
      channel.addEventListener('message', () => {
        clearInterval(look);
      });
    });
    popup.location.href = new URL(
      signInAddress({
        service: services.auth,
        returnTo: `${window.location.origin}${SIGN_IN_DONE_PATH}`,
        challenge: await challengeOf(verifier),
        email,
      }),
      window.location.origin,
    ).href;
    return await call(CALLS.exchange, { code: await answered, verifier }, { as: 'nobody' });
  } finally {
    channel.close();
  }
}
