/**
 * The operator's command line: `npm run turnpike -- merchant put FILE.json`. It works beside a running gateway, which
 * sees a change within a second.
 */
import { keepFilesPrivate } from './private-files.ts';
import { loadProviderPackages } from './providers/packages/index.ts';
import { withStandInPorts } from './settings/sandbox/index.ts';

/** A package of a provider may leave something open; this long, and no longer, it keeps the terminal waiting. */
const LEFT_OPEN_MS_MAX = 5_000;

keepFilesPrivate();
process.exitCode = await run(withStandInPorts(process.env));
setTimeout(() => process.exit(), LEFT_OPEN_MS_MAX).unref();

async function run(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  try {
    await loadProviderPackages(env.PROVIDERS);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  // Not before: what it imports knows the contract, which has the providers of packages too.
  const { runCommand } = await import('./cli/run-command.ts');
  return runCommand(process.argv.slice(2), { env, stdout: console.log, stderr: console.error });
}
