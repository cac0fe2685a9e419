/** Makes pages out of what they show, as they travel. */
import { answerPage, type BuiltPages, type PageStyles, renderPage } from './built-pages.ts';
import { pagePacker } from './packed-page.ts';
import { loadersOf, type PageOrder } from './page-order.ts';

export interface PageRenderer {
  readonly styles: PageStyles;
  /** @returns the page's HTML @throws Error when the page fails, or none is built for its address */
  render(order: PageOrder): Promise<Buffer>;
  /** @returns a payer's page as one gzip stream @throws Error as `render` */
  packed(order: PageOrder): Promise<Buffer>;
  /** @param html of a payer's page that was rendered before @returns it as one gzip stream */
  pack(html: Buffer): Promise<Buffer>;
}

/** In this thread. */
export function pageRenderer({ render: built, answer, styles }: BuiltPages): PageRenderer {
  const pack = pagePacker(styles.payer);
  const render = (order: PageOrder) =>
    isCached(order)
      ? answerPage(answer, order.address, loadersOf(order))
      : renderPage(built, order.address, loadersOf(order));
  return {
    styles,
    render,
    packed: async (order) => pack(await render(order)),
    pack: async (html) => pack(html),
  };
}

/** The reference and error pages are rendered once and cached, or are limited: the adapter's handler answers them. */
function isCached(order: PageOrder): boolean {
  return 'docs' in order || order.loader === 'problem';
}
