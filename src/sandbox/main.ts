/**
 * The sandbox's entry point: providers' packages, whose names its shop shows, then the rest.
 *
 * An error at the start is one line for the operator and exit code 1.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';

// As the gateway has it, in the same place.
enableCompileCache(new URL('../../.cache/compile', import.meta.url).pathname);

try {
  const { loadProviderPackages } = await import('../providers/packages/index.ts');
  await loadProviderPackages(process.env.PROVIDERS);
  // Not before: what it imports knows the contract, which has the providers of packages too.
  const { runSandbox } = await import('./run-sandbox.ts');
  await runSandbox(process.env);
  flushCompileCache();
} catch (error) {
  process.stderr.write(`Sandbox: ${(error as Error).message}\n`);
  process.exit(1);
}
