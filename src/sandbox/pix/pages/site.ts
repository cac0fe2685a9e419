/** The frame of the pages of the PSP and the payer's bank. */
import { type ComponentChildren, html, markupText } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';
import { PIX_PREFIX } from '../prefix.ts';

export const PIX_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export const APP = `${PIX_PREFIX}/app`;

export function pixPageText(title: string, content: ComponentChildren): string {
  const site = {
    name: 'Example Pix bank',
    titled: 'Example Pix bank',
    theme: 'provider',
    icon: `${PIX_PREFIX}/icon.svg`,
    footer: 'No bank is behind this: it is part of Turnpike’s sandbox.',
  };
  return pageText(site, title, content);
}

export function pixIcon(): string {
  return markupText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#0b7a6f" />
    <path d="M16 5l5 5-5 5-5-5zM16 17l5 5-5 5-5-5zM8 12l4 4-4 4-4-4zM24 12l4 4-4 4-4-4z" fill="#fff" />
  </svg>`);
}
