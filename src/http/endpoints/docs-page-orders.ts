/** The render orders of the pages of the guides and the reference, whose modules are loaded at first use. */
import type { GuideLibrary } from '../../api/reference/built-guides.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { StartPage } from '../../web/views/docs/index.ts';
import type { DocsPageOrder } from '../../web/views/index.ts';
import { DOCS } from '../routing/routes.ts';

export const docsLibrary = () => import('../../api/reference/docs-pages.ts');

type DocsLibrary = Awaited<ReturnType<typeof docsLibrary>>;

/** Makes the data of a page. @param query the query of the request */
export type PageOf = (docs: DocsLibrary, query: URLSearchParams) => DocsPageOrder | Promise<DocsPageOrder>;

export interface DocsSources {
  /** The guides that the build rendered, compressed. */
  readonly guides: Uint8Array;
  readonly publicOrigin: string;
  /** The data of the page at `/` in sandbox mode. Absent: there is no such page. */
  readonly start?: StartPage | undefined;
}

export interface DocsPageOrders {
  readonly contents: PageOf;
  readonly guides: PageOf;
  /** The returned function throws an InterfaceError if there is no such guide. */
  readonly guide: (slug: string) => PageOf;
  /** The returned function throws an InterfaceError if there is no such operation. */
  readonly operation: (name: string) => PageOf;
  readonly errors: PageOf;
  readonly search: PageOf;
  readonly changes: PageOf;
  readonly absent: PageOf;
}

export function docsPageOrders({ guides, publicOrigin, start }: DocsSources): DocsPageOrders {
  const exampleOrigins = { gateway: publicOrigin, shop: start?.shop?.replace(/\/$/, '') };
  let opened: GuideLibrary | undefined;
  const guidesOf = (docs: DocsLibrary): GuideLibrary => {
    opened ??= docs.openGuides(guides);
    return opened;
  };
  return {
    contents: async (docs) => {
      const data = docs.contentsPage(publicOrigin, await docs.guidesPage(guidesOf(docs)));
      return { address: DOCS.contents, docs: 'contents', data };
    },
    guides: async (docs) => ({
      address: DOCS.guides,
      docs: 'guides',
      data: await docs.guidesPage(guidesOf(docs)),
    }),
    guide: (slug) => async (docs) => {
      const data = await docs.guidePage(guidesOf(docs), slug, exampleOrigins);
      if (data === undefined) {
        throw namedError('GUIDE_UNKNOWN');
      }
      return { address: data.href, docs: 'guide', data };
    },
    operation: (wanted) => (docs) => {
      const name = docs.documentedName(wanted);
      if (name === undefined) {
        throw namedError('OPERATION_UNKNOWN');
      }
      const address = DOCS.operation.replace(':operation', name);
      return { address, docs: 'operation', data: docs.operationPage(name, publicOrigin) };
    },
    errors: (docs) => ({ address: DOCS.errors, docs: 'errors', data: docs.errorsPage() }),
    search: async (docs, query) => {
      const question = query.get('q') ?? '';
      const data = docs.searchPage(question, await docs.guideHits(guidesOf(docs), question));
      return { address: DOCS.search, docs: 'search', data };
    },
    changes: (docs, query) => ({
      address: DOCS.changes,
      docs: 'changes',
      data: docs.changesPage(Object.fromEntries(query)),
    }),
    absent: () => ({ address: '/docs/absent', docs: 'absent', data: null }),
  };
}
