/** Renders pages from their data, and compresses them. */
import type { PageOrder } from '../views/index.ts';
import { answerPage, type BuiltPages, type PageStyles, renderPage } from './built-pages.ts';
import { pagePacker } from './packed-page.ts';

export interface PageRenderer {
  readonly styles: PageStyles;
  /**
   * @returns the page's HTML
   * @throws Error when the page fails, or its address has no page
   */
  render(order: PageOrder): Promise<Buffer>;
  /** @returns a payer's page as one gzip stream @throws Error when the page fails, or its address has no page */
  packed(order: PageOrder): Promise<Buffer>;
  /**
   * @param html the HTML of a payer's page that was rendered before
   * @returns the page as one gzip stream
   */
  pack(html: Buffer): Promise<Buffer>;
}

/** A renderer in this thread. */
export function pageRenderer({ render: built, answer, styles }: BuiltPages): PageRenderer {
  const pack = pagePacker(styles.payer);
  const render = (order: PageOrder) => (isCached(order) ? answerPage(answer, order) : renderPage(built, order));
  return {
    styles,
    render,
    packed: async (order) => pack(await render(order)),
    pack: async (html) => pack(html),
  };
}

/**
 * The reference and error pages are rendered once and cached, or rate-limited, so the slower handler of the adapter
 * renders them.
 */
function isCached(order: PageOrder): boolean {
  return 'docs' in order || ('page' in order && order.page === 'problem');
}
