import { renderSVG } from 'uqr';
import { base32 } from '../totp.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts';
import { otpauthAddress } from '../totp.ts';
import { html, Markup } from './html.ts';
import { field, form, layout } from './layout.ts';

/** Name of this product in authenticator apps. */
const ISSUER = 'Echometry';
const MAX_EMAIL = 254;
const MAX_NAME = 120;
const MAX_CODE = 64;

export interface Shown {
  guard: string;
  message: string | null;
}

const newPasswords = (autofocus = false): Markup =>
  html`${field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    maxlength: MAX_PASSWORD_LENGTH,
    autofocus,
    note: `At least ${MIN_PASSWORD_LENGTH} characters of any kind. Several words that do not belong together are good.`,
  })}${field({ name: 'again', label: 'Password again', type: 'password', autocomplete: 'new-password', maxlength: MAX_PASSWORD_LENGTH })}`;

export const signInPage = (shown: Shown & { email: string | null; provider: string | null; passwords: boolean }): string =>
  layout({
    title: 'Sign in',
    message: shown.message,
    body: html`${
      shown.passwords
        ? html`${form(
            '/auth/sign-in',
            shown.guard,
            html` ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', maxlength: MAX_EMAIL, value: shown.email, autofocus: shown.email === null })}
            ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', maxlength: MAX_PASSWORD_LENGTH, autofocus: shown.email !== null })}`,
            'Continue',
          )}`
        : null
    }
    ${shown.passwords && shown.provider !== null ? html`<div class="or">or</div>` : null}
    ${shown.provider === null ? null : html`<a class="button${shown.passwords ? ' quiet' : ''}" href="/auth/oidc">Sign in with ${shown.provider}</a>`}
    ${shown.passwords ? html`<p class="more">Forgotten the password, or no account yet? The administrator of this installation sends a link.</p>` : null}`,
  });

export const codePage = (shown: Shown): string =>
  layout({
    title: 'Second factor',
    message: shown.message,
    body: html`<p>Type the six digits your authenticator app shows for ${ISSUER}.</p>
      ${form('/auth/code', shown.guard, field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12, autofocus: true }), 'Sign in')}
      <p class="more"><a href="/auth/recovery">Use a recovery code</a> when the app is not at hand.</p>`,
  });

export const recoveryPage = (shown: Shown): string =>
  layout({
    title: 'Recovery code',
    message: shown.message,
    body: html`<p>Type one of the ten codes you kept when you paired the app. Each works once.</p>
      ${form('/auth/recovery', shown.guard, field({ name: 'code', label: 'Recovery code', autocomplete: 'off', maxlength: MAX_CODE, autofocus: true }), 'Continue')}
      <p class="more"><a href="/auth/code">Use the authenticator app</a></p>`,
  });

export const recoveredPage = (shown: Shown & { left: number }): string =>
  layout({
    title: 'Recovery code accepted',
    message: shown.message,
    tone: 'ok',
    body: html`<p>
        ${shown.left === 1 ? '1 recovery code is' : `${shown.left} recovery codes are`} left. If the app or its phone is gone, pair a new
        one now: the old one and the old codes end.
      </p>
      ${form('/auth/recovered', shown.guard, html`<label class="check"><input type="checkbox" name="pair" value="yes" /><span>Pair a new authenticator app</span></label>`, 'Continue')}`,
  });

export const enrolPage = (shown: Shown & { email: string; secret: Uint8Array }): string => {
  const address = otpauthAddress(shown.secret, shown.email, ISSUER);
  return layout({
    title: 'Pair an authenticator app',
    message: shown.message,
    body: html`<p>${ISSUER} asks for a second factor at every sign-in. Scan this with an authenticator app, then type the code it shows.</p>
      <div class="pair">
        <div role="img" aria-label="QR code that pairs an authenticator app">
          ${new Markup(renderSVG(address, { ecc: 'M', border: 4, pixelSize: 4 }))}
        </div>
        <div>
          <p>Without a camera, type this secret into the app (time based, six digits):</p>
          <p class="secret">${(base32(shown.secret).match(/.{1,4}/g) ?? []).join(' ')}</p>
        </div>
      </div>
      ${form('/auth/enrol', shown.guard, field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12, autofocus: true }), 'Pair')}`,
  });
};

