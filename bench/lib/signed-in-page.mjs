// A page of the product with an editor signed in.
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const GIVE_UP_MS = 60_000;

/** Puts the login of an editor down in the browser, on a page without the program. */
export async function signIn(page, url) {
  await page.send('Page.navigate', { url: `${url}/manual/index.html` });
  await until(page, `location.pathname === '/manual/index.html' && document.readyState === 'complete'`);
  await page.evaluate(`(async () => {
    const post = async (place, body, token) => (await fetch(place, { method: 'POST', body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { 'x-api-key': token } : {}) } })).json();
    const { token, session } = await post('/auth/demo/sign-in', { email: 'editor@demo' });
    await post('/api/admin/users/accept_terms', { user: 'editor@demo', version: '20240627' }, token);
    const acting = await post('/api/admin/users/act_as', { role: 'Editor' }, token);
    localStorage.setItem('echometry.login', JSON.stringify({ ...session.user, token, createdAt: Date.now(), role_token: acting.token, role: 'Editor', user_roles: [] }));
  })()`);
}

/** Waits until an expression of the page is true; returns its value. */
export async function until(page, condition) {
  const giveUp = sleep(GIVE_UP_MS).then(() => {
    throw new Error(`not within ${GIVE_UP_MS} ms: ${condition}`);
  });
  const look = async () => {
    for (;;) {
      const found = await page.evaluate(condition).catch(() => false);
      if (found) return found;
      await sleep(LOOK_EVERY_MS);
    }
  };
  return Promise.race([look(), giveUp]);
}
