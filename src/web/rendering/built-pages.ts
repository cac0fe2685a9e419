/** Renders the HTML of one built page. */
import type { PageLoaders } from '../views/index.ts';

/** Astro's `app.render`, as exported by the build. It answers 500 where a page throws, and 404 for an unknown path. */
export type RenderPage = (request: Request, locals: PageLoaders) => Promise<Response>;

/** Renders a page through the handler of Astro's adapter, which takes twice as long, and answers like a server. */
export type AnswerPage = (
  path: string,
  loaders: PageLoaders,
) => Promise<{ readonly status: number; readonly body: Buffer }>;

/** The exports of the build's entry. */
export interface BuiltPages {
  readonly render: RenderPage;
  readonly answer: AnswerPage;
  readonly styles: PageStyles;
}

/** The inline styles of pages, verbatim: those of the reference, and those of payers' pages. */
export interface PageStyles {
  readonly docs: readonly string[];
  readonly payer: readonly string[];
}

const refuseLoad = (): never => {
  throw new Error('A page asked for the data of another address.');
};

const NO_LOADERS: PageLoaders = {
  bank: refuseLoad,
  challenge: refuseLoad,
  checkout: refuseLoad,
  choice: refuseLoad,
  device: refuseLoad,
  done: refuseLoad,
  cancelled: refuseLoad,
  form: refuseLoad,
  merchantPost: refuseLoad,
  result: refuseLoad,
  status: refuseLoad,
  statusDevice: refuseLoad,
  problem: refuseLoad,
  docs: {
    contents: refuseLoad,
    guides: refuseLoad,
    guide: refuseLoad,
    operation: refuseLoad,
    search: refuseLoad,
    errors: refuseLoad,
    changes: refuseLoad,
    start: refuseLoad,
    absent: refuseLoad,
  },
};

/** Astro's pages use only the path, and their links are paths too, so the origin does not matter. */
const ORIGIN = 'http://pages.internal';

/**
 * @param address the page's path, with a query where the page reads one
 * @param loaders of this page's data
 * @throws Error when the page fails, or its address has no page
 */
export async function renderPage(render: RenderPage, address: string, loaders: Partial<PageLoaders>): Promise<Buffer> {
  const response = await render(new Request(ORIGIN + address), { ...NO_LOADERS, ...loaders });
  requireShown(address, response.status);
  return Buffer.from(await response.arrayBuffer());
}

/** The same by the adapter's handler. */
export async function answerPage(answer: AnswerPage, address: string, loaders: Partial<PageLoaders>): Promise<Buffer> {
  const { status, body } = await answer(address, { ...NO_LOADERS, ...loaders });
  requireShown(address, status);
  return body;
}

function requireShown(address: string, status: number): void {
  if (status !== 200) {
    throw new Error(`The page at ${address.replace(/\/[^/]*$/, '/…')} could not be rendered: status ${status}.`);
  }
}
