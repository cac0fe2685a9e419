/** The messages to and from the thread that renders pages. */
import type { PageOrder } from '../views/index.ts';
import type { PageStyles } from './built-pages.ts';

export type PageQuestion =
  | { readonly ask: 'RENDER' | 'PACKED'; readonly order: PageOrder }
  | { readonly ask: 'PACK'; readonly html: Uint8Array };

export type ToPageThread = PageQuestion & { readonly id: number };

export type FromPageThread =
  | { readonly is: 'READY'; readonly styles: PageStyles }
  | { readonly is: 'MADE'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly is: 'FAILED'; readonly id: number; readonly error: Error };
