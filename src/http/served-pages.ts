/** The built pages, with what every answer that shows one needs. */
import type { BuiltPages, RenderPage } from './built-pages.ts';
import { type PackPage, pagePacker } from './packed-page.ts';
import { pageHeaders } from './page-headers.ts';

export interface ServedPages {
  readonly render: RenderPage;
  /** Of every payer's page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of every page of the reference. */
  readonly docsHeaders: Readonly<Record<string, string>>;
  readonly pack: PackPage;
}

export const servedPages = ({ render, styles }: BuiltPages): ServedPages => ({
  render,
  headers: pageHeaders(styles.payer),
  docsHeaders: pageHeaders(styles.docs),
  pack: pagePacker(styles.payer),
});
