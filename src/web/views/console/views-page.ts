/** The data of the console's page of saved views, and of their links beside the search box. */
import type { ConsoleShell } from './shell.ts';

export interface ViewLink {
  readonly name: string;
  readonly href: string;
  readonly isShared: boolean;
}

export interface ViewEntry extends ViewLink {
  /** The forms that rename and delete it; absent for a view of another person. */
  readonly renameHref?: string | undefined;
  readonly deleteHref?: string | undefined;
}

export interface ViewsPage {
  readonly shell: ConsoleShell;
  readonly views: readonly ViewEntry[];
  readonly nameCharactersMax: number;
  readonly viewsMax: number;
  readonly listHref: string;
  /** LIST: the list to save is not readable. MANY: the person has as many as may be. */
  readonly problem?: 'LIST' | 'LONG' | 'MANY' | 'NONE' | undefined;
}
