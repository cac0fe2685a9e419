/** The frame of the ACS's pages. It is small, because the shop chooses the size of the window. */
import { createHash } from 'node:crypto';
import { type ComponentChildren, html, markupText } from '../../../pages/markup.ts';
import { THREE_DS_PREFIX } from '../../prefix.ts';

/** Submits the page's form. Without script the page's button does. */
const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');

/**
 * Any shop may frame these pages, as 3-D Secure requires. The policy has no `form-action`, since the forms lead to any
 * gateway, and Chromium also applies it to redirects.
 */
export const ACS_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; script-src 'sha256-${SUBMIT_HASH}'`,
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export interface AcsPage {
  readonly title: string;
  /** The card network, shown beside the bank's name. */
  readonly network?: string | undefined;
  readonly content: ComponentChildren;
}

export function acsPageText({ title, network, content }: AcsPage): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Sandbox Bank</title>
      <link rel="icon" href=${`${THREE_DS_PREFIX}/icon.svg`} />
      <link rel="stylesheet" href="/style.css" />
    </head>
    <body class="acs">
      <header class="issuer">
        <p class="bank">Sandbox Bank</p>
        ${network !== undefined && html`<p class="network">${network}</p>`}
      </header>
      <main>${content}</main>
      <footer>A demo: no bank is behind it.</footer>
    </body>
  </html>`;
  return `<!doctype html>\n${markupText(page)}\n`;
}

/** A form that submits itself. @param fields the hidden fields; null values are left out */
export function onwardPage(
  title: string,
  sentence: string,
  action: string,
  fields: Readonly<Record<string, string | null>>,
): string {
  const content = html`<h1>${title}</h1>
    <p>${sentence}</p>
    <form method="post" action=${action}>
      ${Object.entries(fields).map(
        ([name, value]) => value !== null && html`<input type="hidden" name=${name} value=${value} />`,
      )}
      <p class="steps"><button class="forward">Continue</button></p>
    </form>
    <script dangerouslySetInnerHTML=${{ __html: SUBMIT }}></script>`;
  return acsPageText({ title, content });
}

/** A page with one sentence, for payers who need not answer. */
export function sentencePage(title: string, sentence: string): string {
  return acsPageText({ title, content: html`<h1>${title}</h1><p>${sentence}</p>` });
}

export function acsIcon(): string {
  return markupText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#3b2f73" />
    <path d="M16 6l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11V9z" fill="#fff" />
  </svg>`);
}
