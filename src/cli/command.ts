/** The call and the result of an operator command. */

import type { Store } from '../adapters/store/index.ts';
import type { Settings } from '../settings/index.ts';

export class UsageError extends Error {}

/** The store of a call, and the directory that has it. */
export interface CalledStore {
  /** 0: the first store. */
  readonly number: number;
  readonly name: string;
  /** The first store, which has the directory. */
  readonly first: Store;
}

export interface CommandCall {
  readonly store: Store;
  /** Those of the store. */
  readonly settings: Settings;
  /** Absent: the store is the first one. */
  readonly called?: CalledStore | undefined;
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  /** The usage line of the command. */
  readonly usage: string;
  /** Prints a line while the command is running. */
  readonly progress: (line: string) => void;
}

/** A command's output, for commands with a meaningful exit code. */
export interface CommandResult {
  readonly text: string;
  readonly exitCode: number;
  /** The rows of a list, for `--json`. */
  readonly rows?: readonly object[];
  /**
   * A text for the person at the terminal. It goes to stderr, so that a script that reads the output does not get it.
   */
  readonly note?: string;
}

/** The call of a command that needs no store, or opens the store itself to report a failure to open it. */
export interface LoneCall extends Pick<CommandCall, 'args' | 'progress' | 'usage'> {
  readonly env: NodeJS.ProcessEnv;
}

interface CommandUsage {
  readonly name: string;
  readonly args: string;
  readonly summary: string;
}

export interface LoneCommand extends CommandUsage {
  /** @returns the output @throws UsageError on a wrong call, for exit code 2 */
  readonly runAlone: (call: LoneCall) => Promise<CommandResult>;
}

/** Finds the store of an id in a command's arguments. */
export interface NamedById {
  /**
   * The number of the store that has made the id; `ANY` if the id does not name it; undefined if there is no such id.
   */
  readonly madeIn: (args: readonly string[]) => number | 'ANY' | undefined;
  readonly isIn: (store: Store, settings: Settings, args: readonly string[]) => Promise<boolean>;
}

export interface StoreCommand extends CommandUsage {
  /** Set if the command migrates an older schema to this program's. Other commands refuse an older schema. */
  readonly migrates?: true;
  /** Set if the command's result has `rows`, which `--json` prints instead of the text. */
  readonly lists?: true;
  /** Set if the command erases data, so that the store's log is emptied as well. */
  readonly erases?: true;
  /** Set if the command is about the whole installation, so that it takes no `--store`. */
  readonly isOfAllStores?: true;
  /** Whether a call with these arguments may be made for each store, by `--store all`. */
  readonly takesAll?: (args: readonly string[]) => boolean;
  /** The merchant's id may be among these. The call is about the store that the directory has the merchant in. */
  readonly merchantsIn?: (args: readonly string[]) => readonly string[];
  /** An argument is an id without a merchant. The call is about the store that has it. */
  readonly namedById?: NamedById;
  /** Whether a call with these arguments marks the store as restored, before any gateway opens it. */
  readonly isFirst?: (args: readonly string[]) => boolean;
  /** @returns the output @throws UsageError on a wrong call, for exit code 2 */
  readonly run: (call: CommandCall) => Promise<CommandResult | string>;
}

export type CliCommand = LoneCommand | StoreCommand;

/** For `takesAll`: a call without arguments, except for options that say nothing of one store. */
export const withoutArguments = (args: readonly string[]): boolean =>
  args.every((one) => ['--all', '--data', '--hash', '--json', '--wait', '--wrapping'].includes(one));

/** For `merchantsIn`: the merchant's id is an argument. An order's id may be one too; it comes after the merchant's. */
export const ofMerchant = (args: readonly string[]): readonly string[] => args;
