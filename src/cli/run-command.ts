/** Runs one operator command in the calling process. */
import { ZodError } from 'zod';
import { readBuild } from '../platform/build.ts';
import { operatorAdvice } from '../platform/operator-advice.ts';
import { readSettings, withoutStrayKey } from '../settings/index.ts';
import { type CommandOperator, operatorOf, runAudited } from './audit/run-audited.ts';
import { type CommandCall, type CommandResult, type StoreCommand, UsageError } from './command.ts';
import { COMMANDS, USAGE, usageOf } from './command-table.ts';
import { JSON_OPTION, jsonLine } from './listing.ts';
import { openCalled, takeStoreOption } from './stores/called-store.ts';
import { ALL_STORES, inEachStore } from './stores/each-store.ts';

/** A command's environment and output. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Each call writes one text, which is given without its final line feed. */
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/** Exit codes of the process. */
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

const LOG_IN_USE =
  'Others used the store all the time, so its write-ahead log still has what was erased. Call the command again, or ' +
  'stop the gateway once.';

const VERSION_WORDS = new Set(['--version', '-v', 'version']);
const HELP_WORDS = new Set(['--help', '-h', 'help']);

/**
 * @param words the command's name and its arguments
 * @returns the exit code; failures are reported on stderr
 */
export async function runCommand(words: readonly string[], { env, stdout, stderr }: Terminal): Promise<number> {
  try {
    const { text, exitCode, note } = await resultOf(words, env, stdout);
    if (text !== '') {
      stdout(text);
    }
    if (note !== undefined) {
      stderr(note);
    }
    return exitCode;
  } catch (error) {
    stderr(errorMessage(error));
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
  }
}

async function resultOf(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  progress: Terminal['stdout'],
): Promise<CommandResult> {
  if (words.length === 1 && VERSION_WORDS.has(words[0] as string)) {
    return { text: `turnpike ${readBuild().id}, Node ${process.version}`, exitCode: 0 };
  }
  if (words.length === 1 && HELP_WORDS.has(words[0] as string)) {
    return { text: USAGE, exitCode: 0 };
  }
  const command = COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (command === undefined) {
    throw new UsageError(USAGE);
  }
  const rest = words.slice(command.name.split(' ').length);
  const usage = usageOf(command);
  if ('runAlone' in command) {
    return command.runAlone({ env, args: rest, usage, progress });
  }
  const taken = takeStoreOption(rest, usage);
  const settings = readSettings(env);
  const run = (store: string | undefined) =>
    runOnStore(command, { settings, usage, store, args: taken.args, progress, operator: operatorOf(env) });
  try {
    return await (taken.name === ALL_STORES
      ? inEachStore(command, { settings, args: taken.args, run, messageOf: errorMessage })
      : run(taken.name));
  } finally {
    await Promise.all(settings.keys.map((key) => key.close()));
  }
}

interface StoreCall extends Pick<CommandCall, 'args' | 'progress' | 'settings' | 'usage'> {
  /** The value of `--store`. */
  readonly store: string | undefined;
  readonly operator: CommandOperator;
}

async function runOnStore(
  command: StoreCommand,
  { settings: ofProcess, usage, store: storeName, args, progress, operator }: StoreCall,
): Promise<CommandResult> {
  const { name, migrates, isFirst, erases } = command;
  const run = command.lists === undefined ? command.run : listWith(command.run);
  const isRestored = isFirst?.(args) ?? false;
  const { store, settings, called, close } = await openCalled(
    ofProcess,
    command,
    { name: storeName, args },
    {
      owner: isRestored,
      isRestored,
      schema: migrates ? 'MIGRATE' : 'REQUIRE',
    },
  );
  try {
    const call = { store, settings, called, args, usage, progress };
    const result = await runAudited(name, call, operator, run);
    await (command.lists === undefined && called?.first.directory.wake(called.number));
    const isErased = erases === undefined || (await store.emptyLog());
    return isErased ? result : { ...result, note: [result.note, LOG_IN_USE].filter(Boolean).join('\n') };
  } catch (error) {
    throw withoutStrayKey(error, settings.dataDir);
  } finally {
    await close();
  }
}

/** Prints the rows of a list as JSON lines, if the call has the option for it. */
function listWith(run: StoreCommand['run']): StoreCommand['run'] {
  return async (call) => {
    const args = call.args.filter((one) => one !== JSON_OPTION);
    const result = await run({ ...call, args });
    const isJson = args.length < call.args.length;
    return isJson && typeof result !== 'string'
      ? { ...result, text: (result.rows ?? []).map(jsonLine).join('\n') }
      : result;
  };
}

function errorMessage(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n');
  }
  return operatorAdvice(error) ?? (error instanceof Error ? error.message : String(error));
}
