/** The data of each page of the reference, by the page's name. */
import type { ChangesPage } from './changes.ts';
import type { ErrorsPage } from './errors.ts';
import type { GuidePage, GuidesPage } from './guides.ts';
import type { ContentsPage, OperationPage } from './operations.ts';
import type { SearchPage } from './search.ts';

/** The page at `/` in sandbox mode. */
export interface StartPage {
  /** Address of the demo shop. Absent if its port is unknown. */
  readonly shop?: string;
}

export interface DocsData {
  /** `/docs` */
  readonly contents: ContentsPage;
  /** `/docs/guide` */
  readonly guides: GuidesPage;
  /** `/docs/guide/{guide}` */
  readonly guide: GuidePage;
  /** `/docs/operations/{operation}` */
  readonly operation: OperationPage;
  /** `/docs/search` */
  readonly search: SearchPage;
  /** `/docs/errors` */
  readonly errors: ErrorsPage;
  /** `/docs/changes` */
  readonly changes: ChangesPage;
  /** `/` in sandbox mode */
  readonly start: StartPage;
  /** The page for unknown addresses. */
  readonly absent: null;
}