export const codesPage = (shown: Shown & { codes: readonly string[] }): string =>
  layout({
    title: 'Recovery codes',
    message: shown.message,
    body: html`<p>Store these codes separately from your phone. Each works once in place of the app. They are shown only now.</p>
      <ul class="codes">
        ${shown.codes.map((code) => html`<li>${code}</li>`)}
      </ul>
      ${form('/auth/recovery-codes', shown.guard, html`<label class="check"><input type="checkbox" name="kept" value="yes" required /><span>I have saved these codes</span></label>`, 'Continue')}`,
  });

export const linkPage = (shown: Shown): string =>
  layout({
    title: 'One-time link',
    message: shown.message,
    script: '/auth/link.js',
    body: form(
      '/auth/link',
      shown.guard,
      field({
        name: 'code',
        label: 'Code of the link',
        autocomplete: 'off',
        maxlength: MAX_CODE,
        note: 'The part of the link after the #.',
      }),
      'Continue',
    ),
  });

const ACCOUNT_TITLES = { setup: 'First administrator', invitation: 'Your account', password: 'New password' } as const;

export const accountPage = (
  shown: Shown & { kind: keyof typeof ACCOUNT_TITLES; email: string | null; provider: string | null; passwords: boolean },
): string =>
  layout({
    title: ACCOUNT_TITLES[shown.kind],
    message: shown.message,
    body: html`${shown.kind === 'setup' ? html`<p>This account administers the workspace. It invites further people with <code>npm run admin</code>.</p>` : null}
    ${
      shown.passwords || shown.kind === 'password'
        ? form(
            '/auth/account',
            shown.guard,
            html` ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', maxlength: MAX_EMAIL, value: shown.email, readonly: shown.email !== null, autofocus: shown.email === null })}
            ${shown.kind === 'password' ? null : html`${field({ name: 'name', label: 'Name', autocomplete: 'given-name', maxlength: MAX_NAME, autofocus: shown.email !== null })}${field({ name: 'family_names', label: 'Family names', autocomplete: 'family-name', maxlength: MAX_NAME })}`}
            ${newPasswords(shown.kind === 'password')}`,
            'Continue',
          )
        : null
    }
    ${shown.passwords && shown.provider !== null && shown.kind !== 'password' ? html`<div class="or">or</div>` : null}
    ${shown.provider !== null && shown.kind !== 'password' ? html`<a class="button${shown.passwords ? ' quiet' : ''}" href="/auth/oidc">Continue with ${shown.provider}</a>` : null}`,
  });

export const passwordPage = (shown: Shown): string =>
  layout({
    title: 'Change the password',
    message: shown.message,
    body: html`<p>
        This ends all sessions, including this one: sign in again afterwards. Work that is not saved yet stays in this browser and is sent
        after that.
      </p>
      ${form(
        '/auth/password',
        shown.guard,
        html` ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', maxlength: MAX_EMAIL, autofocus: true })}
        ${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', maxlength: MAX_PASSWORD_LENGTH })}
        ${field({ name: 'code', label: 'Code of the authenticator app', autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12 })}
        ${newPasswords()}`,
        'Change',
      )}`,
  });

/** A page with a text and a link. */
export const notePage = (title: string, text: string, link: { href: string; label: string } | null, script?: string): string =>
  layout({
    title,
    ...(script === undefined ? {} : { script }),
    body: html`<p>${text}</p>
      ${link === null ? null : html`<a class="button" href="${link.href}">${link.label}</a>`}`,
  });
