/** `--store all`: a command for each store, one after the other. */
import { openStore } from '../../adapters/store/index.ts';
import { FIRST_STORE_NAME } from '../../core/directory/index.ts';
import type { Settings } from '../../settings/index.ts';
import { type CommandResult, type StoreCommand, UsageError } from '../command.ts';
import { JSON_OPTION, jsonLine } from '../listing.ts';

/** The value of `--store` for all stores. No store may have this name. */
export const ALL_STORES = 'all';

interface EachStore {
  readonly settings: Settings;
  readonly args: readonly string[];
  /** Runs the command on the store with the name. */
  readonly run: (name: string) => Promise<CommandResult>;
  readonly messageOf: (error: unknown) => string;
}

/**
 * @returns the results with the names of the stores, and the worst exit code. A store that fails does not keep the
 *   command from the others
 * @throws UsageError if the command is about one store
 */
export async function inEachStore(
  { name, takesAll }: StoreCommand,
  { settings, args, run, messageOf }: EachStore,
): Promise<CommandResult> {
  if (takesAll?.(args) !== true) {
    throw new UsageError(`${[name, ...args].join(' ')} is about one store: name it by --store.`);
  }
  const isJson = args.includes(JSON_OPTION);
  const results: CommandResult[] = [];
  for (const store of await storeNames(settings)) {
    results.push(
      await run(store).then(
        (result) => ({ ...result, text: isJson ? jsonOf(store, result) : textOf(store, result) }),
        (error: unknown) => {
          if (error instanceof UsageError) {
            throw error;
          }
          const text = messageOf(error);
          return { text: isJson ? jsonLine({ store, error: text }) : textOf(store, { text }), exitCode: 1 };
        },
      ),
    );
  }
  const notes = results.flatMap(({ note }) => note ?? []);
  return {
    text: results
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    exitCode: Math.max(...results.map(({ exitCode }) => exitCode)),
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

/** The names of all stores, the first one first. @throws errors of the first store */
export async function storeNames(settings: Settings): Promise<readonly string[]> {
  const first = await openStore(settings, { owner: false, schema: 'REQUIRE', isReader: true });
  try {
    const further = (await first.directory.contents())?.stores ?? [];
    return [FIRST_STORE_NAME, ...further.map(({ name }) => name)];
  } finally {
    await first.close();
  }
}

/** @example textOf('north', { text: 'a\nb' }) // 'north:\n  a\n  b' */
function textOf(store: string, { text }: Pick<CommandResult, 'text'>): string {
  return text.includes('\n')
    ? [`${store}:`, ...text.split('\n').map((line) => `  ${line}`)].join('\n')
    : `${store}: ${text === '' ? 'nothing' : text}`;
}

function jsonOf(store: string, { rows = [] }: CommandResult): string {
  return rows.map((row) => jsonLine({ store, ...row })).join('\n');
}
