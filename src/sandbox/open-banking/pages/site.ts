/** The frame of a bank's pages. */
import { type ComponentChildren, html, markupText } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';
import type { SandboxBank } from '../banks.ts';
import { OPEN_BANKING_PREFIX } from '../prefix.ts';

/** The policy has no `form-action`: Chromium also applies it to redirects after a form, which lead to any gateway. */
export const BANK_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export function bankPageText({ name }: SandboxBank, title: string, content: ComponentChildren): string {
  const site = {
    name,
    titled: name,
    theme: 'provider',
    icon: `${OPEN_BANKING_PREFIX}/icon.svg`,
    footer: `${name} is no bank: it is part of Turnpike’s sandbox.`,
  };
  return pageText(site, title, content);
}

export function bankIcon(): string {
  return markupText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#1f4e5f" />
    <path d="M6 13 16 7l10 6v2H6zm3 3h3v7H9zm5.5 0h3v7h-3zm5.500 0h3v7h-3zM6 24h20v2H6z" fill="#fff" />
  </svg>`);
}
