/** The frame of the shop's pages, and of the pages with its notifications and mails. */
import type { ComponentChildren } from './markup.ts';
import { pageText, type Site } from './page.ts';

export const SHOP: Site = {
  name: 'Example Shop',
  titled: 'Example Shop',
  theme: 'shop',
  icon: '/shop/icon.svg',
  home: '/',
  footer: 'This shop is part of Turnpike’s sandbox. It uses the same REST interface as any merchant.',
};

export const shopPageText = (title: string, content: ComponentChildren): string => pageText(SHOP, title, content);
