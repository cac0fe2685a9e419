/**
 * The entry point: loads providers' packages, reads the settings, opens the log and starts the gateway. SIGTERM and
 * SIGINT close the gateway gracefully.
 *
 * If the start fails, the process prints one line for the operator and exits with code 1.
 */
import { flushCompileCache } from 'node:module';
import { cacheCompiledCode } from './platform/bundle.ts';
import { withCredentials } from './platform/credentials.ts';
import { nameSourcesInStacks } from './platform/source-positions.ts';
import type { PageThread } from './web/rendering/index.ts';

cacheCompiledCode();
nameSourcesInStacks();

let { env } = process;
const { startPages } = await import('./web/rendering/index.ts');
let pages: PageThread;
try {
  // Loads the pages concurrently with this thread's own imports.
  pages = startPages();
  env = withCredentials(env);
  // The packages are loaded before the gateway is imported, because the import builds the contract from them.
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
// Writes the cache now. Node would write it only at a graceful end, so a killed process would leave no cache.
flushCompileCache();
