/** Every kind of page of the reference, by the name that a failing test shows. */
export const PAGES: Readonly<Record<string, string>> = {
  contents: '/docs',
  'an operation': '/docs/operations/UPDATE_TOKEN',
  'a payment': '/docs/operations/CAPTURE',
  'a retrieval': '/docs/operations/RETRIEVE_ORDER',
  'a session': '/docs/operations/UPDATE_SESSION',
  errors: '/docs/errors',
  changes: '/docs/changes',
  'a comparison': '/docs/changes?operation=CAPTURE&from=24&to=100',
  'a comparison without a difference': '/docs/changes?operation=CAPTURE&from=50&to=50',
  'a comparison that cannot be made': '/docs/changes?operation=CAPTURE&from=1&to=x',
  'an empty search': '/docs/search',
  'a search': '/docs/search?q=currency',
  'a search without a result': '/docs/search?q=xyzzy',
};
