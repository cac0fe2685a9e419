/**
 * The operator's command line: `npm run turnpike -- merchant put FILE.json`. It works beside a running gateway, which
 * sees a change within a second.
 */
import { runCommand } from './cli/run-command.ts';
import { keepFilesPrivate } from './private-files.ts';

keepFilesPrivate();
const { env } = process;
process.exitCode = await runCommand(process.argv.slice(2), { env, stdout: console.log, stderr: console.error });
