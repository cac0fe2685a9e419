/**
 * The sandbox's entry point. It loads the providers' packages first, because the shop shows their names.
 *
 * An error at the start is one line for the operator and exit code 1.
 */
import { flushCompileCache } from 'node:module';
import { cacheCompiledCode, keepBundle } from '../platform/bundle.ts';
import { withCredentials } from '../platform/credentials.ts';
import { operatorAdvice } from '../platform/operator-advice.ts';
import { nameSourcesInStacks } from '../platform/source-positions.ts';

cacheCompiledCode();
nameSourcesInStacks();
keepBundle();

try {
  const { loadProviderPackages } = await import('../adapters/providers/packages/index.ts');
  const env = withCredentials(process.env);
  await loadProviderPackages(env.PROVIDERS);
  // Imported only now, because the contract that it loads includes the providers of packages.
  const { runSandbox } = await import('./process/run-sandbox.ts');
  await runSandbox(env);
  flushCompileCache();
} catch (error) {
  process.stderr.write(`Sandbox: ${operatorAdvice(error) ?? (error as Error).message}\n`);
  process.exit(1);
}
