/** The frame of the simulator's pages. */
import { type ComponentChildren, html, markupText } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';

export function payPalPageText(title: string, content: ComponentChildren): string {
  const site = {
    name: 'PayPal stand-in',
    titled: 'PayPal stand-in',
    theme: 'provider paypal',
    icon: '/providers/paypal/icon.svg',
    footer: 'A stand-in of PayPal, part of Turnpike’s sandbox. PayPal has nothing to do with it.',
  };
  return pageText(site, title, content);
}

export function paypalIcon(): string {
  return markupText(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#253b80" />
    <text x="16" y="21.5" fill="#fff" font-family="system-ui, sans-serif" font-size="14" font-weight="700" text-anchor="middle">
      PP
    </text>
  </svg>`);
}
