/** The modules that processes start with, by the names of their files in a bundle. */
export const ENTRIES: Record<string, string> = {
  server: 'src/server.ts',
  start: 'src/start/main.ts',
  serve: 'src/start/serve/main.ts',
  sandbox: 'src/sandbox/main.ts',
  cli: 'src/cli/main.ts',
  // Provider packages import it, and so share the modules of the gateway and of the sandbox.
  'provider-packages': 'src/adapters/provider-packages.ts',
};

/** Likewise for the threads and helpers that a gateway starts. */
export const THREADS: Record<string, string> = {
  'page-worker': 'src/web/rendering/page-worker.ts',
  'commit-worker': 'src/adapters/store/engine/sqlite/commit-worker.ts',
  'checkpoint-worker': 'src/adapters/store/engine/sqlite/checkpoint-worker.ts',
  'pkcs11-helper': 'src/adapters/pkcs11/helper/main.ts',
};
