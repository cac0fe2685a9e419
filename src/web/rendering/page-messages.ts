/** The messages to and from the thread that renders pages. */
import type { PageOrder } from '../views/index.ts';
import type { PageStyles } from './built-pages.ts';
import type { PageTemplate, TemplateRequest } from './templates/page-template.ts';

export type PageQuestion =
  | { readonly ask: 'RENDER' | 'PACKED'; readonly order: PageOrder }
  | { readonly ask: 'PACK'; readonly html: Uint8Array }
  | { readonly ask: 'TEMPLATE'; readonly request: TemplateRequest };

export type ToPageThread = PageQuestion & { readonly id: number };

export type FromPageThread =
  | { readonly is: 'READY'; readonly styles: PageStyles }
  | { readonly is: 'MADE'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly is: 'COMPILED'; readonly id: number; readonly template: PageTemplate | undefined }
  | { readonly is: 'FAILED'; readonly id: number; readonly error: Error };
