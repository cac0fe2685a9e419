/**
 * The operator's command line: `npm run turnpike -- merchant put FILE.json`. It works while a gateway is running, which
 * applies a change within a second.
 */

import { loadProviderPackages } from '../adapters/providers/packages/index.ts';
import { withCredentials } from '../platform/credentials.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { withSimulatorPorts } from '../settings/sandbox/index.ts';

/** A provider's package may leave handles open; the process exits after this time at the latest. */
const LEFT_OPEN_MS_MAX = 5_000;

keepFilesPrivate();
process.exitCode = await run();
setTimeout(() => process.exit(), LEFT_OPEN_MS_MAX).unref();

async function run(): Promise<number> {
  let env: NodeJS.ProcessEnv;
  try {
    env = withSimulatorPorts(withCredentials(process.env));
    await loadProviderPackages(env.PROVIDERS);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  // Imported after the providers' packages are loaded, since it loads the contract, which includes these providers.
  const { runCommand } = await import('./run-command.ts');
  return runCommand(process.argv.slice(2), { env, stdout: console.log, stderr: console.error });
}
