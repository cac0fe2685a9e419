/**
 * The sandbox's entry point: providers' packages, whose names its shop shows, then the rest.
 *
 * An error at the start is one line for the operator and exit code 1.
 */
import { loadProviderPackages } from '../providers/packages/index.ts';

try {
  await loadProviderPackages(process.env.PROVIDERS);
  // Not before: what it imports knows the contract, which has the providers of packages too.
  const { runSandbox } = await import('./run-sandbox.ts');
  await runSandbox(process.env);
} catch (error) {
  process.stderr.write(`Sandbox: ${(error as Error).message}\n`);
  process.exit(1);
}
