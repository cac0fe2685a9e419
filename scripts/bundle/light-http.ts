import type { Plugin } from 'vite';

const ID = '\0turnpike-http';
/** The exports that modules import by name. Another one is added here: the build names it. */
const NAMES = ['Agent', 'METHODS', 'STATUS_CODES', 'Server', 'createServer', 'request'];

/**
 * Imports `node:http` without its exports `WebSocket`, `CloseEvent` and `MessageEvent`. An import reads all exports,
 * and these load Node's client for `fetch`, which takes 45 ms of a start.
 */
export function lightHttp(): Plugin {
  return {
    name: 'turnpike-light-http',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, _importer, { kind }) =>
      source === 'node:http' && kind === 'import-statement' ? ID : undefined,
    load: (id) =>
      id === ID
        ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${NAMES.join(', ')} } = http;`
        : undefined,
  };
}
