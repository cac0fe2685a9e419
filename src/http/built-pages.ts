/** Asks the built pages for one: its loader's answer, and its HTML where that was a page. */
import type { PageAnswer, PageLoaders, PageView } from '../views/index.ts';

/** Astro's `app.render`, as the build exports it. It answers 500 where a page throws, and 404 where there is none. */
export type RenderPage = (request: Request, locals: PageLoaders) => Promise<Response>;

/** Makes a page's loader, which remembers what it answered. */
export type Loads = <Args extends readonly unknown[], Page>(
  load: (...args: Args) => Promise<PageAnswer<Page>>,
) => (...args: Args) => Promise<Page | Response>;

export type Rendered = Exclude<PageAnswer<unknown>, PageView<unknown>> | (Omit<PageView<unknown>, 'page'> & Html);

interface Html {
  readonly html: Buffer;
}

const elsewhere = async (): Promise<never> => {
  throw new Error('A page asked for the data of another address.');
};

const NO_LOADERS: PageLoaders = {
  checkout: elsewhere,
  done: elsewhere,
  cancelled: elsewhere,
  result: elsewhere,
  status: elsewhere,
  problem: elsewhere,
  docs: { contents: elsewhere, operation: elsewhere, search: elsewhere, errors: elsewhere, changes: elsewhere },
};

/** Of the pages, Astro sees only the path. Their links are paths too, so no page depends on this. */
const ORIGIN = 'http://pages.internal';

/**
 * @param address the page's path, with a query where the page reads one
 * @param loaders of this page, made with the function that it gets
 * @throws what a loader threw; Error when the page itself fails, or none is built for its address
 */
export async function renderPage(
  render: RenderPage,
  address: string,
  loaders: (loads: Loads) => Partial<PageLoaders>,
): Promise<Rendered> {
  let answer: PageAnswer<unknown> | undefined;
  let failure: { readonly thrown: unknown } | undefined;
  // Astro would log what a loader throws, and answer without a word of it.
  const loads: Loads =
    (load) =>
    async (...args) => {
      try {
        const loaded = await load(...args);
        answer = loaded;
        return 'page' in loaded ? loaded.page : noPage();
      } catch (thrown) {
        failure = { thrown };
        return noPage();
      }
    };
  const response = await render(new Request(ORIGIN + address), { ...NO_LOADERS, ...loaders(loads) });
  if (failure !== undefined) {
    throw failure.thrown;
  }
  if (answer !== undefined && !('page' in answer)) {
    return answer;
  }
  if (answer === undefined || response.status !== 200) {
    throw new Error(
      `The page at ${address.replace(/\/[^/]*$/, '/…')} could not be rendered: status ${response.status}.`,
    );
  }
  const { page: _page, ...view } = answer;
  return { ...view, html: Buffer.from(await response.arrayBuffer()) };
}

/** What a page returns that has nothing to show. The server answers in its place. */
function noPage(): Response {
  return new Response(null, { status: 204 });
}
