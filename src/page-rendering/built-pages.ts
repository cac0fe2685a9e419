/** Asks the built pages for the HTML of one. */
import type { PageLoaders } from '../views/index.ts';

/** Astro's `app.render`, as the build exports it. It answers 500 where a page throws, and 404 where there is none. */
export type RenderPage = (request: Request, locals: PageLoaders) => Promise<Response>;

/** A page through the handler of Astro's adapter. It takes twice as long, and answers what a server would answer. */
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

/** The styles that stand in pages, letter for letter: in those of the reference, and in payers'. */
export interface PageStyles {
  readonly docs: readonly string[];
  readonly payer: readonly string[];
}

const elsewhere = (): never => {
  throw new Error('A page asked for the data of another address.');
};

const NO_LOADERS: PageLoaders = {
  bank: elsewhere,
  challenge: elsewhere,
  checkout: elsewhere,
  choice: elsewhere,
  device: elsewhere,
  done: elsewhere,
  cancelled: elsewhere,
  form: elsewhere,
  fromBank: elsewhere,
  result: elsewhere,
  status: elsewhere,
  statusDevice: elsewhere,
  problem: elsewhere,
  docs: {
    contents: elsewhere,
    operation: elsewhere,
    search: elsewhere,
    errors: elsewhere,
    changes: elsewhere,
    start: elsewhere,
    absent: elsewhere,
  },
};

/** Of the pages, Astro sees only the path. Their links are paths too, so no page depends on this. */
const ORIGIN = 'http://pages.internal';

/**
 * @param address the page's path, with a query where the page reads one
 * @param loaders of this page's data
 * @throws Error when the page fails, or none is built for its address
 */
export async function renderPage(render: RenderPage, address: string, loaders: Partial<PageLoaders>): Promise<Buffer> {
  const response = await render(new Request(ORIGIN + address), { ...NO_LOADERS, ...loaders });
  requireShown(address, response.status);
  return Buffer.from(await response.arrayBuffer());
}

/** The same through the adapter's handler. */
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
