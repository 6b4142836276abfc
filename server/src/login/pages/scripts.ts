import { SIGN_IN_CHANNEL } from '@echometry/contract/rules/sign-in.ts';

/** Takes the code of a link out of the fragment, which no server sees, and out of the address before anything else. */
export const LINK_SCRIPT = `const code = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const input = document.querySelector('input[name=code]');
if (input instanceof HTMLInputElement && code !== '') {
  input.value = code;
  input.form?.requestSubmit();
}
`;

/** The end of a popup: sends the code to the waiting page, and closes. */
export const DONE_SCRIPT = `const code = new URLSearchParams(location.search).get('token');
history.replaceState(null, '', location.pathname);
if (code !== null) {
  new BroadcastChannel(${JSON.stringify(SIGN_IN_CHANNEL)}).postMessage({ code });
  // Chromium delivers a message after the page is gone, but not one of a page that closes in the same turn.
  setTimeout(() => window.close(), 50);
}
`;
