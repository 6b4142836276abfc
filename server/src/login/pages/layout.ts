import { html, Markup } from './html.ts';

export interface Page {
  title: string;
  body: Markup;
  /** Text above the form: what went wrong, or what was done. */
  message?: string | null;
  tone?: 'bad' | 'ok';
  script?: string;
}

/** A page of the login service: the entrance of the product, without its program. */
export function layout({ title, body, message, tone = 'bad', script }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${title} · Echometry</title>
        <link rel="icon" type="image/svg+xml" href="/logo.svg" />
        <link rel="stylesheet" href="/auth/style.css" />
        ${script === undefined ? null : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <main class="page">
          <div class="stage" aria-hidden="true"><img src="/entrance-still.webp" alt="" /></div>
          <div class="logo"><img src="/logo.svg" alt="" width="26" height="26" />Echometry</div>
          <div class="use">
            <span>Measure, review and export cardiac ultrasound.</span
            ><span>Research software. Not a medical device, never for primary diagnosis.</span>
          </div>
          <section class="choice">
            <h1>${title}</h1>
            ${message ? html`<p class="message ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${message}</p>` : null} ${body}
          </section>
        </main>
      </body>
    </html> `.text;
}

/** One labelled field. `note` is shown below it. */
export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string | null;
  autocomplete: string;
  inputmode?: 'numeric';
  maxlength: number;
  note?: string;
  autofocus?: boolean;
  readonly?: boolean;
}

export const field = (f: Field): Markup =>
  html`<div class="field">
    <label for="${f.name}">${f.label}</label>
    <input
      id="${f.name}"
      name="${f.name}"
      type="${f.type ?? 'text'}"
      autocomplete="${f.autocomplete}"
      maxlength="${f.maxlength}"
      value="${f.value ?? ''}"
      required${
        f.inputmode ? html` inputmode="${f.inputmode}"` : null
      }${f.autofocus ? new Markup(' autofocus') : null}${f.readonly ? new Markup(' readonly') : null}${
        f.note ? html` aria-describedby="${f.name}-note"` : null
      }
    />
    ${f.note ? html`<small id="${f.name}-note">${f.note}</small>` : null}
  </div>`;

/** A form that posts to its own page; `guard` ties it to the browser it was shown in. */
export const form = (action: string, guard: string, content: Markup, button: string): Markup =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="guard" value="${guard}" />
    ${content}
    <button type="submit">${button}</button>
  </form>`;
