import type { Plugin } from 'vite';

const PREFIX = '\0turnpike-';
/** The exports that load something when they are read: Node's client for `fetch`, WebCrypto, the standard streams. */
const HEAVY = ['CloseEvent', 'MessageEvent', 'WebSocket', 'stderr', 'stdin', 'stdout', 'subtle', 'webcrypto'];

/**
 * Imports Node's modules without their heavy exports. An import reads all exports, used or not, which takes 45 ms of a
 * start for the client for `fetch`, and 10 ms for the others. A build whose modules import a heavy one by name fails.
 */
export function lightBuiltins(): Plugin {
  return {
    name: 'turnpike-light-builtins',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, _importer, { kind }) =>
      source.startsWith('node:') && kind === 'import-statement' ? `${PREFIX}${source}` : undefined,
    load: (id) => (id.startsWith(PREFIX) ? moduleOf(id.slice(PREFIX.length)) : undefined),
  };
}

/** @param name such as `node:http` */
function moduleOf(name: string): string {
  const builtin: object = process.getBuiltinModule(name) ?? {};
  const names = Object.keys(builtin).filter((key) => !HEAVY.includes(key));
  return `const builtin = process.getBuiltinModule('${name}');
export default builtin;
export const { ${names.join(', ')} } = builtin;`;
}
