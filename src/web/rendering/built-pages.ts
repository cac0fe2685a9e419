/** Renders the HTML of one built page. */
import type { PageOrder } from '../views/index.ts';

/** `Astro.locals`. */
interface PageLocals {
  readonly order: PageOrder;
}

/** Astro's `app.render`, as exported by the build. It answers 500 where a page throws, and 404 for an unknown path. */
export type RenderPage = (request: Request, locals: PageLocals) => Promise<Response>;

/** Renders a page through the handler of Astro's adapter, which takes twice as long, and answers like a server. */
export type AnswerPage = (
  path: string,
  locals: PageLocals,
) => Promise<{ readonly status: number; readonly body: Buffer }>;

/** The exports of the build's entry. */
export interface BuiltPages {
  readonly render: RenderPage;
  readonly answer: AnswerPage;
  readonly styles: PageStyles;
}

/** The inline styles of pages, verbatim: those of the console, of the reference, and of payers' pages. */
export interface PageStyles {
  readonly console: readonly string[];
  readonly docs: readonly string[];
  readonly payer: readonly string[];
}

/** Astro's pages use only the path, and their links are paths too, so the origin does not matter. */
const ORIGIN = 'http://pages.internal';

/** @throws Error when the page fails, or its address has no page */
export async function renderPage(render: RenderPage, order: PageOrder): Promise<Buffer> {
  const response = await render(new Request(ORIGIN + order.address), { order });
  requireShown(order.address, response.status);
  return Buffer.from(await response.arrayBuffer());
}

/** Like `renderPage`, but calls the handler of Astro's adapter. */
export async function answerPage(answer: AnswerPage, order: PageOrder): Promise<Buffer> {
  const { status, body } = await answer(order.address, { order });
  requireShown(order.address, status);
  return body;
}

function requireShown(address: string, status: number): void {
  if (status !== 200) {
    throw new Error(`The page at ${address.replace(/\/[^/]*$/, '/…')} could not be rendered: status ${status}.`);
  }
}
