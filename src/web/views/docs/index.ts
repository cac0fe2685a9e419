/** The views of the reference's pages. */
export type { ChangesPage } from './changes.ts';
export type { DocsData, StartPage } from './docs-data.ts';
export type { CodeRemedy, ErrorsPage, Explanation, LinkedRemedy, PageLink } from './errors.ts';
export type { FieldDifference, FieldRow, Presence, Side, TypeFacts, VersionChange, VersionChanges } from './fields.ts';
export type { GuideChapter, GuideEntry, GuideHit, GuidePage, GuidesPage } from './guides.ts';
export type { CallView, ContentsPage, ExampleView, FieldSection, OperationEntry, OperationPage } from './operations.ts';
export type { ErrorHit, FieldHit, SearchPage, SearchResult } from './search.ts';
