/**
 * The entry point: providers' packages, settings, log, the gateway; closed gracefully by SIGTERM and SIGINT.
 *
 * An error at the start prints one line for the operator and exits with code 1.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { PageThread } from './web/rendering/index.ts';

// Half of the start is compiling; the second start uses the cache. Enabled first, for all later imports.
enableCompileCache(new URL('../.cache/compile', import.meta.url).pathname);

const { env } = process;
const { startPages } = await import('./web/rendering/index.ts');
let pages: PageThread;
try {
  // Loads the pages concurrently with this thread's own imports.
  pages = startPages();
  // Before the gateway, since importing it builds the contract.
  if (env.PROVIDERS) {
    const { loadProviderPackages } = await import('./adapters/providers/packages/index.ts');
    await loadProviderPackages(env.PROVIDERS);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

const { runGateway } = await import('./compose/main.ts');
await runGateway(env, { pages });
// Else the cache is written at a graceful end, and a process that is killed leaves none to the next.
flushCompileCache();
